import type { Signer } from '../../../engine/log/checkpoint.ts'
import { signKeyPeriod } from '../../../engine/log/key-period.ts'
import { sha256 } from './sha256.ts'

/** A key, the day since which it signs, and the day until which the one before it does; nothing is said of that when left out. */
export type DatedKey = readonly [signer: Signer, from: string, until?: string]

/** Notes on keys that followed each other. */
export function periodsOf(...keys: readonly DatedKey[]): Promise<readonly string[]> {
  return Promise.all(
    keys.map(([signer, from, until], index) => {
      const [before] = keys[index - 1] ?? []
      return signKeyPeriod(
        sha256,
        {
          logOrigin: 'log.example.com',
          from: `${from}T00:00:00.000Z`,
          before: before && until !== undefined ? { signer: before, until: `${until}T00:00:00.000Z` } : null,
        },
        signer,
      )
    }),
  )
}

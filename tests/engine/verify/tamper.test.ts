import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JsonValue } from '../../../engine/base/canonical.ts'
import type { ChainCheckName } from '../../../engine/verify/verify-proof-chain.ts'
import { inForms, isLong, sizeOf } from '../../support/forms.ts'
import { type StoredRun, seal, verifyStored } from '../support/sealed.ts'
import { sealedCase } from '../support/sealed-case.ts'
import { checkNaming, flip, type Place, placesIn } from '../support/tamper.ts'

const failedIn = async (stored: StoredRun): Promise<ChainCheckName[]> =>
  (await verifyStored(stored)).checks.filter(({ passed }) => !passed).map(({ name }) => name)

const plain = (stored: StoredRun): JsonValue => JSON.parse(JSON.stringify(stored))
/** The row's own key apart: by another key the row is not found. */
const placesOf = (stored: StoredRun): Place[] => placesIn(plain(stored)).filter(({ path }) => path[0] !== 'sequence')

const flips = { short: 10, long: 10_000 }

describe('a changed bit', () => {
  it.each(isLong ? [0, 1, 2, 5] : [2])(
    'in each stored value of a run at place %i fails the one check that names it [short: 2 · long: 0, 1, 2, 5]',
    async (sequence) => {
      const stored = await seal({ ...sealedCase, sequence })
      for (const place of placesOf(stored)) {
        const bit = place.path.length % 8
        const failed = await failedIn(flip(stored, place, bit))
        expect({ path: place.path, failed }).toEqual({ path: place.path, failed: [checkNaming(place.path)] })
      }
    },
  )

  it(inForms('anywhere fails the one check that names it', flips), async () => {
    const stored = await seal(sealedCase)
    const places = placesOf(stored)
    const bitCount = places.reduce((sum, place) => sum + place.bitCount, 0)
    await fc.assert(
      fc.asyncProperty(fc.nat(bitCount - 1), async (at) => {
        let bit = at
        const place = places.find((each) => {
          if (bit < each.bitCount) return true
          bit -= each.bitCount
          return false
        })
        if (place === undefined) throw new Error('There is no such bit')
        expect(await failedIn(flip(stored, place, bit))).toEqual([checkNaming(place.path)])
      }),
      { numRuns: sizeOf(flips) },
    )
  })
})

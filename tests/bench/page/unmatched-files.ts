import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createRandom } from '../random.ts'
import type { FilePair } from './run-in-page.ts'

/** Writes two files of so many records a side, of which no two have an amount in common: each is a break. */
export function writeUnmatched(directory: string, recordCount: number, seed: number): FilePair {
  const random = createRandom(seed)
  const write = (side: keyof FilePair, firstCents: number): string => {
    const lines = Array.from({ length: recordCount }, (_, index) => {
      const cents = firstCents + index
      const day = String(random.between(1, 28)).padStart(2, '0')
      const amount = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
      return `${side}-${index},2026-03-${day},${amount},EUR,REF-${side}-${index},Order ${random.between(1, 9_999_999)}`
    })
    const path = join(directory, `unmatched-${side}.csv`)
    writeFileSync(path, `id,date,amount,currency,reference,description\n${lines.join('\n')}\n`)
    return path
  }
  return { source: write('source', 1), target: write('target', 1_000_000_000) }
}

import type { CanonicalRecord } from '@tallystick/engine/record'
import { packOf } from '../../engine/support/packed.ts'
import { seal } from '../../engine/support/sealed.ts'
import type { PackFiles } from './pack.ts'

/** The pack of a run with so many matches of two records each, whose lines have a description of this length. */
export async function packOfMatches(count: number, descriptionLength: number): Promise<PackFiles> {
  const rules = [{ id: 'ref', match: [{ field: 'reference' }, { field: 'amount' }, { field: 'date', days: 2 }] }]
  const recordsOf = (side: string): readonly CanonicalRecord[] =>
    Array.from({ length: count }, (_, index) => ({
      id: `${side}${index}`,
      amount: `${(index * 37) % 100_000}.${(index % 9) + 1}`,
      currency: 'EUR',
      date: `2026-03-${String((index % 28) + 1).padStart(2, '0')}`,
      reference: `INV-${index}`,
      description: `Invoice ${index} `.repeat(descriptionLength / 8).slice(0, descriptionLength),
    }))
  const sides = { source: recordsOf('s'), target: recordsOf('t') }
  return packOf(await seal({ ...sides, rules, chunkBytesMax: 256 * 1024 }))
}

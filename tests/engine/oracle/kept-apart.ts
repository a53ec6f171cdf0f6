import type { CanonicalRecord } from '../../../engine/record/record.ts'
import type { Records, World } from './world.ts'

/** What decisions keep apart, as the rules meet it. */

/** A rest is kept apart from what its origin is kept apart from. */
export function inherit({ apart }: World, origin: CanonicalRecord, item: CanonicalRecord): void {
  for (const half of apart.flat()) if (half.has(origin)) half.add(item)
}

/** Whether a decision keeps two of these records apart. */
export const areApart = ({ apart }: World, records: Records): boolean =>
  apart.some((halves) => halves.every((half) => records.some((record) => half.has(record))))

/** Which halves a record is in: twins are in the same. */
export const marksOf = ({ apart }: World, record: CanonicalRecord): readonly number[] =>
  apart.flat().flatMap((half, index) => (half.has(record) ? [index] : []))

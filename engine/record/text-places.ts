import { byteAt } from '../base/at.ts'
import type { TextColumn } from './columns.ts'
import { textEquality, textHash } from './compare-texts.ts'
import { createTextColumnBuilder } from './text-column.ts'

/** More texts of one hash are told apart as strings: somebody may have chosen them. */
const textsPerHashMax = 16

/**
 * Makes a function that returns the place of a row's text among the wanted ones; -1 for any other text, and for a row
 * without a text. The wanted texts must be distinct. O(bytes) a row.
 */
export function textPlaces(column: TextColumn, wanted: readonly string[]): (row: number) => number {
  const builder = createTextColumnBuilder()
  for (const text of wanted) builder.add(text)
  const own = builder.finish()
  const [hashOf, ownHashOf, areEqual] = [textHash(column), textHash(own), textEquality(own, column)]
  const byHash = Map.groupBy(wanted.keys(), ownHashOf)
  if ([...byHash.values()].some(({ length }) => length > textsPerHashMax)) {
    const placeOf = new Map(wanted.map((text, place) => [text, place]))
    return (row) => placeOf.get(column.textAt(row) ?? '') ?? -1
  }
  const isWanted = new Uint8Array(hashMask + 1)
  for (const hash of byHash.keys()) isWanted[hash & hashMask] = 1
  return (row) => {
    const hash = hashOf(row)
    if (byteAt(isWanted, hash & hashMask) === 0 || column.byteCountAt(row) === 0) return -1
    return byHash.get(hash)?.find((place) => areEqual(place, row)) ?? -1
  }
}

/** The bits of a hash that a table of bytes is asked about first: most texts of a column are not wanted. */
const hashMask = 0xffff

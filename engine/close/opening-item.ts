import type { Sha256 } from '../base/hasher.ts'
import { type Item, newItem } from './item.ts'
import { nameOfOpening, type OpeningItem } from './opening.ts'

/** The item that a line of an opening, or of the part `returned`, hands on. */
export function itemOfOpening(sha256: Sha256, line: OpeningItem, part: 'opening' | 'returned'): Item {
  const { record, firstSeen, chain, state, label, decision, expected, owner } = line
  const name = nameOfOpening(sha256, line)
  const { id, leaf } = chain ?? name
  const disposition = { state, label, decision, expected }
  return newItem({ name, record, part, firstSeen, first: { id, leaf }, disposition, owner })
}

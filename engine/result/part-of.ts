import { compareUtf8 } from '../base/bytes.ts'
import { absolute, compareDecimals, type Decimal, parseDecimal, zero } from '../base/decimal.ts'
import type { PartOf } from './line.ts'

/** Adds what a record is a part of. Of several sets, the one that misses its anchor by least stays, then the least id. */
export function addPart<Key>(parts: Map<Key, PartOf>, key: Key, part: PartOf): void {
  const known = parts.get(key)
  if (known === undefined || isNearer(part, known)) parts.set(key, part)
}

function isNearer(part: PartOf, than: PartOf): boolean {
  const order = compareDecimals(sizeOf(part), sizeOf(than))
  return order === 0 ? compareUtf8(part.id, than.id) < 0 : order < 0
}

const sizeOf = ({ difference }: PartOf): Decimal => absolute(parseDecimal(difference) ?? zero)

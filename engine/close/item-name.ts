import { compareUtf8 } from '../base/bytes.ts'
import { hasOnlyMembers, isHash, isText, type ValueTest } from '../base/json-shape.ts'
import type { Side } from '../record/side.ts'

/**
 * Names a record in every period: the root of the part that it was first read from, its id there, and the leaf hash of
 * its line.
 */
export type ItemName = {
  readonly side: Side
  readonly root: string
  readonly id: string
  readonly leaf: string
}

/** The root of records that no part has: the sums of accepted differences, which the fold makes. */
export const noPart = '0'.repeat(64)

/** Equal exactly for equal names. */
export const keyOfItem = ({ side, root, id, leaf }: ItemName): string => `${side} ${root} ${leaf} ${id}`

/** Source first, then by the UTF-8 bytes of id, root and leaf. */
export function compareNames(left: ItemName, right: ItemName): number {
  if (left.side !== right.side) return left.side === 'source' ? -1 : 1
  return compareUtf8(left.id, right.id) || compareUtf8(left.root, right.root) || compareUtf8(left.leaf, right.leaf)
}

export const isSide: ValueTest = (value) => value === 'source' || value === 'target'

export const isItemName = hasOnlyMembers({
  side: isSide,
  root: isHash,
  id: isText,
  leaf: isHash,
} satisfies { readonly [name in keyof ItemName]: ValueTest })

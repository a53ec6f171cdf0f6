import type { Units } from '../../record/columns.ts'

/** Tables of what some records add up to, from which sets of them are searched by meeting in the middle. */

/** Twins that a set may have some of; `node` is their number where the caller keeps them. */
export interface Item {
  readonly node: number
  readonly rowCount: number
  readonly units: bigint
}

/** Sets of some items, ascending by what they add up to: set `i` has `sums[i]` and the counts of `codes[i]`. */
export interface Entries {
  readonly sums: readonly Units[]
  readonly codes: readonly number[]
}

/** Where the count of a node stands in a code: 0 in no set but one that has none of it. */
export interface Field {
  readonly node: number
  readonly shift: number
  readonly mask: number
}

export interface Half {
  readonly fields: readonly Field[]
  /** Size → every set of that many records. */
  readonly bySize: readonly Entries[]
}

/** Items that may stand together in a set, as the sets of the one half of them and the sets of the other. */
export interface Halves {
  readonly left: Half
  readonly right: Half
}

/** How many of a field's node a code says. */
export const countIn = (code: number, { shift, mask }: Field): number => (code >>> shift) & mask

/** The sets of up to `sizeMax` records in each half of `items`; of 32 records these are 2 × 39,203 at most, of 24 2 × 4,096. */
export function halvesOf(items: readonly Item[], sizeMax: number): Halves {
  const { left, right } = split(items, sizeMax)
  return { left: halfOf(left, sizeMax), right: halfOf(right, sizeMax) }
}

/** How many sets the halves of `items` hold, without making them. */
export function countEntries(items: readonly Item[], sizeMax: number): number {
  const { left, right } = split(items, sizeMax)
  return countSets(left, sizeMax) + countSets(right, sizeMax)
}

/** Halves of about as many sets each, so that neither table is long. */
function split(items: readonly Item[], sizeMax: number): { readonly left: Item[]; readonly right: Item[] } {
  const halves = { left: { items: [] as Item[], sets: 1 }, right: { items: [] as Item[], sets: 1 } }
  for (const item of items.toSorted((a, b) => b.rowCount - a.rowCount)) {
    const half = halves.left.sets <= halves.right.sets ? halves.left : halves.right
    half.items.push(item)
    half.sets *= copiesOf(item, sizeMax) + 1
  }
  return { left: halves.left.items, right: halves.right.items }
}

const copiesOf = ({ rowCount }: Item, sizeMax: number): number => Math.min(rowCount, sizeMax)

function countSets(items: readonly Item[], sizeMax: number): number {
  let bySize = [1, ...Array.from({ length: sizeMax }, () => 0)]
  for (const item of items) {
    const copies = copiesOf(item, sizeMax)
    bySize = bySize.map((_, size) =>
      bySize.slice(Math.max(0, size - copies), size + 1).reduce((sum, each) => sum + each),
    )
  }
  return bySize.reduce((sum, each) => sum + each)
}

const none: Entries = { sums: [], codes: [] }
const emptySet: Entries = { sums: [0], codes: [0] }

function halfOf(items: readonly Item[], sizeMax: number): Half {
  const fields: Field[] = []
  let bySize: readonly Entries[] = [emptySet]
  let shift = 0
  for (const item of items) {
    const bits = 32 - Math.clz32(copiesOf(item, sizeMax))
    fields.push({ node: item.node, shift, mask: 2 ** bits - 1 })
    bySize = withItem(bySize, item, { shift, sizeMax })
    shift += bits
  }
  return { fields, bySize }
}

function withItem(
  bySize: readonly Entries[],
  item: Item,
  { shift, sizeMax }: { readonly shift: number; readonly sizeMax: number },
): Entries[] {
  const copies = copiesOf(item, sizeMax)
  const value = toSum(item.units)
  const length = Math.min(sizeMax, bySize.length - 1 + copies) + 1
  return Array.from({ length }, (_, size) => {
    let entries = bySize[size] ?? none
    let sum: Units = 0
    for (let taken = 1; taken <= Math.min(copies, size); taken++) {
      sum = addSums(sum, value)
      entries = merged(entries, bySize[size - taken] ?? none, { sum, code: taken << shift })
    }
    return entries
  })
}

/**
 * The entries of `left`, and those of `right` with `more` added to each; both are sorted. O(length), and most of the
 * time of a search: lists of a known length are filled several times as fast as typed arrays or lists that grow.
 */
function merged(left: Entries, right: Entries, more: { readonly sum: Units; readonly code: number }): Entries {
  const [leftCount, rightCount] = [left.codes.length, right.codes.length]
  if (rightCount === 0) return left
  const sums = new Array<Units>(leftCount + rightCount)
  const codes = new Array<number>(leftCount + rightCount)
  let next = 0
  let end = 0
  for (let index = 0; index < rightCount; index++) {
    const sum = addSums(right.sums[index] ?? 0, more.sum)
    for (; next < leftCount && (left.sums[next] ?? 0) <= sum; next++) {
      sums[end] = left.sums[next] ?? 0
      codes[end++] = left.codes[next] ?? 0
    }
    sums[end] = sum
    codes[end++] = (right.codes[index] ?? 0) + more.code
  }
  for (; next < leftCount; next++) {
    sums[end] = left.sums[next] ?? 0
    codes[end++] = left.codes[next] ?? 0
  }
  return { sums, codes }
}

/** The entries at `positions`. */
export const pick = ({ sums, codes }: Entries, positions: readonly number[]): Entries => ({
  sums: positions.map((position) => sums[position] ?? 0),
  codes: positions.map((position) => codes[position] ?? 0),
})

/** Up to it, 32 values add up to a float64 that is exact. */
const smallSumMax = 2n ** 48n

const toSum = (units: bigint): Units => (units <= smallSumMax && units >= -smallSumMax ? Number(units) : units)

/** Exact, whatever the sizes: one that is no small number is a bigint. */
export const addSums = (left: Units, right: Units): Units =>
  typeof left === 'number' && typeof right === 'number' ? left + right : BigInt(left) + BigInt(right)

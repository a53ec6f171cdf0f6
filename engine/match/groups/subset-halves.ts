import type { Units } from '../../record/columns.ts'

/**
 * Tables of all sums of some items, in two halves. A search for a given sum combines one entry of each half (meet in
 * the middle).
 */

export interface Item {
  readonly node: number
  readonly rowCount: number
  readonly units: bigint
}

/**
 * Sets of some items in ascending order of their sums: set `i` adds up to `sums[i]`, and `codes[i]` packs how many rows
 * of each item it contains.
 */
export interface Entries {
  readonly sums: readonly Units[]
  readonly codes: readonly number[]
}

export interface Field {
  readonly node: number
  readonly shift: number
  readonly mask: number
}

export interface Half {
  readonly fields: readonly Field[]
  readonly bySize: readonly Entries[]
}

/** The items of one currency in two halves, each with all of its sets. */
export interface Halves {
  readonly left: Half
  readonly right: Half
}

export const countIn = (code: number, { shift, mask }: Field): number => (code >>> shift) & mask

/** The sets of up to `sizeMax` records in each half of `items`: at most 2 × 39,203 for 32 records, 2 × 4,096 for 24. */
export function halvesOf(items: readonly Item[], sizeMax: number): Halves {
  const { left, right } = split(items, sizeMax)
  return { left: halfOf(left, sizeMax), right: halfOf(right, sizeMax) }
}

export function countEntries(items: readonly Item[], sizeMax: number): number {
  const { left, right } = split(items, sizeMax)
  return countSets(left, sizeMax) + countSets(right, sizeMax)
}

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

const noEntries: Entries = { sums: [], codes: [] }
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
    let entries = bySize[size] ?? noEntries
    let sum: Units = 0
    for (let taken = 1; taken <= Math.min(copies, size); taken++) {
      sum = addSums(sum, value)
      const others = bySize[size - taken]
      if (others !== undefined) entries = merged(entries, others, { sum, code: taken << shift })
    }
    return entries
  })
}

/**
 * Merges two lists that ascend by sum, adding `more` to each entry of `right`. A search spends most of its time here.
 * Lists of known length are filled several times as fast as typed arrays or lists that grow.
 */
function merged(left: Entries, right: Entries, more: { readonly sum: Units; readonly code: number }): Entries {
  const [leftCount, rightCount] = [left.codes.length, right.codes.length]
  if (rightCount === 0) return left
  const sums = new Array<Units>(leftCount + rightCount)
  const codes = new Array<number>(leftCount + rightCount)
  let next = 0
  let end = 0
  for (let index = 0; index < rightCount; index++) {
    const sum = addSums(sumAt(right, index), more.sum)
    for (; next < leftCount && sumAt(left, next) <= sum; next++) {
      sums[end] = sumAt(left, next)
      codes[end++] = codeAt(left, next)
    }
    sums[end] = sum
    codes[end++] = codeAt(right, index) + more.code
  }
  for (; next < leftCount; next++) {
    sums[end] = sumAt(left, next)
    codes[end++] = codeAt(left, next)
  }
  return { sums, codes }
}

/** Reads like `at`, but a search is a third faster: this function only ever reads one kind of list. */
const sumAt = (entries: Entries, index: number): Units => entries.sums[index] ?? outOfRange(entries, index)

const codeAt = (entries: Entries, index: number): number => entries.codes[index] ?? outOfRange(entries, index)

function outOfRange({ codes }: Entries, index: number): never {
  throw new RangeError(`Got entry ${index}, wanted one from 0 to ${codes.length - 1}`)
}

export const entriesAt = (entries: Entries, positions: readonly number[]): Entries => ({
  sums: positions.map((position) => sumAt(entries, position)),
  codes: positions.map((position) => codeAt(entries, position)),
})

/** The sum of 32 values up to this bound is an exact float64. */
const smallSumMax = 2n ** 48n

const toSum = (units: bigint): Units => (units <= smallSumMax && units >= -smallSumMax ? Number(units) : units)

/** Exact: the sum of two small numbers is a number, any other sum a bigint. */
export const addSums = (left: Units, right: Units): Units =>
  typeof left === 'number' && typeof right === 'number' ? left + right : BigInt(left) + BigInt(right)

import type { Interval } from '../../rules/criteria/sum-totals.ts'
import { addSums, countIn, type Entries, type Field, type Half, type Halves, pick } from './subset-halves.ts'

/** How many records of each node a set has; nodes it has none of are left out. */
export type Solution = readonly { readonly node: number; readonly count: number }[]

/** Sets of one half that each add up with some set of the other half, the sizes of both being the same throughout. */
export interface Split {
  readonly halves: Halves
  readonly left: Entries
  readonly right: Entries
}

/** The smallest sets that add up, all of them, without a list: `splits` hold every part of one and nothing else. */
export interface Found {
  /** Records of each set. */
  readonly size: number
  readonly totals: readonly Interval[]
  readonly splits: readonly Split[]
}

/**
 * The sets of fewest records, up to `sizeMax`, that add up to one of `totals`; undefined when there are none. Records
 * of different `pools` never stand together. O(entries of the halves × `sizeMax`), however many sets there are.
 */
export function smallestSets(
  pools: readonly Halves[],
  totals: readonly Interval[],
  sizeMax: number,
): Found | undefined {
  for (let size = 1; size <= sizeMax; size++) {
    const splits = pools.flatMap((halves) =>
      Array.from({ length: size + 1 }, (_, leftSize) => {
        const [left, right] = [halves.left.bySize[leftSize], halves.right.bySize[size - leftSize]]
        return left && right ? meeting({ halves, left, right }, totals) : []
      }).flat(),
    )
    if (splits.length > 0) return { size, totals, splits }
  }
  return undefined
}

/** The split without the entries that meet none of the other side; empty when no two meet. */
export function meeting(split: Split, totals: readonly Interval[]): readonly [Split] | readonly [] {
  const { left, right } = split
  let hits: { readonly left: Uint8Array; readonly right: Int32Array } | undefined
  for (const total of totals) {
    eachMeeting({ left, right, total }, (index, from, to) => {
      hits ??= { left: new Uint8Array(left.sums.length), right: new Int32Array(right.sums.length + 1) }
      hits.left[index] = 1
      hits.right[from] = (hits.right[from] ?? 0) + 1
      hits.right[to] = (hits.right[to] ?? 0) - 1
    })
  }
  if (hits === undefined) return []
  return [{ halves: split.halves, left: pick(left, markedBy(hits.left)), right: pick(right, withinRanges(hits.right)) }]
}

const markedBy = (marks: Uint8Array): number[] => Array.from(marks.keys()).filter((position) => marks[position] === 1)

/** The positions inside some range, given how many begin less how many end at each. */
function withinRanges(changes: Int32Array): number[] {
  let open = 0
  return Array.from(changes.keys()).filter((position) => {
    open += changes[position] ?? 0
    return open > 0
  })
}

/** Two tables, and what a set of the one and a set of the other have to add up to. */
export interface Encounter {
  readonly left: Entries
  readonly right: Entries
  readonly total: Interval
}

/** Calls `visit` for each entry of `left` that meets some of `right`: those of `[from, to)`. O(their lengths). */
export function eachMeeting(
  { left: { sums: left }, right: { sums: right }, total }: Encounter,
  visit: (index: number, from: number, to: number) => void,
): void {
  const [least, most] = [right[0], right.at(-1)]
  const [first, last] = [left[0], left.at(-1)]
  if (least === undefined || most === undefined || first === undefined || last === undefined) return
  if (addSums(last, most) < total.from || addSums(first, least) > total.to) return
  let from = right.length
  let to = right.length
  for (let index = 0; index < left.length && to > 0; index++) {
    const sum = left[index] ?? 0
    while (to > 0 && addSums(sum, right[to - 1] ?? 0) > total.to) to -= 1
    while (from > 0 && addSums(sum, right[from - 1] ?? 0) >= total.from) from -= 1
    if (from < to) visit(index, from, to)
  }
}

/** The set, when there is no other. */
export function onlySolution([split, ...others]: readonly Split[]): Solution | undefined {
  if (split === undefined || others.length > 0) return undefined
  const [left, right] = [split.left.codes, split.right.codes]
  return left.length === 1 && right.length === 1 ? solutionOf(split.halves, left[0] ?? 0, right[0] ?? 0) : undefined
}

/** The set that two entries make. */
export const solutionOf = ({ left, right }: Halves, leftCode: number, rightCode: number): Solution => [
  ...partOf(left, leftCode),
  ...partOf(right, rightCode),
]

const partOf = ({ fields }: Half, code: number): Solution =>
  fields.flatMap((field: Field) => {
    const count = countIn(code, field)
    return count === 0 ? [] : [{ node: field.node, count }]
  })

/** The nodes that some set has, ascending. */
export function usedNodes(splits: readonly Split[]): number[] {
  const used = new Set<number>()
  for (const { halves, left, right } of splits) {
    const [leftCode, rightCode] = [anyOf(left), anyOf(right)]
    for (const { node } of solutionOf(halves, leftCode, rightCode)) used.add(node)
  }
  return [...used].sort((a, b) => a - b)
}

const anyOf = ({ codes }: Entries): number => codes.reduce((bits, code) => bits | code, 0)

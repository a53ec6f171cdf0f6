import { at, numberAt } from '../../base/at.ts'
import type { Interval } from '../../rules/criteria/intervals.ts'
import { addSums, countIn, type Entries, entriesAt, type Half, type Halves } from './subset-halves.ts'

/** How many records of each node a set has; nodes without a record are left out. */
export type Solution = readonly { readonly node: number; readonly count: number }[]

/**
 * Sets of one size from the left half and sets of one size from the right half. Each set of one half adds up to a total
 * with some set of the other.
 */
export interface Split {
  readonly halves: Halves
  readonly left: Entries
  readonly right: Entries
}

/**
 * All smallest sets that add up to one of `totals`, without a list of them. Every entry of `splits` is part of at least
 * one of them.
 */
export interface SmallestSets {
  readonly size: number
  readonly totals: readonly Interval[]
  readonly splits: readonly Split[]
}

/**
 * The sets of fewest records, up to `sizeMax`, that add up to one of `totals`; undefined for none. A set has records of
 * one pool only. O(entries of the halves × `sizeMax`), however many sets there are.
 */
export function smallestSets(
  pools: readonly Halves[],
  totals: readonly Interval[],
  sizeMax: number,
): SmallestSets | undefined {
  for (let size = 1; size <= sizeMax; size++) {
    const splits = pools.flatMap((halves) =>
      Array.from({ length: size + 1 }, (_, leftSize) => {
        const [left, right] = [halves.left.bySize[leftSize], halves.right.bySize[size - leftSize]]
        return left && right ? meetingEntries({ halves, left, right }, totals) : []
      }).flat(),
    )
    if (splits.length > 0) return { size, totals, splits }
  }
  return undefined
}

/** The split without entries that fit no entry of the other half; empty when no two entries fit. */
export function meetingEntries(split: Split, totals: readonly Interval[]): readonly [Split] | readonly [] {
  const { left, right } = split
  let found: { readonly left: Uint8Array; readonly rightChanges: Int32Array } | undefined
  for (const total of totals) {
    eachMeeting({ left, right, total }, (index, from, to) => {
      found ??= { left: new Uint8Array(left.sums.length), rightChanges: new Int32Array(right.sums.length + 1) }
      const { rightChanges } = found
      found.left[index] = 1
      rightChanges[from] = numberAt(rightChanges, from) + 1
      rightChanges[to] = numberAt(rightChanges, to) - 1
    })
  }
  if (found === undefined) return []
  return [
    {
      halves: split.halves,
      left: entriesAt(left, markedPositions(found.left)),
      right: entriesAt(right, coveredPositions(found.rightChanges)),
    },
  ]
}

function markedPositions(marks: Uint8Array): number[] {
  const positions: number[] = []
  for (const [position, mark] of marks.entries()) if (mark === 1) positions.push(position)
  return positions
}

/**
 * The positions that lie in some range. `changes[i]` is the number of ranges that begin at `i` less the ranges that end
 * there.
 */
function coveredPositions(changes: Int32Array): number[] {
  const positions: number[] = []
  let open = 0
  for (const [position, change] of changes.entries()) {
    open += change
    if (open > 0) positions.push(position)
  }
  return positions
}

interface Meeting {
  readonly left: Entries
  readonly right: Entries
  readonly total: Interval
}

/**
 * Visits each entry of `left` with the entries of `right` that add up to the total with it: those from `from` to before
 * `to`. O(entries of both).
 */
function eachMeeting(
  { left: { sums: left }, right: { sums: right }, total }: Meeting,
  visit: (index: number, from: number, to: number) => void,
): void {
  const [least, most] = [right[0], right.at(-1)]
  const [first, last] = [left[0], left.at(-1)]
  if (least === undefined || most === undefined || first === undefined || last === undefined) return
  if (addSums(last, most) < total.from || addSums(first, least) > total.to) return
  let from = right.length
  let to = right.length
  for (let index = 0; index < left.length && to > 0; index++) {
    const sum = at(left, index)
    while (to > 0 && addSums(sum, at(right, to - 1)) > total.to) to -= 1
    while (from > 0 && addSums(sum, at(right, from - 1)) >= total.from) from -= 1
    if (from < to) visit(index, from, to)
  }
}

export function onlySolution([split, ...others]: readonly Split[]): Solution | undefined {
  if (split === undefined || others.length > 0) return undefined
  const [left, right] = [split.left.codes, split.right.codes]
  return left.length === 1 && right.length === 1 ? solutionOf(split.halves, at(left, 0), at(right, 0)) : undefined
}

const solutionOf = ({ left, right }: Halves, leftCode: number, rightCode: number): Solution => [
  ...partOf(left, leftCode),
  ...partOf(right, rightCode),
]

const partOf = ({ fields }: Half, code: number): Solution =>
  fields.flatMap((field) => {
    const count = countIn(code, field)
    return count === 0 ? [] : [{ node: field.node, count }]
  })

export function usedNodes(splits: readonly Split[]): number[] {
  const used = new Set<number>()
  for (const { halves, left, right } of splits) {
    const [leftBits, rightBits] = [unitedBits(left), unitedBits(right)]
    for (const { node } of solutionOf(halves, leftBits, rightBits)) used.add(node)
  }
  return [...used].sort((a, b) => a - b)
}

/** All codes of the entries, combined bit by bit: the field of a node is 0 only if no entry contains the node. */
const unitedBits = ({ codes }: Entries): number => codes.reduce((bits, code) => bits | code, 0)

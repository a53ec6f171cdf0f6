import { at } from '../../base/at.ts'
import { countIn, type Entries, entriesAt, type Half } from './subset-halves.ts'
import {
  meetingEntries,
  onlySolution,
  type SmallestSets,
  type Solution,
  type Split,
  usedNodes,
} from './subset-search.ts'

interface SetOrder {
  rowsOf(node: number): readonly number[]
  rankOf(row: number): number
  /** May change while sets are visited, but a closed row must not open again. */
  isOpen(row: number): boolean
}

/**
 * Calls `visit` with the rows of one set after another, the least sorted ranks first, until `visit` returns true. The
 * walk decides row by row whether the set has the row, and drops entries that no longer fit. Every branch leads to a
 * set of open rows, so sets with a closed row cost nothing.
 */
export function visitSets(sets: SmallestSets, order: SetOrder, visit: (rows: readonly number[]) => boolean): void {
  const places = usedNodes(sets.splits)
    .flatMap((node) => order.rowsOf(node).map((row, position) => ({ row, node, position })))
    .sort((a, b) => order.rankOf(a.row) - order.rankOf(b.row))
  const walk = (all: readonly Split[], depth: number, closedBefore: number): boolean => {
    const closed = places.filter(({ row }) => !order.isOpen(row))
    const bounds = closed.map(({ node, position }) => ({ node, least: 0, most: position }))
    const splits = closed.length > closedBefore ? narrow({ ...sets, splits: all }, bounds) : all
    if (splits.length === 0) return false
    const only = onlySolution(splits)
    if (only) return visit(rowsOfSolution(only, order))
    const { node, position } = at(places, depth)
    const bounded = (least: number, most: number): readonly Split[] =>
      narrow({ ...sets, splits }, [{ node, least, most }])
    return (
      walk(bounded(position + 1, Number.POSITIVE_INFINITY), depth + 1, closed.length) ||
      walk(bounded(0, position), depth + 1, closed.length)
    )
  }
  walk(sets.splits, 0, 0)
}

export function leastSet(sets: SmallestSets, order: Omit<SetOrder, 'isOpen'>): readonly number[] {
  let least: readonly number[] | undefined
  visitSets(sets, { ...order, isOpen: () => true }, (rows) => {
    least = rows
    return true
  })
  if (least === undefined) throw new Error('Smallest sets hold at least one set')
  return least
}

const rowsOfSolution = (solution: Solution, order: SetOrder): number[] =>
  solution
    .flatMap(({ node, count }) => order.rowsOf(node).slice(0, count))
    .sort((a, b) => order.rankOf(a) - order.rankOf(b))

interface Bound {
  readonly node: number
  readonly least: number
  readonly most: number
}

function narrow({ totals, splits }: SmallestSets, bounds: readonly Bound[]): Split[] {
  return splits.flatMap((split) => {
    const { left, right } = split.halves
    const lacksNode = ({ node, least }: Bound): boolean =>
      least > 0 && ![...left.fields, ...right.fields].some((field) => field.node === node)
    if (bounds.some(lacksNode)) return []
    const narrowed = { ...split, left: within(left, split.left, bounds), right: within(right, split.right, bounds) }
    const isSame = narrowed.left === split.left && narrowed.right === split.right
    return isSame ? [split] : meetingEntries(narrowed, totals)
  })
}

/** The entries that keep the bounds; `entries` itself when all do. */
function within({ fields }: Half, entries: Entries, bounds: readonly Bound[]): Entries {
  const tests = bounds.flatMap(({ node, ...bound }) =>
    fields.filter((field) => field.node === node).map((field) => ({ field, ...bound })),
  )
  const isWithin = (code: number): boolean =>
    tests.every(({ field, least, most }) => countIn(code, field) >= least && countIn(code, field) <= most)
  if (tests.length === 0 || entries.codes.every(isWithin)) return entries
  const positions = [...entries.codes.keys()].filter((position) => isWithin(at(entries.codes, position)))
  return entriesAt(entries, positions)
}

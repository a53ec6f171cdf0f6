import { countIn, type Entries, type Half, pick } from './subset-halves.ts'
import {
  eachMeeting,
  type Found,
  meeting,
  onlySolution,
  type Solution,
  type Split,
  solutionOf,
  usedNodes,
} from './subset-search.ts'

/** Which records a set takes, and in what order sets are looked at. */
export interface Order {
  /** The rows of a node, of which the first are taken. */
  rowsOf(node: number): readonly number[]
  rankOf(row: number): number
  /** Whether a set that has this row may be looked at; may turn false on the way, and stays so. */
  isOpen(row: number): boolean
}

/**
 * Calls `visit` for the rows of one set after another, by their sorted ranks, least first, until it returns true. Sets
 * that are not looked at cost nothing: each row in turn is decided, and what no set agrees with is dropped, so that
 * every way leads to a set whose rows are all open.
 */
export function visitInOrder(found: Found, order: Order, visit: (rows: readonly number[]) => boolean): void {
  const places = usedNodes(found.splits)
    .flatMap((node) => order.rowsOf(node).map((row, position) => ({ row, node, position })))
    .sort((a, b) => order.rankOf(a.row) - order.rankOf(b.row))
  const walk = (all: readonly Split[], depth: number, closedBefore: number): boolean => {
    const closed = places.filter(({ row }) => !order.isOpen(row))
    const bounds = closed.map(({ node, position }) => ({ node, least: 0, most: position }))
    const splits = closed.length > closedBefore ? narrow({ ...found, splits: all }, bounds) : all
    if (splits.length === 0) return false
    const only = onlySolution(splits)
    if (only) return visit(rowsOfSolution(only, order))
    const place = places[depth]
    if (place === undefined) throw new RangeError('Two sets differ in some row')
    const { node, position } = place
    const rest = (least: number, most: number): readonly Split[] =>
      narrow({ ...found, splits }, [{ node, least, most }])
    return (
      walk(rest(position + 1, Number.POSITIVE_INFINITY), depth + 1, closed.length) ||
      walk(rest(0, position), depth + 1, closed.length)
    )
  }
  walk(found.splits, 0, 0)
}

/** The rows of the least set. */
export function firstSet(found: Found, order: Omit<Order, 'isOpen'>): readonly number[] {
  let first: readonly number[] = []
  visitInOrder(found, { ...order, isOpen: () => true }, (rows) => {
    first = rows
    return true
  })
  return first
}

const rowsOfSolution = (solution: Solution, order: Order): number[] =>
  solution
    .flatMap(({ node, count }) => order.rowsOf(node).slice(0, count))
    .sort((a, b) => order.rankOf(a) - order.rankOf(b))

/** How many rows of a node a set may take. */
interface Bound {
  readonly node: number
  readonly least: number
  readonly most: number
}

/** What is left of the sets when only those remain that are within all bounds. */
function narrow({ totals, splits }: Found, bounds: readonly Bound[]): Split[] {
  return splits.flatMap((split) => {
    const { left, right } = split.halves
    const isWithout = ({ node, least }: Bound): boolean =>
      least > 0 && ![...left.fields, ...right.fields].some((field) => field.node === node)
    if (bounds.some(isWithout)) return []
    const kept = { ...split, left: within(left, split.left, bounds), right: within(right, split.right, bounds) }
    return kept.left === split.left && kept.right === split.right ? [split] : meeting(kept, totals)
  })
}

/** The entries that are within all bounds; when all are, these themselves. */
function within({ fields }: Half, entries: Entries, bounds: readonly Bound[]): Entries {
  const tests = bounds.flatMap(({ node, ...bound }) =>
    fields.filter((field) => field.node === node).map((field) => ({ field, ...bound })),
  )
  const isWithin = (code: number): boolean =>
    tests.every(({ field, least, most }) => countIn(code, field) >= least && countIn(code, field) <= most)
  if (tests.length === 0 || entries.codes.every(isWithin)) return entries
  const positions = Array.from(entries.codes.keys()).filter((position) => isWithin(entries.codes[position] ?? 0))
  return pick(entries, positions)
}

/** Every set, in no particular order, unless there are more than `countMax`. */
export function listSolutions({ totals, splits }: Found, countMax: number): Solution[] | 'too_many' {
  const solutions: Solution[] = []
  let count = 0
  for (const { halves, left, right } of splits) {
    for (const total of totals) {
      eachMeeting({ left, right, total }, (index, from, to) => {
        count += to - from
        if (count > countMax) return
        for (const code of right.codes.slice(from, to)) solutions.push(solutionOf(halves, left.codes[index] ?? 0, code))
      })
    }
  }
  return count > countMax ? 'too_many' : solutions
}

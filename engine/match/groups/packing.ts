import type { Solution } from './subset-search.ts'

/** `ambiguous: "best"` of subsets: which of several anchors are served, and with which records. */

export interface Contest {
  /** The sets that each anchor may be served with, anchors by id. */
  readonly contenders: readonly (readonly Solution[])[]
  /** Whether the anchors are the source, whose ids are compared first. */
  readonly anchorsLead: boolean
  /** The rows of a node, by id. */
  rowsOf(node: number): readonly number[]
  rankOfItem(row: number): number
}

export interface Served {
  /** Position of the anchor. */
  readonly index: number
  /** Rows by id. */
  readonly items: readonly number[]
}

/**
 * The most anchors that can be served at once, those with the least sorted source ids; then, match by match in the order
 * of source ids, with the least target ids, and with the least source ids. Twins are given out by id, to the anchors by
 * id. Undefined when the search takes more steps than it may: packing sets is hard in general.
 */
export function serveBest(contest: Contest, stepCountMax: number): readonly Served[] | undefined {
  const usedOf = new Map<number, number>()
  let best: readonly Served[] = []
  let bestMerit: Merit = []
  let stepsLeft = stepCountMax
  const walk = (index: number, served: readonly Served[]): void => {
    const contender = contest.contenders[index]
    stepsLeft -= 1 + (contender?.length ?? Math.ceil(served.length / matchesPerStep))
    if (stepsLeft < 0 || isHopeless(contest, { index, served, best })) return
    if (contender === undefined) {
      const merit = meritOf(contest, served)
      if (served.length > best.length || isLess(merit, bestMerit)) [best, bestMerit] = [served, merit]
      return
    }
    for (const { solution, items } of optionsOf(contest, contender, usedOf)) {
      give(usedOf, solution, 1)
      walk(index + 1, [...served, { index, items }])
      give(usedOf, solution, -1)
    }
    walk(index + 1, served)
  }
  walk(0, [])
  return stepsLeft < 0 ? undefined : best
}

/** So many matches are weighed against others in the time of a look at one set. */
const matchesPerStep = 16

function give(usedOf: Map<number, number>, solution: Solution, times: 1 | -1): void {
  for (const { node, count } of solution) usedOf.set(node, (usedOf.get(node) ?? 0) + times * count)
}

/** The sets of an anchor that there is enough left for, least ids first. */
function optionsOf(
  { rowsOf, rankOfItem }: Contest,
  solutions: readonly Solution[],
  usedOf: ReadonlyMap<number, number>,
): { readonly solution: Solution; readonly items: readonly number[] }[] {
  const options = solutions.flatMap((solution) => {
    const parts = solution.map(({ node, count }) => {
      const used = usedOf.get(node) ?? 0
      return { count, rows: rowsOf(node).slice(used, used + count) }
    })
    if (parts.some(({ count, rows }) => rows.length < count)) return []
    const items = parts.flatMap(({ rows }) => rows).sort((a, b) => rankOfItem(a) - rankOfItem(b))
    return [{ solution, items, ranks: items.map(rankOfItem) }]
  })
  return options.sort((a, b) => compareLists(a.ranks, b.ranks))
}

/**
 * Whether nothing below a state can be better than what was found. Where anchors lead, states are walked in the order
 * of preference of equal anchors, so that the first with these is the best.
 */
function isHopeless(
  { contenders, anchorsLead }: Contest,
  {
    index,
    served,
    best,
  }: { readonly index: number; readonly served: readonly Served[]; readonly best: readonly Served[] },
): boolean {
  const possible = served.length + contenders.length - index
  if (possible !== best.length || !anchorsLead) return possible < best.length
  const rest = Array.from({ length: contenders.length - index }, (_, position) => index + position)
  return compareLists([...served.map(indexOf), ...rest], best.map(indexOf)) >= 0
}

const indexOf = ({ index }: Pick<Served, 'index'>): number => index

/** What decides between two states that serve as many, in the order in which it does. */
type Merit = readonly (readonly number[])[]

function meritOf({ anchorsLead, rankOfItem }: Contest, served: readonly Served[]): Merit {
  if (anchorsLead) return [served.map(indexOf)]
  const matches = served.map(({ index, items }) => ({ index, ranks: items.map(rankOfItem) }))
  matches.sort((a, b) => compareLists(a.ranks, b.ranks))
  const sets = matches.flatMap(({ ranks }) => ranks)
  return [sets.toSorted((a, b) => a - b), matches.map(indexOf), sets]
}

const isLess = (left: Merit, right: Merit): boolean =>
  left.reduce((order, list, position) => order || compareLists(list, right[position] ?? []), 0) < 0

/** The order of two lists of numbers, the shorter of two that begin alike first. */
export function compareLists(left: readonly number[], right: readonly number[]): number {
  const index = left.findIndex((value, position) => value !== right[position])
  return index < 0 ? left.length - right.length : (left[index] ?? 0) - (right[index] ?? Number.NEGATIVE_INFINITY)
}

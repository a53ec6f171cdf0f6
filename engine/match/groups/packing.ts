import { at } from '../../base/at.ts'
import type { Solution } from './subset-search.ts'

/** Set packing for `ambiguous: "best"`: chooses which anchors of a component get a set, and which records are in it. */

interface PackingProblem {
  /** The sets of each anchor; anchors come by id. */
  readonly solutionsOf: readonly (readonly Solution[])[]
  /** Whether the anchors are of the source, whose ids are compared first. */
  readonly anchorsLead: boolean
  rowsOf(node: number): readonly number[]
  rankOfItem(row: number): number
}

interface PackedSet {
  readonly anchor: number
  readonly items: readonly number[]
}

/**
 * A packing with the most anchors. Of several: the one with the least sorted source ids; then, match by match in the
 * order of source ids, the least target ids, then source ids. Twins are taken by id, anchor by anchor. Undefined when
 * the search takes more than `stepCountMax` steps: set packing is NP-hard.
 */
export function bestPacking(problem: PackingProblem, stepCountMax: number): readonly PackedSet[] | undefined {
  const usedCounts = new Map<number, number>()
  let best: readonly PackedSet[] = []
  let bestKey = orderKeyOf(problem, best)
  let stepsLeft = stepCountMax
  const walk = (anchor: number, packed: readonly PackedSet[]): void => {
    const solutions = problem.solutionsOf[anchor]
    stepsLeft -= 1 + (solutions?.length ?? Math.ceil(packed.length / matchesPerStep))
    if (stepsLeft < 0 || cannotImprove(problem, { anchor, packed, best })) return
    if (solutions === undefined) {
      const key = orderKeyOf(problem, packed)
      if (packed.length > best.length || isLess(key, bestKey)) [best, bestKey] = [packed, key]
      return
    }
    for (const { solution, items } of optionsOf(problem, solutions, usedCounts)) {
      addUses(usedCounts, solution, 1)
      walk(anchor + 1, [...packed, { anchor, items }])
      addUses(usedCounts, solution, -1)
    }
    walk(anchor + 1, packed)
  }
  walk(0, [])
  return stepsLeft < 0 ? undefined : best
}

const matchesPerStep = 16

function addUses(usedCounts: Map<number, number>, solution: Solution, times: 1 | -1): void {
  for (const { node, count } of solution) usedCounts.set(node, (usedCounts.get(node) ?? 0) + times * count)
}

function optionsOf(
  { rowsOf, rankOfItem }: PackingProblem,
  solutions: readonly Solution[],
  usedCounts: ReadonlyMap<number, number>,
): { readonly solution: Solution; readonly items: readonly number[] }[] {
  const options = solutions.flatMap((solution) => {
    const parts = solution.map(({ node, count }) => {
      const used = usedCounts.get(node) ?? 0
      return { count, rows: rowsOf(node).slice(used, used + count) }
    })
    if (parts.some(({ count, rows }) => rows.length < count)) return []
    const items = parts.flatMap(({ rows }) => rows).sort((a, b) => rankOfItem(a) - rankOfItem(b))
    return [{ solution, items, ranks: items.map(rankOfItem) }]
  })
  return options.sort((a, b) => compareLists(a.ranks, b.ranks))
}

interface SearchState {
  readonly anchor: number
  readonly packed: readonly PackedSet[]
  readonly best: readonly PackedSet[]
}

/**
 * Where the anchors are of the source, packings of the same anchors are visited from best to worst: the first one wins.
 */
function cannotImprove({ solutionsOf, anchorsLead }: PackingProblem, { anchor, packed, best }: SearchState): boolean {
  const possible = packed.length + solutionsOf.length - anchor
  if (possible !== best.length || !anchorsLead) return possible < best.length
  const later = Array.from({ length: solutionsOf.length - anchor }, (_, position) => anchor + position)
  return compareLists([...packed.map(anchorOf), ...later], best.map(anchorOf)) >= 0
}

const anchorOf = ({ anchor }: Pick<PackedSet, 'anchor'>): number => anchor

type OrderKey = readonly (readonly number[])[]

function orderKeyOf({ anchorsLead, rankOfItem }: PackingProblem, packed: readonly PackedSet[]): OrderKey {
  if (anchorsLead) return [packed.map(anchorOf)]
  const matches = packed.map(({ anchor, items }) => ({ anchor, ranks: items.map(rankOfItem) }))
  matches.sort((a, b) => compareLists(a.ranks, b.ranks))
  const ranks = matches.flatMap((match) => match.ranks)
  return [ranks.toSorted((a, b) => a - b), matches.map(anchorOf), ranks]
}

const isLess = (left: OrderKey, right: OrderKey): boolean =>
  left.reduce((order, list, position) => order || compareLists(list, at(right, position)), 0) < 0

/** Compares element by element; of a list and its beginning, the beginning comes first. */
function compareLists(left: readonly number[], right: readonly number[]): number {
  const index = left.findIndex((value, position) => value !== right[position])
  if (index < 0) return left.length - right.length
  return index < right.length ? at(left, index) - at(right, index) : 1
}

import { at } from '../../base/at.ts'
import type { Side } from '../../record/side.ts'
import type { BoundSum } from '../../rules/criteria/bound-sum.ts'
import { firstRow, type Node } from '../blocks/blocks.ts'
import { entriesById } from '../blocks/id-order.ts'
import type { BoundRule } from '../state/bound-rule.ts'
import type { RunState } from '../state/run-state.ts'
import { anchorSideOf, itemSideOf, limitsOf } from './anchors.ts'
import { nearestSets, wantedTotals } from './nearest-sets.ts'
import { countEntries, type Halves, halvesOf, type Item } from './subset-halves.ts'
import { onlySolution, type SmallestSets, type Solution, smallestSets, usedNodes } from './subset-search.ts'
import type { SearchSpace } from './subset-space.ts'

export interface Answer extends Brief {
  readonly space: SearchSpace
  readonly anchor: number
}

interface Brief {
  readonly size: number
  /** The item nodes that occur in at least one set. Anchors of equal amounts in one space share this list. */
  readonly nodes: readonly number[]
  readonly only?: Solution
}

export const anchorNode = ({ space, anchor }: Answer): Node => at(space.block.anchors, anchor)

export const anchorRows = (answer: Answer): readonly number[] => anchorNode(answer).rows

export const anchorsById = (run: RunState, rule: BoundRule, answers: readonly Answer[]) =>
  entriesById(
    run[anchorSideOf(rule)],
    answers.flatMap((answer) => anchorRows(answer).map((row) => ({ row, answer }))),
  )

export interface Solver {
  costOf(space: SearchSpace): number
  answer(space: SearchSpace): Answer[]
  costOfNearest(space: SearchSpace): number
  /** The sets whose sum is nearest to that of the anchor at `row`, whether or not the rule accepts the sum. */
  nearest(space: SearchSpace, row: number): SmallestSets
  /** All smallest sets that add up to the anchor. Throws an Error where there is none. */
  find(space: SearchSpace, anchor: number): SmallestSets
}

/**
 * Caches the sums of item sets for one search space at a time, so search all anchors of a space before those of the
 * next.
 */
export function createSolver(run: RunState, rule: BoundRule, sum: BoundSum): Solver {
  const side = anchorSideOf(rule)
  const sizeMax = limitsOf(rule).maxItems
  let cached: { readonly space: SearchSpace; readonly pools: readonly Halves[] } | undefined
  const poolsOf = (space: SearchSpace): readonly Halves[] => {
    if (cached?.space !== space)
      cached = { space, pools: itemsByCurrency(run, rule, { sum, space }).map((items) => halvesOf(items, sizeMax)) }
    return cached.pools
  }
  const unitsOfAnchor = ({ block }: SearchSpace, anchor: number): bigint =>
    unitsOf(sum, side, firstRow(at(block.anchors, anchor)))
  const search = (space: SearchSpace, units: bigint): SmallestSets | undefined =>
    smallestSets(poolsOf(space), sum.totalsFor(side, units), sizeMax)
  const entryCountOf = (space: SearchSpace): number =>
    itemsByCurrency(run, rule, { sum, space }).reduce((total, items) => total + countEntries(items, sizeMax), 0)
  return {
    costOf(space) {
      const units = new Set(space.anchors.map((anchor) => unitsOfAnchor(space, anchor)))
      return units.size * sizeMax * entryCountOf(space)
    },
    costOfNearest: (space) => sizeMax * entryCountOf(space),
    nearest: (space, row) =>
      nearestSets(
        poolsOf(space),
        wantedTotals(rule, { side, units: unitsOf(sum, side, row), scale: sum.scale }),
        sizeMax,
      ),
    answer(space) {
      const briefs = new Map<bigint, Brief | undefined>()
      return space.anchors.flatMap((anchor) => {
        const units = unitsOfAnchor(space, anchor)
        if (!briefs.has(units)) briefs.set(units, briefOf(search(space, units)))
        const brief = briefs.get(units)
        return brief === undefined ? [] : [{ space, anchor, ...brief }]
      })
    },
    find(space, anchor) {
      const sets = search(space, unitsOfAnchor(space, anchor))
      if (sets === undefined) throw new Error(`No set adds up to the anchor at ${anchor}`)
      return sets
    },
  }
}

function briefOf(sets: SmallestSets | undefined): Brief | undefined {
  if (sets === undefined) return undefined
  const only = onlySolution(sets.splits)
  const { size } = sets
  return only ? { size, nodes: only.map(({ node }) => node), only } : { size, nodes: usedNodes(sets.splits) }
}

/** Amounts of two currencies never add up, even where no criterion compares currencies. */
function itemsByCurrency(
  run: RunState,
  rule: BoundRule,
  { sum, space: { block, items } }: { readonly sum: BoundSum; readonly space: SearchSpace },
): Item[][] {
  const side = itemSideOf(rule)
  const currencies = run[side].table.text('currency')
  const byCurrency = Map.groupBy(items, (node) => currencies.textAt(firstRow(at(block.items, node))))
  return [...byCurrency.values()].map((nodes) =>
    nodes.map((node): Item => {
      const { rows } = at(block.items, node)
      return { node, rowCount: rows.length, units: unitsOf(sum, side, at(rows, 0)) }
    }),
  )
}

/** Throws for a record that lacks a field of the sum: spaces leave these records out beforehand. */
export function unitsOf(sum: BoundSum, side: Side, row: number): bigint {
  const units = side === 'source' ? sum.sourceUnits(row) : sum.targetUnits(row)
  if (units === undefined) throw new Error(`The ${side} record of row ${row} lacks a field of the sum`)
  return units
}

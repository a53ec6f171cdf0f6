import type { BoundSum } from '../../rules/criteria/bound-sum.ts'
import type { BoundRule } from '../bound-rule.ts'
import { firstRow } from '../nodes.ts'
import type { RunState } from '../run-state.ts'
import { countEntries, type Halves, halvesOf, type Item } from './subset-halves.ts'
import { type Found, onlySolution, type Solution, smallestSets, usedNodes } from './subset-search.ts'
import { anchorSideOf, type Space } from './subset-space.ts'

/** What an anchor comes to: the nodes that its smallest sets have, and the set when there is only one. */
export interface Answer extends Description {
  readonly space: Space
  /** Position in the block. */
  readonly anchor: number
}

interface Description {
  /** Records of each set. */
  readonly size: number
  readonly nodes: readonly number[]
  readonly only?: Solution
}

export interface Solver {
  /** How many entries of tables answering a space looks at, at most. */
  costOf(space: Space): number
  /** The answers of those anchors of a space for which some set adds up. */
  answer(space: Space): Answer[]
  /** All smallest sets of an anchor that has an answer. */
  find(space: Space, anchor: number): Found
}

/** Searches of one rule. The tables of the last space are kept: anchors that choose from the same items share them. */
export function createSolver(run: RunState, rule: BoundRule, sum: BoundSum): Solver {
  const side = anchorSideOf(rule)
  const unitsOf = side === 'source' ? sum.sourceUnits : sum.targetUnits
  const sizeMax = rule.compiled.rule.limits?.maxItems ?? 0
  let last: { readonly space: Space; readonly pools: readonly Halves[] } | undefined
  const poolsOf = (space: Space): readonly Halves[] => {
    if (last?.space !== space)
      last = { space, pools: itemsByCurrency(run, rule, { sum, space }).map((items) => halvesOf(items, sizeMax)) }
    return last.pools
  }
  const unitsOfAnchor = ({ block }: Space, anchor: number): bigint => unitsOf(firstRow(block.anchors[anchor])) ?? 0n
  const search = (space: Space, units: bigint): Found | undefined =>
    smallestSets(poolsOf(space), sum.totalsFor(side, units), sizeMax)
  return {
    costOf(space) {
      const entries = itemsByCurrency(run, rule, { sum, space }).map((items) => countEntries(items, sizeMax))
      const units = new Set(space.anchors.map((anchor) => unitsOfAnchor(space, anchor)))
      return units.size * sizeMax * entries.reduce((total, count) => total + count, 0)
    },
    answer(space) {
      const known = new Map<bigint, Description | undefined>()
      return space.anchors.flatMap((anchor) => {
        const units = unitsOfAnchor(space, anchor)
        if (!known.has(units)) known.set(units, describe(search(space, units)))
        const found = known.get(units)
        return found === undefined ? [] : [{ space, anchor, ...found }]
      })
    },
    find(space, anchor) {
      const found = search(space, unitsOfAnchor(space, anchor))
      if (found === undefined) throw new RangeError('An anchor with an answer has a set that adds up')
      return found
    },
  }
}

function describe(found: Found | undefined): Description | undefined {
  if (found === undefined) return undefined
  const only = onlySolution(found.splits)
  const { size } = found
  return only ? { size, nodes: only.map(({ node }) => node), only } : { size, nodes: usedNodes(found.splits) }
}

/** Sums never add across currencies, also where a rule does not compare them. */
function itemsByCurrency(
  run: RunState,
  rule: BoundRule,
  { sum, space }: { readonly sum: BoundSum; readonly space: Space },
): Item[][] {
  const itemSide = anchorSideOf(rule) === 'source' ? 'target' : 'source'
  const currencies = run[itemSide].table.text('currency')
  const unitsOf = itemSide === 'source' ? sum.sourceUnits : sum.targetUnits
  const byCurrency = Map.groupBy(space.items, (node) => currencies.textAt(firstRow(space.block.items[node])))
  return [...byCurrency.values()].map((nodes) =>
    nodes.map((node): Item => {
      const { rows = [] } = space.block.items[node] ?? {}
      return { node, rowCount: rows.length, units: unitsOf(rows[0] ?? 0) ?? 0n }
    }),
  )
}

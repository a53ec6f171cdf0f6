import { at } from '../../base/at.ts'
import type { Node } from '../blocks/blocks.ts'
import { idRank, rowsById } from '../blocks/id-order.ts'
import type { BoundRule } from '../state/bound-rule.ts'
import type { RunState, Shortfall } from '../state/run-state.ts'
import { itemSideOf, toSides } from './anchors.ts'
import type { Solver } from './subset-answers.ts'
import { leastSet } from './subset-list.ts'
import type { SearchSpace } from './subset-space.ts'

interface Searched {
  readonly space: SearchSpace
  /** The anchors for which some set adds up. */
  readonly answered: ReadonlySet<Node>
  readonly solver: Solver
}

/**
 * Reports each anchor for which no set adds up; its candidates stay for other anchors. The nearest sum is searched for
 * only when the finding becomes a break. Changes `run`.
 */
export function reportShortfalls(run: RunState, rule: BoundRule, { space, answered, solver }: Searched): void {
  const open = space.anchors.filter((anchor) => !answered.has(at(space.block.anchors, anchor)))
  if (open.length === 0) return
  const side = run[itemSideOf(rule)]
  const rowsOf = (node: number): readonly number[] => rowsById(side, at(space.block.items, node).rows)
  const items = rowsById(side, space.items.flatMap(rowsOf))
  const cost = solver.costOfNearest(space)
  for (const anchor of open) {
    const shortfall: Shortfall = {
      items,
      cost,
      nearest: () =>
        rowsById(side, leastSet(solver.nearest(space, anchor), { rowsOf, rankOf: (row) => idRank(side, row) })),
    }
    for (const row of at(space.block.anchors, anchor).rows) {
      const rows = toSides(rule, { anchors: [row], items: [] })
      run.findings.push({ reason: 'sum_mismatch', rule, ...rows, candidates: [], shortfall })
    }
  }
}

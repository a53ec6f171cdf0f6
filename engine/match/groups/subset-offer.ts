import type { BoundRule } from '../bound-rule.ts'
import { suggestionCountMax } from '../closest/tie-suggestions.ts'
import type { RunState } from '../run-state.ts'
import type { Answer, Solver } from './subset-answers.ts'
import { addSubset, type Supply } from './subset-claims.ts'
import { visitInOrder } from './subset-list.ts'
import { anchorSideOf } from './subset-space.ts'

export interface Unsettled {
  /** Answers of which there is a choice, those that share items together. */
  readonly components: readonly (readonly Answer[])[]
  readonly supply: Supply
  readonly solver: Solver
}

/**
 * Suggests, to one anchor after another by id, its sets by their sorted ids, as long as no record of a set is in three
 * suggestions already. Changes `run`.
 */
export function offerSubsets(run: RunState, rule: BoundRule, { components, supply, solver }: Unsettled): void {
  const side = anchorSideOf(rule)
  const [anchorRank, itemRank] = [
    run[side].ordering.rankById,
    run[side === 'source' ? 'target' : 'source'].ordering.rankById,
  ]
  const anchors = components
    .flat()
    .flatMap((answer) => (answer.space.block.anchors[answer.anchor]?.rows ?? []).map((row) => ({ row, answer })))
    .sort((a, b) => (anchorRank[a.row] ?? 0) - (anchorRank[b.row] ?? 0))
  const counts = new Map<number, number>()
  const isOpen = (row: number): boolean => (counts.get(row) ?? 0) < suggestionCountMax
  /** The nodes of answers of which no set is open any more; anchors of one total share them, and may be thousands. */
  const spent = new Set<readonly number[]>()
  for (const { row: anchor, answer } of anchors) {
    const { space, nodes, size } = answer
    if (spent.has(nodes)) continue
    const rowsOf = (node: number): readonly number[] => supply.left(space.block.items[node])
    const openCount = nodes.reduce((count, node) => count + rowsOf(node).filter(isOpen).length, 0)
    if (openCount < size) continue
    let left = suggestionCountMax
    const order = { rowsOf, rankOf: (row: number): number => itemRank[row] ?? 0, isOpen }
    visitInOrder(solver.find(space, answer.anchor), order, (items) => {
      addSubset(run, rule, { anchor, items, interchangeable: false, ambiguous: true })
      for (const row of items) counts.set(row, (counts.get(row) ?? 0) + 1)
      left -= 1
      return left === 0
    })
    if (left === suggestionCountMax) spent.add(nodes)
  }
}

import { at } from '../../base/at.ts'
import { idRank } from '../blocks/id-order.ts'
import { suggestionCountMax } from '../closest/tie-suggestions.ts'
import type { BoundRule } from '../state/bound-rule.ts'
import type { RunState } from '../state/run-state.ts'
import { itemSideOf } from './anchors.ts'
import { type Answer, anchorsById, type Solver } from './subset-answers.ts'
import { addSubset, type Supply } from './subset-claims.ts'
import { visitSets } from './subset-list.ts'

export interface SubsetTies {
  /** Answers that share items stand together. */
  readonly components: readonly (readonly Answer[])[]
  readonly supply: Supply
  readonly solver: Solver
}

/**
 * Suggests up to three sets to one anchor after another, anchors by id and sets by their sorted ids. Sets with a record
 * that is in three suggestions already are left out. Changes `run`.
 */
export function suggestSubsets(run: RunState, rule: BoundRule, { components, supply, solver }: SubsetTies): void {
  const itemSide = run[itemSideOf(rule)]
  const counts = new Map<number, number>()
  const isOpen = (row: number): boolean => (counts.get(row) ?? 0) < suggestionCountMax
  /** Lists of nodes of which no set is open any more; thousands of anchors of one total may share a list. */
  const exhausted = new Set<readonly number[]>()
  for (const { row: anchor, answer } of anchorsById(run, rule, components.flat())) {
    const { space, nodes, size } = answer
    if (exhausted.has(nodes)) continue
    const rowsOf = (node: number): readonly number[] => supply.rowsOf(at(space.block.items, node))
    const openCount = nodes.reduce((count, node) => count + rowsOf(node).filter(isOpen).length, 0)
    if (openCount < size) continue
    let left = suggestionCountMax
    const order = { rowsOf, rankOf: (row: number): number => idRank(itemSide, row), isOpen }
    visitSets(solver.find(space, answer.anchor), order, (items) => {
      addSubset(run, rule, { anchor, items, interchangeable: false, ambiguous: true })
      for (const row of items) counts.set(row, (counts.get(row) ?? 0) + 1)
      left -= 1
      return left === 0
    })
    if (left === suggestionCountMax) exhausted.add(nodes)
  }
}

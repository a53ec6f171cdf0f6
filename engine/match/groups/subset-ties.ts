import { at } from '../../base/at.ts'
import { positionsIn } from '../blocks/components.ts'
import { idRank } from '../blocks/id-order.ts'
import { reportTie } from '../closest/apply-choice.ts'
import type { Choice } from '../closest/closest-tiers.ts'
import { suggestionCountMax } from '../closest/tie-suggestions.ts'
import type { BoundRule } from '../state/bound-rule.ts'
import type { RunState } from '../state/run-state.ts'
import { itemSideOf, toSides } from './anchors.ts'
import { type Answer, anchorRows, anchorsById, type Solver } from './subset-answers.ts'
import { addSubset, type Supply } from './subset-claims.ts'
import { visitSets } from './subset-list.ts'

/**
 * Applies a rule to the subset ties of one block. A `suggest` rule suggests up to three sets for each anchor, a `match`
 * rule reports each component as one finding. Changes `run`.
 */
export function applySubsetTies(run: RunState, rule: BoundRule, ties: SubsetTies): void {
  if (rule.compiled.rule.action === 'suggest') suggestSubsets(run, rule, ties)
  else for (const component of ties.components) reportTie(run, rule, choiceOf(rule, component, ties.supply))
}

function choiceOf(rule: BoundRule, component: readonly Answer[], supply: Supply): Choice {
  const { items } = at(component, 0).space.block
  const nodes = [...new Set(component.flatMap((answer) => answer.nodes))]
  const positionOf = positionsIn(nodes)
  const edges = component.flatMap((answer, anchor) => answer.nodes.map((node) => ({ anchor, item: positionOf(node) })))
  const isComplete = edges.length === component.length * nodes.length
  const rows = {
    anchors: component.map(anchorRows),
    items: nodes.map((node) => supply.rowsOf(at(items, node))),
  }
  const ends = {
    anchors: Uint32Array.from(edges, ({ anchor }) => anchor),
    items: Uint32Array.from(edges, ({ item }) => item),
  }
  return { ...toSides(rule, rows), edges: isComplete ? 'complete' : toSides(rule, ends) }
}

interface SubsetTies {
  /** Each component is a list of all answers that share items. */
  readonly components: readonly (readonly Answer[])[]
  readonly supply: Supply
  readonly solver: Solver
}

/**
 * Suggests up to three sets for each anchor: anchors by id, sets by their sorted ids. A set with a record that is in
 * three suggestions already is left out. Changes `run`.
 */
function suggestSubsets(run: RunState, rule: BoundRule, { components, supply, solver }: SubsetTies): void {
  const itemSide = run[itemSideOf(rule)]
  const counts = new Map<number, number>()
  const isOpen = (row: number): boolean => (counts.get(row) ?? 0) < suggestionCountMax
  /**
   * The `nodes` of answers that have no set left to suggest. Thousands of anchors of equal amounts may share a list.
   */
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

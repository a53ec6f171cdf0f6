import { at } from '../../base/at.ts'
import { positionsIn } from '../blocks/components.ts'
import { idRank, rowsById } from '../blocks/id-order.ts'
import { reportTie } from '../closest/apply-choice.ts'
import type { Choice } from '../closest/closest-tiers.ts'
import { suggestionCountMax } from '../closest/tie-suggestions.ts'
import type { BoundRule } from '../state/bound-rule.ts'
import type { RunState } from '../state/run-state.ts'
import { type AnchoredBlock, anchorSideOf, itemSideOf, toSides } from './anchors.ts'
import { bestPacking } from './packing.ts'
import { type Answer, anchorRows, anchorsById, type Solver } from './subset-answers.ts'
import { addSubset, type Subset, type Supply } from './subset-claims.ts'
import { leastSet, listSolutions, visitSets } from './subset-list.ts'
import type { Solution } from './subset-search.ts'

/**
 * Applies a rule to the subset ties of one block. A `suggest` rule suggests up to three sets for each anchor. A `match`
 * rule matches the best packing of each component under `best`, and reports each component as one finding under
 * `review` and `defer`. Changes `run`.
 */
export function applySubsetTies(run: RunState, rule: BoundRule, ties: SubsetTies): void {
  const { components, supply } = ties
  if (rule.compiled.rule.action === 'suggest') {
    suggestSubsets(run, rule, ties)
    return
  }
  const stepCountMax = stepCountFor(components.length)
  for (const component of components) {
    if (rule.compiled.rule.ambiguous === 'best') matchBest(run, rule, { ...ties, component, stepCountMax })
    else reportTie(run, rule, choiceOf(rule, component, supply))
  }
}

const blockOf = (component: readonly Answer[]): AnchoredBlock => at(component, 0).space.block

function choiceOf(rule: BoundRule, component: readonly Answer[], supply: Supply): Choice {
  const { items } = blockOf(component)
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

const componentStepCountMax = 200_000
const blockStepCountMax = 20_000_000

/** Every component gets the same number of steps, so that their order does not change the result. */
const stepCountFor = (componentCount: number): number =>
  Math.min(componentStepCountMax, Math.floor(blockStepCountMax / Math.max(1, componentCount)))

interface ComponentTie {
  readonly component: readonly Answer[]
  readonly supply: Supply
  readonly solver: Solver
  readonly stepCountMax: number
}

function matchBest(run: RunState, rule: BoundRule, tie: ComponentTie): void {
  const best = bestSubsets(run, rule, tie)
  if (best === undefined) {
    const { source, target } = choiceOf(rule, tie.component, tie.supply)
    const rows = { source: source.flat(), target: target.flat() }
    run.findings.push({ reason: 'subset_limit', rule, ...rows, candidates: [] })
  } else for (const subset of best) addSubset(run, rule, { ...subset, interchangeable: false, ambiguous: true })
}

const anchorCountMax = 512
const setCountMax = 1_000

function bestSubsets(run: RunState, rule: BoundRule, tie: ComponentTie): readonly Subset[] | undefined {
  const { component, supply, solver, stepCountMax } = tie
  const { items } = blockOf(component)
  const itemSide = run[itemSideOf(rule)]
  const rowsByNode = new Map<number, readonly number[]>()
  const rowsOf = (node: number): readonly number[] => {
    const rows = rowsByNode.get(node) ?? rowsById(itemSide, supply.rowsOf(at(items, node)))
    rowsByNode.set(node, rows)
    return rows
  }
  const rankOfItem = (row: number): number => idRank(itemSide, row)
  const anchors = anchorsById(run, rule, component)
  const [first] = anchors
  if (first !== undefined && anchors.length === 1) {
    const sets = solver.find(first.answer.space, first.answer.anchor)
    return [{ anchor: first.row, items: leastSet(sets, { rowsOf, rankOf: rankOfItem }) }]
  }
  if (anchors.length > anchorCountMax) return undefined
  const listed = solutionLists(solver)
  const solutionsOf = anchors.flatMap(({ answer }) => {
    const solutions = listed(answer)
    return solutions === 'too_many' ? [] : [solutions]
  })
  if (solutionsOf.length < anchors.length) return undefined
  const anchorsLead = anchorSideOf(rule) === 'source'
  const packing = bestPacking({ solutionsOf, anchorsLead, rowsOf, rankOfItem }, stepCountMax)
  return packing?.map((packed) => ({ anchor: at(anchors, packed.anchor).row, items: packed.items }))
}

/** The sets of an answer. Anchors of equal amounts share the list `nodes`: their sets are listed only once. */
function solutionLists(solver: Solver): (answer: Answer) => readonly Solution[] | 'too_many' {
  const listed = new Map<Answer['nodes'], readonly Solution[] | 'too_many'>()
  return ({ only, nodes, space, anchor }) => {
    const solutions = listed.get(nodes) ?? (only ? [only] : listSolutions(solver.find(space, anchor), setCountMax))
    listed.set(nodes, solutions)
    return solutions
  }
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

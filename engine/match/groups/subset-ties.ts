import type { BoundRule } from '../bound-rule.ts'
import type { Choice, Edges } from '../closest/closest-tiers.ts'
import { pairsOfThree } from '../closest/tie-candidates.ts'
import { type Finding, type RunState, status } from '../run-state.ts'
import { serveBest } from './packing.ts'
import type { Answer } from './subset-answers.ts'
import { addSubset, byId, mark, oriented, type Subset, type Supply } from './subset-claims.ts'
import { firstSet, listSolutions } from './subset-list.ts'
import { offerSubsets, type Unsettled } from './subset-offer.ts'
import { anchorSideOf } from './subset-space.ts'

/**
 * Settles each component as the rule's `ambiguous` says: held or reported as one finding, or the best of it taken. A
 * `suggest` rule lists up to three sets of an anchor instead. Changes `run`.
 */
export function settleSubsets(run: RunState, rule: BoundRule, unsettled: Unsettled): void {
  const { components, supply } = unsettled
  if (rule.compiled.rule.action === 'suggest') {
    offerSubsets(run, rule, unsettled)
    return
  }
  const stepCountMax = stepCountFor(components)
  for (const component of components) {
    if (rule.compiled.rule.ambiguous !== 'best') {
      reportTie(run, rule, choiceOf(rule, component, supply))
      continue
    }
    const best = bestOf(run, rule, { component, stepCountMax, ...unsettled })
    if (best === 'too_large') run.findings.push(findingOf(rule, 'subset_limit', choiceOf(rule, component, supply)))
    else for (const subset of best) addSubset(run, rule, { ...subset, interchangeable: false, ambiguous: true })
  }
}

function reportTie(run: RunState, rule: BoundRule, choice: Choice): void {
  const finding = { ...findingOf(rule, 'ambiguous', choice), candidates: pairsOfThree(run, choice) }
  run.findings.push(finding)
  if (rule.compiled.rule.ambiguous === 'review') mark(run, finding, status.held)
}

const findingOf = (rule: BoundRule, reason: Finding['reason'], { source, target }: Choice): Finding => ({
  reason,
  rule,
  source: source.flat(),
  target: target.flat(),
  candidates: [],
})

/** The anchors of a component, all that is left of the nodes in their sets, and which of them meet. */
function choiceOf(rule: BoundRule, component: readonly Answer[], supply: Supply): Choice {
  const nodes = [...new Set(component.flatMap((answer) => answer.nodes))]
  const positions = new Map(nodes.map((node, position) => [node, position]))
  const block = component[0]?.space.block
  const ends = component.flatMap((answer, anchor) =>
    answer.nodes.map((node) => ({ anchor, item: positions.get(node) ?? 0 })),
  )
  const isComplete = ends.length === component.length * nodes.length
  const edges: Edges = isComplete
    ? 'complete'
    : oriented(
        rule,
        Uint32Array.from(ends, ({ anchor }) => anchor),
        Uint32Array.from(ends, ({ item }) => item),
      )
  return {
    ...oriented(
      rule,
      component.map(({ anchor }) => block?.anchors[anchor]?.rows ?? []),
      nodes.map((node) => supply.left(block?.items[node])),
    ),
    edges,
  }
}

/** Packing the sets of more anchors, or of one with more sets, is too large to be tried. */
const anchorCountMax = 512
const setCountMax = 1_000

/** Steps of packing, each of which looks at one set or one state: for one component, and for all of a rule. */
const componentStepCountMax = 200_000
const ruleStepCountMax = 20_000_000

/** Components share the steps of their rule evenly: the order in which they come may not decide. */
function stepCountFor(components: readonly (readonly Answer[])[]): number {
  const { length } = components
  return Math.min(componentStepCountMax, Math.floor(ruleStepCountMax / Math.max(1, length)))
}

interface Packing extends Unsettled {
  readonly component: readonly Answer[]
  readonly stepCountMax: number
}

function bestOf(
  run: RunState,
  rule: BoundRule,
  { component, stepCountMax, supply, solver }: Packing,
): readonly Subset[] | 'too_large' {
  const side = anchorSideOf(rule)
  const [ranks, itemSide] = [run[side].ordering.rankById, side === 'source' ? 'target' : 'source'] as const
  const block = component[0]?.space.block
  const rowsByNode = new Map(
    component.flatMap(({ nodes }) => nodes).map((node) => [node, byId(run, itemSide, supply.left(block?.items[node]))]),
  )
  const rowsOf = (node: number): readonly number[] => rowsByNode.get(node) ?? []
  const rankOfItem = (row: number): number => run[itemSide].ordering.rankById[row] ?? 0
  const anchors = component
    .flatMap((answer) => (block?.anchors[answer.anchor]?.rows ?? []).map((row) => ({ row, answer })))
    .sort((a, b) => (ranks[a.row] ?? 0) - (ranks[b.row] ?? 0))
  const [first] = anchors
  if (first !== undefined && anchors.length === 1) {
    const found = solver.find(first.answer.space, first.answer.anchor)
    return [{ anchor: first.row, items: firstSet(found, { rowsOf, rankOf: rankOfItem }) }]
  }
  if (anchors.length > anchorCountMax) return 'too_large'
  /** Anchors of one total share the nodes of their answers, and their sets. */
  const listed = new Map<Answer['nodes'], ReturnType<typeof listSolutions>>()
  const solutionsOf = ({ only, nodes, space, anchor }: Answer): ReturnType<typeof listSolutions> => {
    const solutions = listed.get(nodes) ?? (only ? [only] : listSolutions(solver.find(space, anchor), setCountMax))
    listed.set(nodes, solutions)
    return solutions
  }
  const contenders = anchors.flatMap(({ answer }) => {
    const own = solutionsOf(answer)
    return own === 'too_many' ? [] : [own]
  })
  if (contenders.length < anchors.length) return 'too_large'
  const served = serveBest({ contenders, anchorsLead: side === 'source', rowsOf, rankOfItem }, stepCountMax)
  return served?.map(({ index, items }) => ({ anchor: anchors[index]?.row ?? 0, items })) ?? 'too_large'
}

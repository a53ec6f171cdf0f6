import { at } from '../../base/at.ts'
import type { Slices } from '../../base/slices.ts'
import type { BoundSum } from '../../rules/criteria/bound-sum.ts'
import { countRecords, type Node } from '../blocks/blocks.ts'
import { idRank, rowsById } from '../blocks/id-order.ts'
import type { BoundRule } from '../state/bound-rule.ts'
import { stepCountMaxOf } from '../state/limits.ts'
import type { RunState, Shortfall } from '../state/run-state.ts'
import { createWorkBudget } from '../state/work-budget.ts'
import { itemSideOf, limitsOf, toSides } from './anchors.ts'
import { type Answer, anchorNode, createSolver, type Solver } from './subset-answers.ts'
import { claimClearAnswers, createSupply } from './subset-claims.ts'
import { type Decision, decideAnswers } from './subset-decision.ts'
import { asSuggestion } from './subset-guard.ts'
import { leastSet } from './subset-list.ts'
import { type SearchSpace, searchSpaces, subsetLimitFinding } from './subset-space.ts'
import { applySubsetTies } from './subset-ties.ts'

/** This many entries of the tables of half-sums count as one step. */
const entriesPerStep = 4

const runStepsPerStep = 16

/**
 * `select: "subset"`: matches each record of the 1-side with the smallest set of open records that adds up to it, if
 * only one such set exists. All anchors are decided before the first claim. Where a block takes too many steps, its
 * costliest searches become findings whose records stay open for later rules. Crowded anchors, see `crowdedAnchors`,
 * and ties that have one are only suggested. Returns the number of pairs of an anchor and an item that meet the
 * criteria. Changes `run`.
 */
export function* claimSubsets(run: RunState, rule: BoundRule, sum: BoundSum): Slices<number> {
  const limits = { sum, itemCountMax: limitsOf(rule).maxCandidates }
  const { spaces, candidateCount, crowded } = yield* searchSpaces(run, rule, limits)
  const solver = createSolver(run, rule, sum)
  const searches: Searched[] = []
  for (const ofBlock of Map.groupBy(spaces, ({ block }) => block).values())
    searches.push(yield* searchWithin(run, rule, { spaces: ofBlock, solver }))
  const settled = new Set([...crowded, ...searches.flatMap(({ answers }) => answers.map(anchorNode))])
  if (rule.compiled.rule.action === 'match')
    for (const space of searches.flatMap(({ searched }) => searched))
      reportShortfalls(run, rule, { space, settled, cost: solver.costOfNearest(space) })
  const decisions = searches.flatMap(({ answers }) =>
    [...Map.groupBy(answers, ({ space }) => space.block)].map(([block, ofBlock]) => decideAnswers(block, ofBlock)),
  )
  apply(run, rule, { decisions, crowded, solver })
  return candidateCount
}

interface Decided {
  readonly decisions: readonly Decision[]
  readonly crowded: ReadonlySet<Node>
  readonly solver: Solver
}

/** Claims come before suggestions, which are left the rows that no claim takes. */
function apply(run: RunState, rule: BoundRule, { decisions, crowded, solver }: Decided): void {
  const supply = createSupply()
  const isCrowded = (answer: Answer): boolean => crowded.has(anchorNode(answer))
  for (const isSuggested of [false, true]) {
    const applied = isSuggested ? asSuggestion(rule) : rule
    const answers = decisions.flatMap(({ clear }) => clear.filter((answer) => isCrowded(answer) === isSuggested))
    claimClearAnswers(run, applied, { answers, supply })
    for (const { ambiguous } of decisions) {
      const components = ambiguous.filter((component) => component.some(isCrowded) === isSuggested)
      applySubsetTies(run, applied, { components, supply, solver })
    }
  }
}

interface BlockSearch {
  readonly spaces: readonly SearchSpace[]
  readonly solver: Solver
}

interface Searched {
  readonly searched: readonly SearchSpace[]
  readonly answers: readonly Answer[]
}

/** Searches the spaces that the block can afford. The others become findings. */
function* searchWithin(run: RunState, rule: BoundRule, { spaces, solver }: BlockSearch): Slices<Searched> {
  const { block } = at(spaces, 0)
  const budget = createWorkBudget<SearchSpace>(
    stepCountMaxOf(run.work.limits, countRecords(toSides(rule, { anchors: block.anchors, items: block.items }))),
  )
  const stepCountOf = (space: SearchSpace): number => Math.ceil(solver.costOf(space) / entriesPerStep)
  const tooCostly = spaces.flatMap((space) => budget.add(space, stepCountOf(space)))
  for (const space of tooCostly) run.findings.push(subsetLimitFinding(rule, space))
  const searched = budget.affordable()
  const answers: Answer[] = []
  for (const space of searched) {
    const stepCount = runStepsPerStep * stepCountOf(space)
    run.work.spend(stepCount)
    for (const answer of solver.answer(space)) answers.push(answer)
    if (run.work.endsSlice(stepCount)) yield
  }
  return { searched, answers }
}

interface SearchedSpace {
  readonly space: SearchSpace
  readonly settled: ReadonlySet<Node>
  readonly cost: number
}

/**
 * Reports each anchor that is not `settled`: no set adds up to it. Its items stay open for other anchors. The nearest
 * sum is searched for only when the finding becomes a break, see `createNearestItems`. Changes `run`.
 */
function reportShortfalls(run: RunState, rule: BoundRule, { space, settled, cost }: SearchedSpace): void {
  const open = space.anchors.filter((anchor) => !settled.has(at(space.block.anchors, anchor)))
  if (open.length === 0) return
  const side = run[itemSideOf(rule)]
  const shortfall = { items: space.items.map((node) => rowsById(side, at(space.block.items, node).rows)), cost }
  for (const anchor of open)
    for (const row of at(space.block.anchors, anchor).rows) {
      const rows = toSides(rule, { anchors: [row], items: [] })
      run.findings.push({ reason: 'sum_mismatch', rule, ...rows, candidates: [], shortfall })
    }
}

/**
 * Makes a search for the items whose sum is nearest to an anchor. Of several sets, it finds the one with the fewest
 * records, then with the least ids. Rows by id. Anchors that share a list of items share its sums.
 */
export function createNearestItems(run: RunState, rule: BoundRule, sum: BoundSum) {
  const solver = createSolver(run, rule, sum)
  const side = run[itemSideOf(rule)]
  let known: { readonly items: Shortfall['items']; readonly space: SearchSpace } | undefined
  return (anchor: number, items: Shortfall['items']): readonly number[] => {
    if (known?.items !== items)
      known = {
        items,
        space: {
          block: { anchors: [], items: items.map((rows) => ({ rows })) },
          anchors: [],
          items: [...items.keys()],
        },
      }
    const sets = solver.nearest(known.space, anchor)
    return rowsById(side, leastSet(sets, { rowsOf: (node) => at(items, node), rankOf: (row) => idRank(side, row) }))
  }
}

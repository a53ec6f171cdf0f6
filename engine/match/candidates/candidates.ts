import { uint32At } from '../../base/at.ts'
import { type Pace, type Slices, uninterrupted } from '../../base/slices.ts'
import type { Units } from '../../record/columns.ts'
import type { BoundCriterion } from '../../rules/criteria/bound-criterion.ts'
import { isKey } from '../../rules/criteria/criterion-kind.ts'
import { type Ranking, rankKinds } from '../../rules/language/language.ts'
import { type Block, firstRow, firstRowsOf } from '../blocks/blocks.ts'
import { type CandidateList, createPairList } from '../blocks/pair-list.ts'
import type { Walk } from '../blocks/pair-path.ts'
import { apartTest, hasPairApart } from '../state/apart.ts'
import { type BoundRule, type OfPair, pairTest } from '../state/bound-rule.ts'
import type { WorkNeeded } from '../state/limits.ts'
import type { RunState } from '../state/run-state.ts'
import { planPairs } from './plan-pairs.ts'

/** `complete` when every pair of the block meets the criteria with the same rank tuple: then no pair is listed. */
export type Candidates = 'complete' | TooLarge | CandidateList

export interface TooLarge {
  readonly excess: WorkNeeded
}

export const isTooLarge = (candidates: Candidates): candidates is TooLarge =>
  candidates !== 'complete' && 'excess' in candidates

/** O(n log n + steps of the cheapest path). Counts its steps in `run.work`. */
export function* candidatesOf(run: RunState, rule: BoundRule, block: Block): Slices<Candidates> {
  const areAllKeys = rule.criteria.every(({ criterion }) => isKey(criterion))
  const isApart = apartIn(run, rule, block)
  if (areAllKeys && !keysHaveValues(rule, block)) return noCandidates
  if (areAllKeys && isApart === undefined) return 'complete'
  const plan = yield* planPairs(run, rule, block)
  if ('excess' in plan) return plan
  const { work } = run
  const list = yield* listPairs(rule, block, {
    ...plan,
    isApart,
    pace: work,
    countMax: work.limits.candidateCountMax,
  })
  if (!isTooLarge(list)) work.spend(stepsOfCandidate * list.count)
  return list
}

const stepsOfCandidate = 50

const noCandidates: CandidateList = { count: 0, source: new Uint32Array(), target: new Uint32Array(), ranks: [] }

export function countCandidates(candidates: Candidates, block: Block): number {
  if (candidates === 'complete') return block.source.length * block.target.length
  return isTooLarge(candidates) ? 0 : candidates.count
}

interface Listing {
  /** Whether a decision keeps two rows apart. */
  readonly isApart?: OfPair<boolean> | undefined
  readonly walk: Walk
  readonly held?: readonly BoundCriterion[]
  readonly stepsOfPair?: number
  readonly stepsOfSource?: number
  readonly countMax: number
  readonly pace?: Pace
}

/** Tests pair by pair. Stops at the first candidate beyond `countMax`. Uses memory for the candidates only. */
export function* listPairs(
  rule: BoundRule,
  block: Block,
  { walk, held, isApart = isNever, stepsOfPair = 1, stepsOfSource = 1, countMax, pace = uninterrupted }: Listing,
): Slices<CandidateList | TooLarge> {
  const { select, rank } = rule.compiled.rule
  // A subset is chosen by its sum alone.
  const list = createPairList(select === 'subset' ? [] : rankParts(rule.criteria, rank), countMax)
  const first = { source: firstRow(block.source[0]), target: firstRow(block.target[0]) }
  const holds = pairTest(rule.criteria, first, held)
  const targetRows = firstRowsOf(block.target)
  const test = (sourceRow: number, targetIndex: number): void => {
    const targetRow = uint32At(targetRows, targetIndex)
    if (!list.isFull() && holds(sourceRow, targetRow) && !isApart(sourceRow, targetRow))
      list.add(targetIndex, sourceRow, targetRow)
  }
  for (const [sourceIndex, node] of block.source.entries()) {
    const sourceRow = firstRow(node)
    if (stepsOfPair > 1) {
      // Pairs are collected first and tested in slices: comparing the texts of one record may fill many slices.
      const found: number[] = []
      walk(sourceIndex, (targetIndex) => found.push(targetIndex))
      if (pace.endsSlice(stepsOfSource)) yield
      for (const targetIndex of found) {
        test(sourceRow, targetIndex)
        if (pace.endsSlice(stepsOfPair)) yield
      }
    } else {
      let pairCount = 1
      walk(sourceIndex, (targetIndex) => {
        pairCount += 1
        test(sourceRow, targetIndex)
      })
      if (pace.endsSlice(pairCount + stepsOfSource)) yield
    }
    if (list.isFull()) return { excess: { needed: countMax + 1, limit: countMax, by: 'candidates' } }
    list.endSource(sourceIndex)
  }
  return list.finish()
}

/** Undefined where the block has no pair that is kept apart. */
function apartIn(run: RunState, rule: BoundRule, { source, target }: Block): OfPair<boolean> | undefined {
  if (run.apart === undefined) return undefined
  const rows = { source: source.map(firstRow), target: target.map(firstRow) }
  return hasPairApart(run, rule, rows) ? apartTest(run, rule) : undefined
}

const isNever = (): boolean => false

function keysHaveValues(rule: BoundRule, block: Block): boolean {
  const [source, target] = [firstRow(block.source[0]), firstRow(block.target[0])]
  return rule.criteria.some((bound) => bound.hasValues(source, target))
}

/**
 * The functions that give the parts of a pair's rank tuple. Smaller is closer, and the first part that differs decides.
 * Parts come in the order of `ranking`, then the kinds that it does not name; criteria of one kind in the order of
 * `match`. Under `as-written` each criterion in turn gives whether it was skipped, then its distance.
 */
function rankParts(criteria: readonly BoundCriterion[], ranking: Ranking = rankKinds): OfPair<Units>[] {
  if (ranking === 'as-written') return criteria.flatMap((bound) => [...skipOf(bound), ...distanceOf(bound)])
  return [...new Set([...ranking, ...rankKinds])].flatMap((kind) =>
    kind === 'skipped'
      ? criteria.flatMap(skipOf)
      : criteria.filter(({ criterion }) => criterion.kind.rank === kind).flatMap(distanceOf),
  )
}

const skipOf = (bound: BoundCriterion): OfPair<Units>[] =>
  bound.criterion.nulls === 'skip' ? [(source, target) => Number(bound.verdict(source, target) === 'skipped')] : []

const distanceOf = (bound: BoundCriterion): OfPair<Units>[] =>
  bound.criterion.kind.rank === undefined ? [] : [bound.rank]

import type { Units } from '../../record/columns.ts'
import type { BoundCriterion } from '../../rules/criteria/bound-criterion.ts'
import { type Ranking, rankKinds } from '../../rules/language/language.ts'
import type { OfPair } from '../state/bound-rule.ts'

/**
 * The parts of a pair's rank tuple, smaller is closer, in the order in which they decide: kind by kind as `ranking` says,
 * kinds that it leaves out behind the others in their usual order, and inside a kind the order of `match`. Under
 * `as-written` the criteria decide one after another, each by whether it was skipped and then by its distance. Only what
 * can deviate enters, so that every tuple of a rule has the same length.
 */
export function rankParts(criteria: readonly BoundCriterion[], ranking: Ranking = rankKinds): OfPair<Units>[] {
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

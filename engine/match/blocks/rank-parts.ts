import type { Units } from '../../record/columns.ts'
import type { BoundCriterion } from '../../rules/criteria/bound-criterion.ts'
import { type Ranking, rankKinds } from '../../rules/language/language.ts'
import type { OfPair } from '../state/bound-rule.ts'

/**
 * The functions that give the rank tuple of a pair; smaller is closer, and the first differing part decides. Kinds come
 * in the order of `ranking`, then the other kinds in their usual order; criteria of one kind in the order of `match`.
 * Under `as-written` each criterion in turn gives whether it was skipped, then its distance.
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

import type { Slices } from '../base/slices.ts'
import type { Known } from './contradictions.ts'
import type { Draft } from './draft.ts'
import type { TrialRun } from './trial-run.ts'
import { claimCountMin, sureFractionMin, type Weighed, weighDraft, wrongFractionMax } from './weigh-draft.ts'

export interface Learnt extends Weighed {
  readonly action: 'match' | 'suggest'
}

interface TakerParts {
  readonly run: TrialRun
  readonly known: Known
  /** The rule of a draft as these sides need it. */
  readonly fit: (rule: Draft['rule']) => Draft['rule']
}

/** Collects the rules of the proposal. Each draft is tried on the records that earlier rules left open. */
export function createTaker({ run, known, fit }: TakerParts) {
  const taken: Learnt[] = []
  const doubtful: Draft[] = []
  return {
    /** Takes the drafts that match enough and are rarely wrong; returns how many it took. */
    *offer(drafts: readonly Draft[]): Slices<number> {
      let count = 0
      for (const each of drafts) {
        yield
        const draft = { ...each, rule: fit(each.rule) }
        const weighed = yield* weighDraft(run, draft, known)
        if (weighed === undefined || !isEnough(weighed)) continue
        if (weighed.wrongFraction > wrongFractionMax || isRareDifference(weighed, run.pairs().length)) {
          if (weighed.likelyWrongFraction < doubtfulFractionMax) doubtful.push(each)
          continue
        }
        yield* run.keep(draft.rule)
        taken.push({ ...weighed, action: 'match' })
        count += 1
      }
      return count
    },
    /** The rules that match, then the doubtful drafts and `further` ones, weighed as suggestions of what is left. */
    *list(further: readonly Draft[]): Slices<readonly Learnt[]> {
      const suggested: Learnt[] = []
      for (const each of [...doubtful, ...further]) {
        yield
        const draft = { ...each, rule: suggesting(fit(each.rule)) }
        const weighed = yield* weighDraft(run, draft, known)
        if (weighed === undefined || !isEnough(weighed)) continue
        suggested.push({ ...weighed, wrongFraction: weighed.likelyWrongFraction, action: 'suggest' })
      }
      return [...taken, ...suggested]
    },
  }
}

/** Fewer matches, as a fraction of all, are no habit: the amounts may differ since one of the two is wrong. */
const habitFractionMin = 0.01

/** Whether the rule accepts differences that are neither a fee, a rate nor cents, and hardly a record has any. */
const isRareDifference = ({ draft: { rule }, claims }: Weighed, matchedCount: number): boolean =>
  (rule.variance === 'other' || rule.residual !== undefined) &&
  claims.length < habitFractionMin * (matchedCount + claims.length)

/** A rule with a larger fraction of wrong matches is dropped. */
const doubtfulFractionMax = 0.5

const isEnough = ({ draft, claims, chanceCount }: Weighed): boolean => {
  const isSure = (draft.identity?.rightFraction ?? 0) >= sureFractionMin
  return claims.length >= claimCountMin && isAbove(claims.length, chanceCount, isSure ? 2 : 4)
}

/** Whether a count exceeds chance by this many standard deviations. */
const isAbove = (count: number, chance: number, deviations: number): boolean =>
  count >= chance && (count - chance) ** 2 >= deviations ** 2 * chance

/** A suggestion leaves no residual, and a tie is none. */
const suggesting = ({ residual: _, ...rule }: Draft['rule']): Draft['rule'] => ({
  ...rule,
  action: 'suggest',
  ambiguous: (rule.cardinality ?? '1:1') === '1:1' ? 'drop' : 'defer',
})

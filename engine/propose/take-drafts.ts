import type { Slices } from '../base/slices.ts'
import type { Draft } from './draft.ts'
import type { LinkEvidence } from './link-evidence.ts'
import type { TrialRun } from './trial-run.ts'
import { type Weighed, weighDraft, wrongFractionMax } from './weigh-draft.ts'

export interface Learnt extends Weighed {
  readonly action: 'match' | 'suggest'
}

/** Collects the rules of the proposal. Each draft is tried on the records that earlier rules left open. */
export function createTaker(run: TrialRun, evidence: readonly LinkEvidence[]) {
  const taken: Learnt[] = []
  const doubtful: Learnt[] = []
  return {
    /** Takes the drafts that match enough and are rarely wrong; returns how many it took. */
    *offer(drafts: readonly Draft[]): Slices<number> {
      let count = 0
      for (const draft of drafts) {
        yield
        const weighed = yield* weighDraft(run, draft, evidence)
        if (weighed === undefined || !isEnough(weighed)) continue
        if (weighed.wrongFraction > wrongFractionMax) {
          if (weighed.wrongFraction < doubtfulFractionMax) doubtful.push({ ...weighed, action: 'suggest' })
          continue
        }
        yield* run.keep(draft.rule)
        taken.push({ ...weighed, action: 'match' })
        count += 1
      }
      return count
    },
    /** Adds drafts as suggestions if they match clearly more than chance would. */
    *suggest(drafts: readonly Draft[]): Slices<void> {
      for (const draft of drafts) {
        yield
        const weighed = yield* weighDraft(run, { ...draft, rule: suggesting(draft.rule) }, evidence)
        if (weighed !== undefined && isEnough(weighed)) doubtful.push({ ...weighed, draft, action: 'suggest' })
      }
    },
    list: (): readonly Learnt[] => [...taken, ...doubtful],
  }
}

/** A rule with fewer matches, or with a larger fraction of wrong ones, is dropped. */
export const claimCountMin = 3
const doubtfulFractionMax = 0.5

const isEnough = ({ draft, claims, chanceCount }: Weighed): boolean => {
  const isSure = (draft.identity?.rightFraction ?? 0) >= sureFractionMin
  return claims.length >= claimCountMin && isAbove(claims.length, chanceCount, isSure ? 2 : 4)
}

/** From this fraction of right pairs on, a key needs less proof. */
const sureFractionMin = 0.85

/** Whether a count exceeds chance by this many standard deviations. */
const isAbove = (count: number, chance: number, deviations: number): boolean =>
  count >= chance && (count - chance) ** 2 >= deviations ** 2 * chance

export const suggesting = (rule: Draft['rule']): Draft['rule'] => ({
  ...rule,
  action: 'suggest',
  ambiguous: (rule.cardinality ?? '1:1') === '1:1' ? 'drop' : 'defer',
})

import type { Slices } from '../base/slices.ts'
import type { Draft } from './draft.ts'
import type { LinkEvidence } from './link-evidence.ts'
import type { TrialRun } from './trial-run.ts'
import { type Weighed, weighDraft, wrongShareMax } from './weigh-draft.ts'

/** A draft that goes into the proposal. */
export interface Learnt extends Weighed {
  readonly action: 'match' | 'suggest'
}

/** Takes drafts into the proposal, each tried on what those before it leave. */
export function createTaker(run: TrialRun, evidence: readonly LinkEvidence[]) {
  const taken: Learnt[] = []
  const doubtful: Learnt[] = []
  return {
    /** Takes those that claim enough and are hardly ever wrong; returns how many. */
    *offer(drafts: readonly Draft[]): Slices<number> {
      let count = 0
      for (const draft of drafts) {
        yield
        const weighed = yield* weighDraft(run, draft, evidence)
        if (weighed === undefined || !isEnough(weighed)) continue
        if (weighed.wrongShare > wrongShareMax) {
          if (weighed.wrongShare < doubtfulShareMax) doubtful.push({ ...weighed, action: 'suggest' })
          continue
        }
        yield* run.keep(draft.rule)
        taken.push({ ...weighed, action: 'match' })
        count += 1
      }
      return count
    },
    /** Notes drafts as suggestions where they stand out from chance. */
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

/** Matches for which a rule is worth having, and how far above chance they are. */
export const claimCountMin = 3
const doubtfulShareMax = 0.5

const isEnough = ({ draft, claims, chanceCount }: Weighed): boolean => {
  const isSure = (draft.identity?.rightShare ?? 0) >= sureShareMin
  return claims.length >= claimCountMin && isAbove(claims.length, chanceCount, isSure ? 2 : 4)
}

/** The share of related records that belong together, at least, where a key needs less proof. */
const sureShareMin = 0.85

/** Whether a count is above what chance gives by so many times its deviation. */
const isAbove = (count: number, chance: number, deviations: number): boolean =>
  count >= chance && (count - chance) ** 2 >= deviations ** 2 * chance

/** The same rule as a suggestion. */
export const suggesting = (rule: Draft['rule']): Draft['rule'] => ({
  ...rule,
  action: 'suggest',
  ambiguous: (rule.cardinality ?? '1:1') === '1:1' ? 'drop' : 'defer',
})

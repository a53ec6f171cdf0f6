import { computeWithPauses } from '@tallystick/engine/base'
import { findImpactInSlices, type PolicyImpact } from '@tallystick/engine/explain'
import type { OnProgress } from './engine-types.ts'
import type { ImpactEnd, RuleWorth } from './impact-types.ts'
import { oncePer } from './once-per.ts'
import type { OpenRun } from './open-run-lines.ts'
import type { SessionContext } from './session-context.ts'
import { type Turn, untilCancelled } from './turns.ts'

export const impactQuestions = ({ openRuns, turns }: SessionContext) => ({
  /**
   * The outcome without each rule in turn: the rules after it are executed again, once for a run. Throws for a run that
   * is not open.
   */
  async rulesWorth(id: string, onProgress: OnProgress): Promise<ImpactEnd> {
    const openRun = openRuns.get(id)
    const turn = turns.begin('impact')
    const rules = await untilCancelled(() => worthOfRules(openRun, turn, onProgress))
    return rules === undefined ? { kind: 'cancelled' } : { kind: 'done', rules }
  },

  /** Results for rules computed so far are kept. */
  cancelRulesWorth: (): void => turns.end('impact'),
})

const knownWorths = oncePer((_: OpenRun) => new Map<string, RuleWorth>())

/** Computes one rule at a time, so that a cancellation keeps the results of the earlier rules. */
async function worthOfRules(openRun: OpenRun, turn: Turn, onProgress: OnProgress): Promise<readonly RuleWorth[]> {
  const known = knownWorths(openRun)
  const { rules } = openRun.policy
  const worths: RuleWorth[] = []
  for (const [place, { id }] of rules.entries()) {
    onProgress({ step: `Without rule ${place + 1} of ${rules.length}`, ratio: place / rules.length })
    const worth = known.get(id) ?? (await worthOf(openRun, id, turn))
    known.set(id, worth)
    worths.push(worth)
  }
  return worths
}

async function worthOf(openRun: OpenRun, rule: string, turn: Turn): Promise<RuleWorth> {
  const { run, outcome } = await openRun.ended()
  await turn.pause()
  const slices = findImpactInSlices(openRun.sha256, { policy: openRun.policy, run, outcome, rule })
  const [impact] = (await computeWithPauses(slices, turn.pause))?.rules ?? []
  if (impact?.withoutRule == null) throw new Error(`Got no impact of rule ${rule}`)
  return plainWorth(rule, impact.withoutRule)
}

type WithoutRule = NonNullable<PolicyImpact['rules'][number]['withoutRule']>

const plainWorth = (rule: string, without: WithoutRule): RuleWorth => ({
  rule,
  onlyMatches: without.onlyThisRule.matches,
  onlyAmounts: without.onlyThisRule.value,
  takenOver: without.takenOver.map((each) => ({ rule: each.rule, matches: each.matches })),
  wouldBreak: without.wouldBreak.bySide,
  wouldMatch: without.wouldMatch.bySide,
  wouldExclude: without.wouldExclude.bySide,
  wouldNet: without.wouldNet.bySide,
})

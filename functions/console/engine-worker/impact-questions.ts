import { computeWithPauses } from '@tallystick/engine/base'
import { findImpactInSlices, type PolicyImpact } from '@tallystick/engine/explain'
import type { OnProgress } from './engine-types.ts'
import type { ImpactEnd, RuleWorth } from './impact-types.ts'
import { perBook } from './per-book.ts'
import type { RunBook } from './run-book.ts'
import type { SessionContext } from './session-context.ts'
import { type Turn, untilCancelled } from './turns.ts'

/** What the page asks about the rules of an open run. */
export const impactQuestions = ({ books, turns }: SessionContext) => ({
  /**
   * What the run would have come to without each of its rules. For each the rules after it are executed again, once a
   * run: the answer is kept. Throws for a run that is not open.
   */
  async rulesWorth(id: string, onProgress: OnProgress): Promise<ImpactEnd> {
    const book = books.get(id)
    const turn = turns.begin('impact')
    const rules = await untilCancelled(() => worthOfRules(book, turn, onProgress))
    return rules === undefined ? { kind: 'cancelled' } : { kind: 'done', rules }
  },

  /** Ends the computation that is at work. What it has found so far is kept. */
  cancelRulesWorth: (): void => turns.end('impact'),
})

const knownWorths = perBook((_: RunBook) => new Map<string, RuleWorth>())

/** Rule by rule, so that no number of records is too many. */
async function worthOfRules(book: RunBook, turn: Turn, onProgress: OnProgress): Promise<readonly RuleWorth[]> {
  const known = knownWorths(book)
  const { rules } = book.policy
  const worths: RuleWorth[] = []
  for (const [place, { id }] of rules.entries()) {
    onProgress({ step: `Without rule ${place + 1} of ${rules.length}`, share: place / rules.length })
    const worth = known.get(id) ?? (await worthOf(book, id, turn))
    known.set(id, worth)
    worths.push(worth)
  }
  return worths
}

async function worthOf(book: RunBook, rule: string, turn: Turn): Promise<RuleWorth> {
  const { run, outcome } = await book.ended()
  await turn.rest()
  const slices = findImpactInSlices(book.sha256, { policy: book.policy, run, outcome, rule })
  const [impact] = (await computeWithPauses(slices, turn.rest))?.rules ?? []
  if (impact?.withoutRule == null) throw new Error(`Got no impact of rule ${rule}`)
  return plainWorth(rule, impact.withoutRule)
}

type WithoutRule = NonNullable<PolicyImpact['rules'][number]['withoutRule']>

/** The counts without the lists of records. */
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

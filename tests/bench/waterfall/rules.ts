import type { RuleInput } from '@tallystick/engine/rules'
import type { Tier } from './tier.ts'

/** The rules of the job `waterfall`, in their order. */
export const ruleIds = ['exact', 'fee', 'typing-error', 'payout', 'late'] as const
export type RuleId = (typeof ruleIds)[number]

/** The most that an amount may be off by a fee, in cents, and the days that rules allow. */
export const feeCentsMax = 100
export const typingErrorDaysMax = 1
export const lateDaysMax = 3

/** Edits that are a typing error. Two characters changed over are two edits. */
export const editCountMax = 2

/**
 * The least Levenshtein similarity that two edits leave, and three do not: 1 − 2 ÷ n for the shortest references, n
 * characters long, and still less than 1 − 3 ÷ n for the longest.
 */
export const similarityMin: { readonly [tier in Tier]: string } = { usual: '0.875', hard: '0.9687' }

/** The same as a waterfall for `--rules`. Sums come before the keyless rule, which would take their members. */
export function rulesOf(tier: Tier): readonly RuleInput[] {
  const reference = {
    field: 'reference',
    ...(tier === 'hard' && { normalize: ['trim', 'collapse-space', 'upper', 'fold-accents'] as const }),
  }
  const [amount, currency] = [{ field: 'amount' }, { field: 'currency' }]
  const similarity = { method: 'levenshtein', min: similarityMin[tier] } as const
  return [
    { id: 'exact', match: [reference, currency, amount] },
    { id: 'fee', variance: 'fee', match: [reference, currency, { field: 'amount', tolerance: '1.00' }] },
    {
      id: 'typing-error',
      match: [amount, currency, { field: 'date', days: typingErrorDaysMax }, { ...reference, similarity }],
    },
    { id: 'payout', cardinality: 'n:1', match: [reference, currency], sum: {} },
    {
      id: 'late',
      where: { target: [{ field: 'reference', op: 'absent' }] },
      match: [amount, currency, { field: 'date', days: lateDaysMax }],
    },
  ]
}

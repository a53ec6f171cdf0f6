import type { DecisionKind, DecisionLine } from '../../../engine/close/decision.ts'
import type { ItemName } from '../../../engine/close/item-name.ts'
import type { CanonicalRecord } from '../../../engine/record/record.ts'
import type { RuleInput, RuleSetInput } from '../../../engine/rules/language/written-form.ts'

let count = 0

/** A decision with an id of its own, by `ann` where the test says nothing else. */
export function decide(kind: DecisionKind, items: readonly ItemName[], more: Partial<DecisionLine> = {}): DecisionLine {
  count += 1
  const id = `dcn_${count}`
  return { id, kind, actor: 'ann', time: '2026-04-02T09:00:00.000Z', ...(items.length > 0 && { items }), ...more }
}

/** A record of 10 March whose reference is its id without the first letter. */
export const record = (id: string, amount: string, more: Partial<CanonicalRecord> = {}): CanonicalRecord => ({
  id,
  amount,
  currency: 'EUR',
  date: '2026-03-10',
  reference: id.slice(1),
  ...more,
})

export const byReference: readonly RuleInput[] = [
  { id: 'reference', match: [{ field: 'reference' }, { field: 'amount' }] },
]

/** These rules, and with a turned target where it is asked for. */
export const withSigns = (rules: readonly RuleInput[], isTurned: boolean): RuleSetInput => ({
  form: 'rules',
  rules,
  ...(isTurned && { referenceData: { signs: { target: 'turned' } } }),
})

/** Rules that let any part payment pass, the second those of the residuals that the first leaves. */
export const partPayments: readonly RuleInput[] = ['first', 'second'].map((id) => ({
  id,
  residual: 'open',
  match: [{ field: 'reference' }, { field: 'amount', tolerance: '100%' }],
}))

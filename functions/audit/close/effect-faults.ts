import { type DecisionLine, type DecisionStatus, type FoldedPeriod, statusesOfMade } from '@tallystick/engine/close'

/** A decision that would have no effect at once is refused, and the batch with it. The period is folded with the batch. */
export const effectFaults = (folded: FoldedPeriod, batch: readonly DecisionLine[]): readonly string[] =>
  statusesOfMade(folded, batch).flatMap(({ decision, state, reason }) =>
    state === 'lapsed' && reason !== undefined ? [`decision ${decision} cannot be made: ${lapseTexts[reason]}`] : [],
  )

/** Why a decision has no effect. */
export const lapseTexts: { readonly [reason in NonNullable<DecisionStatus['reason']>]: string } = {
  gone: 'an item is not there',
  changed: 'an item is not as it was',
  repeated: 'an item was counted before; keep says that it is a record of its own',
  later: 'an item is of a later period',
  excluded: 'an item is excluded by a rule',
  withdrawn: 'an item was withdrawn',
  matched: 'an item is matched already',
  amount_differs: 'the amount is not the difference of the items',
  currencies_differ: 'the items have several currencies; only an exchange matches them',
  one_currency: 'the items have one currency, so that nothing is exchanged',
  not_zero: 'the items of one side do not come to zero',
  unknown_decision: 'there is no such decision',
  own_approval: 'the same key has made the decision',
  overdue: 'the day until which it carries is before the last day of the period',
}

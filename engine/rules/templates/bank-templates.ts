import type { CriterionInput, RuleInput } from '../language/language.ts'
import { amount, amountAndDate, currency, reference, within } from './template-parts.ts'

export const bankLedger: readonly RuleInput[] = [
  { id: 'reference', name: 'Same reference', match: [reference, amount, currency, within(5)] },
  {
    id: 'reference-in-text',
    name: 'The ledger’s reference in the bank’s text',
    match: [
      { sourceField: 'description', targetField: 'reference', op: 'contains', normalize: ['upper'] },
      amount,
      currency,
      within(5),
    ],
  },
  {
    id: 'reference-cents',
    name: 'Same reference, cents apart',
    variance: 'rounding',
    match: [reference, { ...amount, tolerance: '0.05' }, currency, within(5)],
  },
  amountAndDate(amount, 3),
]

const payoutKey: CriterionInput = {
  sourceField: 'attributes.payout',
  targetField: 'reference',
  normalize: ['trim', 'upper'],
}
const netOfFees: RuleInput['sum'] = { source: [{ field: 'gross' }, { field: 'fee', times: -1, default: '0' }] }

export const processorPayouts: readonly RuleInput[] = [
  {
    id: 'payout',
    name: 'Net amounts of a payout',
    cardinality: 'n:1',
    match: [payoutKey, currency],
    sum: { source: [{ field: 'net' }] },
  },
  {
    id: 'payout-in-text',
    name: 'Net amounts of a payout that the bank’s text names',
    cardinality: 'n:1',
    match: [{ ...payoutKey, targetField: 'description', op: 'listed', normalize: ['upper'] }, currency],
    sum: { source: [{ field: 'net' }] },
  },
  {
    id: 'payout-less-fees',
    name: 'Amounts of a payout less their fees',
    cardinality: 'n:1',
    variance: 'rounding',
    match: [payoutKey, currency],
    sum: { ...netOfFees, tolerance: '0.05' },
  },
  amountAndDate({ sourceField: 'net', targetField: 'amount' }, { from: 0, to: 5 }),
]

export const cardSettlement: readonly RuleInput[] = [
  { id: 'batch', name: 'Same batch', cardinality: 'n:1', match: [reference, currency], sum: {} },
  {
    id: 'batch-less-fee',
    name: 'Same batch, less a fee of up to 4 %',
    cardinality: 'n:1',
    variance: 'fee',
    match: [reference, currency, within({ from: 0, to: 7 })],
    sum: { tolerance: { from: '-4%', to: '0' } },
  },
  {
    id: 'days',
    name: 'Takings of a few days that add up to a deposit',
    action: 'suggest',
    cardinality: 'n:1',
    select: 'subset',
    match: [currency, within({ from: 0, to: 4 })],
    sum: {},
  },
]

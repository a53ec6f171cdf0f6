import type { CriterionInput, SumInput } from '../../../../engine/rules/language/written-form.ts'
import { dateText } from './days.ts'
import type { Draft } from './draft.ts'
import { moneyText, percentOf } from './money.ts'

/** How processors show their fees, and what tells to which payout a charge belongs. */

export interface FeeLayout {
  readonly name: string
  readonly feeOf: (gross: number) => number
  readonly write: (gross: number, fee: number) => Draft
  readonly sum: SumInput
  /** What cannot be told from an amount alone leaves no room for refunds, whose fees stay with the processor. */
  readonly hasRefunds: boolean
  /** The fees of a payout are a line of their own. */
  readonly hasFeeLine?: true
}

const cardFee = (gross: number): number => percentOf(gross, 290) + 30
const target: SumInput['target'] = [{ field: 'amount' }]

export const feeLayouts: readonly FeeLayout[] = [
  {
    name: 'gross and fee',
    write: (gross, fee) => ({ gross: moneyText(gross), fee: moneyText(fee) }),
    sum: { target, source: [{ field: 'gross' }, { field: 'fee', times: -1 }] },
    feeOf: cardFee,
    hasRefunds: true,
  },
  {
    name: 'amount and fee',
    write: (gross, fee) => ({ amount: moneyText(gross), fee: moneyText(fee) }),
    sum: { target, source: [{ field: 'amount' }, { field: 'fee', times: -1 }] },
    feeOf: cardFee,
    hasRefunds: true,
  },
  {
    name: 'amount and negative fee',
    write: (gross, fee) => ({ amount: moneyText(gross), fee: moneyText(-fee) }),
    sum: { target, source: [{ field: 'amount' }, { field: 'fee' }] },
    feeOf: cardFee,
    hasRefunds: true,
  },
  {
    name: 'net',
    write: (gross, fee) => ({ amount: moneyText(gross), fee: moneyText(fee), net: moneyText(gross - fee) }),
    sum: { target, source: [{ field: 'net' }] },
    feeOf: cardFee,
    hasRefunds: true,
  },
  {
    name: 'a line of its own',
    write: (gross) => ({ amount: moneyText(gross) }),
    sum: {},
    feeOf: cardFee,
    hasRefunds: true,
    hasFeeLine: true,
  },
  {
    name: '2.9 % and 0.30, not shown',
    write: (gross) => ({ amount: moneyText(gross) }),
    sum: { target, source: [{ field: 'amount' }, { percent: '-2.9', of: 'amount' }, { fixed: '-0.30' }] },
    feeOf: cardFee,
    hasRefunds: false,
  },
  {
    name: '1.4 %, not shown',
    write: (gross) => ({ amount: moneyText(gross) }),
    sum: { target, source: [{ field: 'amount' }, { percent: '-1.4', of: 'amount' }] },
    feeOf: (gross) => percentOf(gross, 140),
    hasRefunds: false,
  },
  { name: 'none', write: (gross) => ({ amount: moneyText(gross) }), sum: {}, feeOf: () => 0, hasRefunds: true },
]

export interface Payout {
  readonly paidOn: number
  readonly code: string
  readonly position: number
}

export interface KeyLayout {
  readonly name: string
  readonly source: (payout: Payout) => Draft
  readonly target: (payout: Payout) => Draft
  readonly criterion: CriterionInput
  /** One payout a day, and nothing else on the other side. */
  readonly isDaily?: true
}

const onDay = { isDaily: true as const, target: () => ({ description: 'Payout' }) }

export const keyLayouts: readonly KeyLayout[] = [
  {
    name: 'payout id is the id',
    source: ({ code }) => ({ 'attributes.payoutId': code }),
    target: ({ code }) => ({ id: code }),
    criterion: { sourceField: 'attributes.payoutId', targetField: 'id' },
  },
  {
    name: 'payout id in reference',
    source: ({ code }) => ({ 'attributes.transfer': code }),
    target: ({ code }) => ({ reference: code }),
    criterion: { sourceField: 'attributes.transfer', targetField: 'reference' },
  },
  {
    name: 'payout id in the text',
    source: ({ code }) => ({ 'attributes.payout': code }),
    target: ({ code }) => ({ description: `STRIPE PAYOUT ${code.toUpperCase()} TRANSFER`, counterparty: 'Stripe' }),
    criterion: {
      sourceField: 'attributes.payout',
      targetField: 'description',
      normalize: ['upper', { extract: 'PO_*******' }],
    },
  },
  {
    name: 'number of the settlement',
    source: ({ position }) => ({ 'attributes.settlement': String(20_000 + position) }),
    target: ({ position }) => ({ reference: `SETTL/${20_000 + position}`, counterparty: 'Adyen' }),
    criterion: { sourceField: 'attributes.settlement', targetField: 'reference', normalize: ['digits'] },
  },
]

/** Layouts in which nothing but a day says which payout a charge is in. */
export const dayLayouts: readonly KeyLayout[] = [
  {
    name: 'day of the payout',
    source: ({ paidOn }) => ({ valueDate: dateText(paidOn) }),
    criterion: { sourceField: 'valueDate', targetField: 'date' },
    ...onDay,
  },
  {
    name: 'day of the payout in an attribute',
    source: ({ paidOn }) => ({ 'attributes.availableOn': dateText(paidOn) }),
    criterion: { sourceField: 'attributes.availableOn', targetField: 'date' },
    ...onDay,
  },
]

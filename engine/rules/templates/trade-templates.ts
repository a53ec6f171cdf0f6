import type { CriterionInput, RuleInput } from '../language/language.ts'
import { amount, amountAndDate, currency, reference, within } from './template-parts.ts'

export const ordersCharges: readonly RuleInput[] = [
  { id: 'order', name: 'Same order', match: [reference, amount, currency] },
  {
    id: 'order-in-parts',
    name: 'An order charged in parts, or refunded',
    cardinality: '1:n',
    match: [reference, currency],
    sum: {},
  },
  {
    id: 'order-in-text',
    name: 'The order in the text of the charge',
    match: [
      { sourceField: 'reference', targetField: 'description', op: 'contains', normalize: ['upper'] },
      amount,
      currency,
      within({ before: 1, after: 7 }),
    ],
  },
  {
    id: 'order-less-fee',
    name: 'An order paid out less its fee',
    variance: 'fee',
    match: [reference, currency],
    sum: { target: [{ field: 'net' }, { field: 'fee' }], tolerance: '0.02' },
  },
  amountAndDate(amount, { before: 0, after: 3 }),
]

export const invoicesPayments: readonly RuleInput[] = [
  { id: 'invoice', name: 'Same invoice, paid in full', match: [reference, amount, currency] },
  {
    id: 'invoices-in-text',
    name: 'Invoices that the payment’s text lists',
    cardinality: 'n:1',
    match: [{ sourceField: 'reference', targetField: 'description', op: 'listed', normalize: ['upper'] }, currency],
    sum: {},
  },
  {
    id: 'discount',
    name: 'Same invoice, a discount of up to 3 % taken',
    variance: 'discount',
    match: [reference, { ...amount, tolerance: { from: '-3%', to: '0' } }, currency, within({ from: -5, to: 30 })],
  },
  {
    id: 'part-payments',
    name: 'Same invoice, paid in part: the residual stays open',
    cardinality: '1:n',
    residual: 'open',
    match: [reference, currency],
    sum: { tolerance: { from: '-100%', to: '0' } },
  },
  {
    id: 'customer',
    name: 'Invoices of one customer that add up to a payment',
    action: 'suggest',
    cardinality: 'n:1',
    select: 'subset',
    match: [
      { field: 'counterparty', normalize: ['upper', 'fold-accents', 'alphanumeric'] },
      currency,
      within({ before: 5, after: 60 }),
    ],
    sum: {},
  },
]

const opposed: CriterionInput = { ...amount, sign: 'opposite' }

export const intercompany: readonly RuleInput[] = [
  { id: 'document', name: 'Same document', match: [reference, opposed, currency] },
  {
    id: 'document-cents',
    name: 'Same document, cents apart',
    variance: 'rounding',
    match: [reference, { ...opposed, tolerance: '0.05' }, currency, within(31)],
  },
  amountAndDate(opposed, 5),
]

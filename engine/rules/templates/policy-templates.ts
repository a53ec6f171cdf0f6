import type { RuleInput } from '../language/language.ts'
import { bankLedger, cardSettlement, processorPayouts } from './bank-templates.ts'
import { intercompany, invoicesPayments, ordersCharges } from './trade-templates.ts'

/**
 * Policies to start from, for usual jobs. Their rules go from sure to doubtful: equal references; then small
 * differences with a bound and a label; then pairs without a reference, which are only suggested.
 */

interface PolicyTemplate {
  readonly id: string
  readonly name: string
  readonly purpose: string
  /** Empty for the built-in policy. */
  readonly rules: readonly RuleInput[]
}

/** The built-in policy comes first. A test compiles each. */
export const policyTemplates: readonly PolicyTemplate[] = [
  { id: 'default', name: 'Built-in', purpose: 'For two files of which nothing is known yet.', rules: [] },
  {
    id: 'bank-ledger',
    name: 'Bank statement against ledger',
    purpose: 'Bank lines (source) against the entries of the bank account in the books (target).',
    rules: bankLedger,
  },
  {
    id: 'processor-payouts',
    name: 'Processor payouts against bank',
    purpose: 'A payment processor’s transactions with their payout (source) against the deposits of the bank (target).',
    rules: processorPayouts,
  },
  {
    id: 'orders-charges',
    name: 'Orders against charges',
    purpose: 'Orders of a shop (source) against what the payment processor charged and refunded (target).',
    rules: ordersCharges,
  },
  {
    id: 'invoices-payments',
    name: 'Open invoices against payments',
    purpose: 'Open invoices (source) against incoming payments (target), several at once and in parts.',
    rules: invoicesPayments,
  },
  {
    id: 'card-settlement',
    name: 'Card takings against deposits',
    purpose: 'Takings of a card terminal (source) against the deposits that hold them (target).',
    rules: cardSettlement,
  },
  {
    id: 'intercompany',
    name: 'Intercompany',
    purpose: 'The books of two companies of one group, of which one has the opposite signs.',
    rules: intercompany,
  },
]

import type { ExportMap } from './export-map.ts'

/** Amounts of the interface are in minor units, which for these currencies are Stripe's own. */
const exponents = { ISK: 2, MGA: 0, UGX: 2 }

const common = {
  kind: 'stripe',
  format: 'json',
  lists: ['data'],
  minorUnits: ['amount', 'fee', 'net'],
  exponents,
  seconds: ['date', 'valueDate'],
} as const

const others = {
  ...common,
  title: 'refunds, disputes, charges and payment intents',
  signs: ['object', 'amount', 'currency', 'created'],
  fields: {
    id: 'id',
    amount: 'amount',
    currency: 'currency',
    date: 'created',
    reference: 'balance_transaction.id · balance_transaction · charge.id · charge · payment_intent',
    type: 'object',
    description: 'description',
    status: 'status',
  },
  leftOut: ['refunds'],
} as const

export const stripeMaps: readonly ExportMap[] = [
  {
    kind: 'stripe',
    title: 'balance transactions',
    format: 'csv',
    signs: ['id', 'Source', 'Amount', 'Fee', 'Net', 'Created (UTC)'],
    isUnmistakable: true,
    fields: {
      id: 'id',
      amount: 'Amount',
      fee: 'Fee',
      net: 'Net',
      currency: 'Currency',
      date: 'Created (UTC)',
      valueDate: 'Available On (UTC)',
      reference: 'Source',
      type: 'Type',
      description: 'Description',
      decimal: '.',
    },
  },
  {
    kind: 'stripe',
    title: 'itemized reports, as of payout reconciliation',
    format: 'csv',
    signs: ['balance_transaction_id', 'gross', 'fee', 'net', 'reporting_category'],
    isUnmistakable: true,
    fields: {
      id: 'balance_transaction_id',
      gross: 'gross',
      fee: 'fee',
      net: 'net',
      currency: 'currency',
      date: 'created_utc · created · automatic_payout_effective_at_utc · automatic_payout_effective_at',
      valueDate: 'available_on_utc · available_on',
      reference: 'source_id',
      type: 'reporting_category',
      description: 'description',
      'attributes.payout': 'automatic_payout_id',
      decimal: '.',
    },
  },
  {
    ...common,
    title: 'balance transactions',
    signs: ['object=balance_transaction'],
    isUnmistakable: true,
    fields: {
      id: 'id',
      amount: 'amount',
      fee: 'fee',
      net: 'net',
      currency: 'currency',
      date: 'created',
      valueDate: 'available_on',
      reference: 'source.id · source',
      type: 'type',
      description: 'description',
      status: 'status',
    },
  },
  {
    ...common,
    title: 'payouts',
    signs: ['object=payout', 'arrival_date'],
    isUnmistakable: true,
    fields: {
      id: 'id',
      amount: 'amount',
      currency: 'currency',
      date: 'created',
      valueDate: 'arrival_date',
      reference: 'balance_transaction.id · balance_transaction',
      description: 'description',
      status: 'status',
    },
  },
  { ...others, signs: ['object=charge|refund|dispute|payment_intent', ...others.signs], isUnmistakable: true },
  others,
]

import type { ExportMap } from './export-map.ts'

/** Declined and reverted payments moved no money. */
const unmoved = { name: 'State', values: ['REVERTED', 'DECLINED', 'FAILED', 'CANCELLED'] }

export const revolutMaps: readonly ExportMap[] = [
  {
    kind: 'revolut',
    title: 'business statement',
    format: 'csv',
    signs: ['Date started (UTC)', 'Date completed (UTC)', 'ID', 'Type', 'Amount'],
    isUnmistakable: true,
    fields: {
      id: 'ID',
      amount: 'Amount',
      fee: 'Fee',
      net: 'Total amount',
      currency: 'Payment currency · Currency',
      date: 'Date completed (UTC)',
      reference: 'Reference',
      description: 'Description',
      counterparty: 'Counterparty',
      account: 'Account',
      type: 'Type',
      status: 'State',
      decimal: '.',
    },
    made: [{ name: 'Counterparty', firstOf: ['Beneficiary name', 'Payer'] }],
    skipped: [unmoved],
  },
  {
    kind: 'revolut',
    title: 'personal statement',
    format: 'csv',
    signs: ['Type', 'Product', 'Started Date', 'Completed Date', 'Amount', 'Fee', 'State'],
    isUnmistakable: true,
    fields: {
      amount: 'Amount',
      fee: 'Fee',
      currency: 'Currency',
      date: 'Completed Date',
      description: 'Description',
      account: 'Product',
      type: 'Type',
      status: 'State',
      decimal: '.',
    },
    skipped: [unmoved],
  },
]

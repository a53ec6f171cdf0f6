import type { ExportMap } from './export-map.ts'

const fields = {
  currency: 'Currency',
  date: 'Date',
  reference: 'Num · No. · Doc Number',
  counterparty: 'Name · Payee',
  description: 'Memo/Description · Memo · Description',
  account: 'Account · Account name',
  type: 'Transaction Type · Type',
  'attributes.split': 'Split',
}

export const quickbooksMaps: readonly ExportMap[] = [
  {
    kind: 'quickbooks',
    title: 'journal and transaction lists with debit and credit',
    format: 'csv',
    signs: ['Date', 'Transaction Type', 'Account · Account name', 'Debit', 'Credit'],
    isUnmistakable: true,
    // In accounting a debit adds to the account.
    fields: { amount: { debit: 'Credit', credit: 'Debit' }, ...fields },
    // Only the first line of an entry fills these columns. A line of totals names no account.
    carried: ['Date', 'Transaction Type', 'Num · No. · Doc Number'],
    skipped: [{ name: 'Account · Account name', values: [''] }],
  },
  {
    kind: 'quickbooks',
    title: 'general ledger with debit and credit',
    format: 'csv',
    signs: ['Date', 'Transaction Type · Type', 'Num', 'Split', 'Debit', 'Credit'],
    isUnmistakable: true,
    fields: { amount: { debit: 'Credit', credit: 'Debit' }, ...fields },
  },
  {
    kind: 'quickbooks',
    title: 'transaction lists with one amount',
    format: 'csv',
    signs: ['Date', 'Transaction Type', 'Num · No. · Doc Number', 'Amount'],
    isUnmistakable: true,
    fields: { amount: 'Amount', ...fields },
  },
]

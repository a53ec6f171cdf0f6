import type { ExportMap } from './export-map.ts'

/** In accounting a debit adds to the account. */
const accountFields = {
  amount: { debit: 'Credit', credit: 'Debit' },
  date: 'Date',
  reference: 'Reference',
  description: 'Description',
  counterparty: 'Contact',
  account: 'Account Code · Account',
  type: 'Source · Source Type',
  // The gross amount has no sign, so it stays an attribute.
  'attributes.gross': 'Gross',
  currency: 'Currency',
}

export const xeroMaps: readonly ExportMap[] = [
  {
    kind: 'xero',
    title: 'bank statement',
    format: 'csv',
    signs: ['*Date · Date', '*Amount · Amount', 'Payee', 'Description', 'Reference'],
    fields: {
      amount: '*Amount · Amount',
      date: '*Date · Date',
      reference: 'Reference',
      description: 'Description',
      counterparty: 'Payee',
      type: 'Transaction Type',
      'attributes.chequeNumber': 'Cheque Number · Cheque No. · Check Number',
    },
  },
  {
    kind: 'xero',
    title: 'manual journals',
    format: 'csv',
    signs: ['*Narration · Narration', '*Date · Date', '*AccountCode · AccountCode', '*Amount · Amount'],
    isUnmistakable: true,
    fields: {
      amount: '*Amount · Amount',
      date: '*Date · Date',
      reference: '*Narration · Narration',
      description: 'Description',
      account: '*AccountCode · AccountCode',
    },
    carried: ['*Date · Date', '*Narration · Narration'],
  },
  {
    kind: 'xero',
    title: 'account transactions',
    format: 'csv',
    signs: ['Date', 'Source', 'Description', 'Reference', 'Debit', 'Credit', 'Running Balance', 'Gross'],
    isUnmistakable: true,
    fields: accountFields,
  },
  {
    kind: 'xero',
    title: 'journal report',
    format: 'csv',
    signs: ['Date', 'Journal Number', 'Source Type', 'Account Code', 'Debit', 'Credit'],
    isUnmistakable: true,
    fields: accountFields,
  },
  {
    kind: 'xero',
    title: 'account transactions and journal reports',
    format: 'csv',
    signs: ['Date', 'Source · Source Type · Journal Number', 'Description', 'Debit', 'Credit'],
    fields: accountFields,
  },
]

import type { ExportMap } from './export-map.ts'

const accountTransactions: ExportMap = {
  kind: 'xero',
  title: 'account transactions and journal reports',
  format: 'csv',
  signs: ['Date', 'Source · Source Type · Journal Number', 'Description', 'Debit', 'Credit'],
  // In books a debit adds to the account.
  fields: {
    amount: { debit: 'Credit', credit: 'Debit' },
    date: 'Date',
    reference: 'Reference',
    description: 'Description',
    counterparty: 'Contact',
    account: 'Account Code · Account',
    type: 'Source · Source Type',
    currency: 'Currency',
  },
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
    ...accountTransactions,
    title: 'account transactions with a running balance',
    signs: [...accountTransactions.signs, 'Running Balance', 'Gross', 'Tax'],
    isUnmistakable: true,
  },
  accountTransactions,
]

import type { ExportMap } from './export-map.ts'

export const wiseMaps: readonly ExportMap[] = [
  {
    kind: 'wise',
    title: 'statement',
    format: 'csv',
    signs: ['TransferWise ID', 'Date', 'Amount', 'Currency', 'Description'],
    isUnmistakable: true,
    fields: {
      id: 'TransferWise ID',
      amount: 'Amount',
      fee: 'Total fees',
      currency: 'Currency',
      date: { column: 'Date', format: 'DD-MM-YYYY' },
      reference: 'Payment Reference',
      description: 'Description',
      counterparty: 'Counterparty',
      type: 'Transaction Details Type · Transaction Type',
      decimal: '.',
    },
    made: [{ name: 'Counterparty', firstOf: ['Merchant', 'Payee Name', 'Payer Name'] }],
  },
]

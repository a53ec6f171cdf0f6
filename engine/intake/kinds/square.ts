import type { ExportMap } from './export-map.ts'

export const squareMaps: readonly ExportMap[] = [
  {
    kind: 'square',
    title: 'transactions',
    format: 'csv',
    signs: ['Total Collected', 'Fees', 'Net Total', 'Transaction ID', 'Payment ID'],
    isUnmistakable: true,
    fields: {
      id: 'Payment ID',
      amount: 'Total Collected',
      gross: 'Gross Sales',
      fee: 'Fees',
      net: 'Net Total',
      date: 'Date',
      valueDate: 'Deposit Date',
      reference: 'Transaction ID',
      description: 'Description',
      counterparty: 'Customer Name',
      account: 'Location',
      type: 'Event Type',
      status: 'Transaction Status',
      'attributes.deposit': 'Deposit ID',
      decimal: '.',
    },
  },
]

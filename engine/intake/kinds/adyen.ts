import type { ExportMap } from './export-map.ts'

const isOneCurrency = { name: 'Gross Currency', sameAs: 'Net Currency' } as const

export const adyenMaps: readonly ExportMap[] = [
  {
    kind: 'adyen',
    title: 'settlement details',
    format: 'csv',
    signs: [
      'Psp Reference',
      'Gross Currency',
      'Gross Debit (GC)',
      'Gross Credit (GC)',
      'Net Debit (NC)',
      'Net Credit (NC)',
    ],
    isUnmistakable: true,
    // A record has one currency: a gross amount in another currency than the net stays an attribute.
    fields: {
      gross: { debit: 'Gross Debit', credit: 'Gross Credit' },
      fee: 'Fees',
      decimal: '.',
      net: { debit: 'Net Debit (NC)', credit: 'Net Credit (NC)' },
      currency: 'Net Currency',
      date: 'Booking Date · Creation Date',
      reference: 'Merchant Reference',
      type: 'Type',
      account: 'Merchant Account',
      'attributes.pspReference': 'Psp Reference',
      'attributes.batch': 'Batch Number',
    },
    made: [
      { name: 'Gross Debit', copyOf: 'Gross Debit (GC)', when: isOneCurrency },
      { name: 'Gross Credit', copyOf: 'Gross Credit (GC)', when: isOneCurrency },
      { name: 'Fees', sumOf: ['Commission (NC)', 'Markup (NC)', 'Scheme Fees (NC)', 'Interchange (NC)'] },
    ],
  },
]

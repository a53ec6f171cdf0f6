import type { Sides } from './explorer.ts'
import { eur } from './results.ts'

/** A run with matches of one record and of several, a suggestion, a tie, an exclusion, duplicates and breaks. */
export const variedCase: Sides = {
  source: [
    eur({ id: 's1', amount: '100', date: '2026-03-01', reference: 'INV-7' }),
    eur({ id: 's2', amount: '20.5', date: '2026-03-02', reference: 'INV-8' }),
    eur({ id: 's3', amount: '5', date: '2026-03-04', description: 'Café Zürich' }),
    eur({ id: 's4', amount: '60', date: '2026-03-05', reference: 'PAY-1' }),
    eur({ id: 's5', amount: '-9.4', date: '2026-03-05', reference: 'PAY-1' }),
    eur({ id: 's6', amount: '3', date: '2026-03-06', description: 'one' }),
    eur({ id: 's7', amount: '3', date: '2026-03-06', description: 'two' }),
    eur({ id: 's8', amount: '5000', date: '2026-01-01', type: 'opening' }),
    eur({ id: 's9', amount: '8', date: '2026-03-09', reference: 'INV-9' }),
    eur({ id: 'ﾮ', amount: '8', date: '2026-03-09', reference: 'INV-9' }),
  ],
  target: [
    eur({ id: 't1', amount: '100', date: '2026-03-01', reference: 'INV-7' }),
    eur({ id: 't2', amount: '20.53', date: '2026-03-03', reference: 'INV-8' }),
    eur({ id: 't3', amount: '5', date: '2026-03-05', description: 'zurich CAFE' }),
    eur({ id: 't4', amount: '50.6', date: '2026-03-09', reference: 'PAY-1' }),
    eur({ id: 't5', amount: '3', date: '2026-03-06', description: 'three' }),
    eur({ id: 't6', amount: '3', date: '2026-03-06', description: 'four' }),
    eur({ id: 't7', amount: '8', date: '2026-03-09', reference: 'INV-9' }),
    eur({ id: '😀', amount: '1.01', date: '2026-03-08' }),
  ],
  rules: [
    { id: 'opening', action: 'exclude', where: { source: [{ field: 'type', op: 'eq', value: 'opening' }] } },
    { id: 'invoice', match: [{ field: 'reference' }, { field: 'amount' }] },
    { id: 'cents', variance: 'rounding', match: [{ field: 'reference' }, { field: 'amount', tolerance: '0.05' }] },
    {
      id: 'payout',
      cardinality: 'n:1',
      match: [{ field: 'reference' }],
      sum: { source: [{ field: 'amount' }], target: [{ field: 'amount' }] },
    },
    {
      id: 'text',
      action: 'suggest',
      match: [
        { field: 'amount' },
        {
          field: 'description',
          normalize: ['upper', 'fold-accents', 'alphanumeric'],
          similarity: { method: 'trigram', min: '0.1' },
        },
      ],
    },
    { id: 'day', match: [{ field: 'amount' }, { field: 'date' }] },
  ],
}

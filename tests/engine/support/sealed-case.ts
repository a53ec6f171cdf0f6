import type { SealedCase } from './sealed.ts'

/** A small run with matches, groups, suggestions, ties, exclusions, breaks of both sides and two currencies. */
export const sealedCase = {
  source: [
    { id: 's1', amount: '100', currency: 'EUR', date: '2026-03-01', reference: 'INV-7' },
    { id: 's2', amount: '20.5', currency: 'EUR', date: '2026-03-02', reference: 'INV-8' },
    { id: 's3', amount: '7.25', currency: 'USD', date: '2026-03-03', reference: 'INV-9' },
    { id: 's4', amount: '5', currency: 'EUR', date: '2026-03-04', description: 'Café Zürich 😀' },
    { id: 's5', amount: '60', currency: 'EUR', date: '2026-03-05', reference: 'PAY-1' },
    { id: 's6', amount: '-9.4', currency: 'EUR', date: '2026-03-05', reference: 'PAY-1' },
    { id: 's7', amount: '3', currency: 'EUR', date: '2026-03-06', description: 'one' },
    { id: 's8', amount: '3', currency: 'EUR', date: '2026-03-06', description: 'two' },
    { id: 's9', amount: '5000', currency: 'EUR', date: '2026-01-01', type: 'opening' },
    {
      id: 'ﾮ',
      net: '11',
      currency: 'USD',
      date: '2026-03-07',
      attributes: { '10': 'a', '9': 'b', nested: { b: '1' } },
    },
  ],
  target: [
    { id: 't1', amount: '100', currency: 'EUR', date: '2026-03-01', reference: 'INV-7' },
    { id: 't2', amount: '20.53', currency: 'EUR', date: '2026-03-03', reference: 'INV-8' },
    { id: 't3', amount: '7.95', currency: 'USD', date: '2026-03-03', reference: 'INV-9' },
    { id: 't4', amount: '5', currency: 'EUR', date: '2026-03-05', description: 'zurich CAFE' },
    { id: 't5', amount: '50.6', currency: 'EUR', date: '2026-03-09', reference: 'PAY-1' },
    { id: 't7', amount: '3', currency: 'EUR', date: '2026-03-06', description: 'three' },
    { id: 't8', amount: '3', currency: 'EUR', date: '2026-03-06', description: 'four' },
    { id: '😀', amount: '1.01', date: '2026-03-08' },
  ],
  rules: [
    {
      id: 'opening',
      action: 'exclude',
      where: { source: [{ field: 'type', op: 'eq', value: 'opening' }] },
    },
    { id: 'invoice', match: [{ field: 'reference' }, { field: 'amount' }, { field: 'currency' }] },
    {
      id: 'cents',
      variance: 'rounding',
      match: [{ field: 'reference' }, { field: 'currency' }, { field: 'amount', tolerance: '0.05' }],
    },
    {
      id: 'payout',
      cardinality: 'n:1',
      match: [{ field: 'reference' }, { field: 'currency' }],
      sum: { source: [{ field: 'amount' }], target: [{ field: 'amount' }] },
    },
    {
      id: 'text',
      action: 'suggest',
      match: [
        { field: 'amount' },
        { field: 'currency' },
        {
          field: 'description',
          normalize: ['upper', 'fold-accents', 'alphanumeric'],
          similarity: { method: 'trigram', min: '0.1' },
        },
      ],
    },
    { id: 'later', ambiguous: 'defer', match: [{ field: 'amount' }, { field: 'currency' }, { field: 'date' }] },
    {
      id: 'tie',
      match: [{ field: 'amount' }, { field: 'currency' }, { field: 'date', days: 1 }, { field: 'reference' }],
    },
  ],
} as const satisfies SealedCase

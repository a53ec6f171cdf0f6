/** The walkthrough's two lists and its rule, as a caller of a generated client writes them. */

export const source = {
  name: 'Statement',
  adapter: 'bank:example',
  records: [
    { id: 's1', date: '2026-03-02', amount: '100.00', currency: 'EUR', reference: 'INV-7' },
    { id: 's2', date: '2026-03-03', amount: 7, currency: 'EUR', reference: 'INV-9', branch: { code: 4 } },
  ],
}

export const target = {
  name: 'Ledger',
  adapter: 'ledger:example',
  records: [
    { id: 't1', date: '2026-03-02', amount: '100.00', currency: 'EUR', reference: 'INV-7', tags: ['paid'] },
    { id: 't2', date: '2026-03-03', amount: '7.07', currency: 'EUR', reference: 'INV-9', note: null },
  ],
}

/** The walkthrough's two lists and its rule, as a caller of a generated client writes them. */

export const source = {
  name: 'Statement',
  adapter: 'bank:example',
  records: [
    { id: 's1', date: '2026-03-02', amount: '100.00', currency: 'EUR', reference: 'INV-7' },
    {
      id: 's2',
      date: '2026-03-03',
      amount: 7,
      currency: 'EUR',
      reference: 'INV-9',
      attributes: { branch: { code: 4 } },
    },
  ],
}

export const target = {
  name: 'Ledger',
  adapter: 'ledger:example',
  records: [
    {
      id: 't1',
      date: '2026-03-02',
      amount: '100.00',
      currency: 'EUR',
      reference: 'INV-7',
      attributes: { tags: ['paid'] },
    },
    { id: 't2', date: '2026-03-03', amount: '7.07', currency: 'EUR', reference: 'INV-9', counterparty: null },
  ],
}

/** Rows of an export as they are: a mapping names the columns. */
export const rows = {
  name: 'Export',
  adapter: 'custom:rows',
  records: [{ Beleg: 7, 'Buchung am': '02.03.2026', Betrag: '7,00', offen: true, Partner: { Nr: 1 }, Text: null }],
  mapping: {
    id: 'Beleg',
    date: { column: 'Buchung am', format: 'DD.MM.YYYY' },
    amount: 'Betrag',
    'attributes.open': 'offen',
  },
}

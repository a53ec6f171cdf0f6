import type { ExportMap } from './export-map.ts'

const turnover = 'Umsatz (ohne Soll/Haben-Kz) · Umsatz (ohne Soll-/Haben-Kennzeichen)'

export const datevMaps: readonly ExportMap[] = [
  {
    kind: 'datev',
    title: 'Buchungsstapel',
    format: 'csv',
    signs: [turnover, 'Soll/Haben-Kennzeichen', 'Konto', 'Belegdatum'],
    isUnmistakable: true,
    // In accounting a debit (Soll) adds to the account.
    fields: {
      amount: {
        column: turnover,
        flag: 'Soll/Haben-Kennzeichen',
        debitValues: ['H'],
        creditValues: ['S'],
      },
      currency: 'WKZ Umsatz',
      date: 'Belegdatum',
      reference: 'Belegfeld 1',
      description: 'Buchungstext',
      account: 'Konto',
      'attributes.counterpartyAccount': 'Gegenkonto (ohne BU-Schlüssel) · Gegenkonto',
      decimal: ',',
    },
    shortDate: 'Belegdatum',
  },
]

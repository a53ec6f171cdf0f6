import type { ExportMap } from './export-map.ts'

/** The two rows of a conversion, one in each currency, say which payment they belong to. */
const conversions = [
  'General Currency Conversion',
  'Currency Conversion',
  'User Initiated Currency Conversion',
  'Currency conversion required to cover negative balance',
  'Allgemeine Währungsumrechnung',
  'Von Nutzer eingeleitete Währungsumrechnung',
]

export const paypalMaps: readonly ExportMap[] = [
  {
    kind: 'paypal',
    title: 'activity report',
    format: 'csv',
    signs: [
      'Gross · Brutto',
      'Net · Netto',
      'Transaction ID · Transaktionscode',
      'Name',
      'Type · Typ',
      'From Email Address · Absender E-Mail-Adresse',
    ],
    isUnmistakable: true,
    fields: {
      id: 'Transaction ID · Transaktionscode',
      gross: 'Gross · Brutto',
      fee: 'Fee · Gebühr · Entgelt',
      net: 'Net · Netto',
      currency: 'Currency · Währung',
      date: 'Date · Datum',
      reference: 'Invoice Number · Invoice ID · Rechnungsnummer',
      counterparty: 'Name',
      type: 'Type · Typ · Beschreibung',
      status: 'Status',
      description: 'Item Title · Artikelbezeichnung · Subject · Betreff',
      'attributes.conversionOf': 'Conversion of',
    },
    made: [
      {
        name: 'Conversion of',
        copyOf: 'Reference Txn ID · Zugehöriger Transaktionscode',
        when: { name: 'Type · Typ · Beschreibung', values: conversions },
      },
    ],
    skipped: [{ name: 'Balance Impact · Auswirkung auf Guthaben', values: ['Memo'] }],
  },
]

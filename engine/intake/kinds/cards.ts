import type { ExportMap } from './export-map.ts'

/** Exports of cards: a purchase is positive in them. */
export const cardMaps: readonly ExportMap[] = [
  {
    title: 'American Express activity (United States)',
    format: 'csv',
    signs: ['Date', 'Description', 'Card Member', 'Account #', 'Amount'],
    isUnmistakable: true,
    fields: {
      amount: { column: 'Amount', negate: true },
      date: 'Date',
      reference: 'Reference',
      description: 'Description',
      account: 'Account #',
      type: 'Category',
    },
  },
  {
    title: 'American Express activity (Europe)',
    format: 'csv',
    signs: [
      'Date · Datum · Fecha · Data',
      'Amount · Betrag · Montant · Importe · Importo · Bedrag · Belopp',
      'Appears On Your Statement As · Erscheint auf Ihrer Abrechnung als · Apparaît sur votre relevé comme · Aparece en su extracto como · Compare sul tuo estratto conto come · Staat op uw overzicht als · Visas på ditt utdrag som',
    ],
    isUnmistakable: true,
    fields: {
      amount: { column: 'Amount · Betrag · Montant · Importe · Importo · Bedrag · Belopp', negate: true },
      date: 'Date · Datum · Fecha · Data',
      reference: 'Reference · Betreff · Referenz · Référence · Referencia · Riferimento · Referentie · Referens',
      description: 'Description · Beschreibung · Descripción · Descrizione · Omschrijving · Beskrivning',
      account: 'Account # · Konto # · Konto',
      type: 'Category · Kategorie · Catégorie · Categoría · Categoria · Categorie · Kategori',
    },
  },
  {
    title: 'Discover activity',
    format: 'csv',
    signs: ['Trans. Date', 'Post Date', 'Description', 'Amount', 'Category'],
    isUnmistakable: true,
    fields: {
      amount: { column: 'Amount', negate: true },
      date: 'Post Date',
      description: 'Description',
      type: 'Category',
      'attributes.transactionDate': 'Trans. Date',
    },
  },
]

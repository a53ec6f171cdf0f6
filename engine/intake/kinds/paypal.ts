import type { ExportMap } from './export-map.ts'

/** Types of the two rows of a currency conversion. Each row names the payment to which it belongs. */
const conversions = [
  'General Currency Conversion',
  'Currency Conversion',
  'User Initiated Currency Conversion',
  'Currency conversion required to cover negative balance',
  'Allgemeine Währungsumrechnung',
  'Von Nutzer eingeleitete Währungsumrechnung',
  'Conversion de devise standard',
  'Conversion de devise',
  "Conversion de devise à l'initiative de l'utilisateur",
  'Conversión de divisas general',
  'Conversión de divisa general',
  'Conversión de divisas',
  'Conversión de divisas iniciada por el usuario',
  'Conversione di valuta generica',
  'Conversione valuta generica',
  "Conversione di valuta avviata dall'utente",
  'Algemene valutaomrekening',
  'Algemene valutaconversie',
  'Ogólne przeliczenie waluty',
  'Zwykłe przeliczanie waluty',
]

const type = 'Type · Typ · Tipo · Description · Beschreibung · Descripción · Descrizione · Omschrijving · Opis'

export const paypalMaps: readonly ExportMap[] = [
  {
    kind: 'paypal',
    title: 'activity report',
    format: 'csv',
    signs: [
      'Gross · Brutto · Avant commission · Brut · Bruto · Lordo',
      'Net · Netto · Neto',
      'Transaction ID · Transaktionscode · Numéro de transaction · Id. de transacción · Identificador de la transacción · Codice transazione · Transactiereferentie · Numer transakcji',
      'Name · Nom · Nombre · Nome · Naam · Nazwa · Imię i nazwisko',
      type,
      "From Email Address · Absender E-Mail-Adresse · De l'adresse email · Correo electrónico del remitente · Indirizzo email mittente · Van e-mailadres · Z adresu e-mail",
    ],
    isUnmistakable: true,
    fields: {
      id: 'Transaction ID · Transaktionscode · Numéro de transaction · Id. de transacción · Identificador de la transacción · Codice transazione · Transactiereferentie · Numer transakcji',
      gross: 'Gross · Brutto · Avant commission · Brut · Bruto · Lordo',
      fee: 'Fee · Gebühr · Entgelt · Commission · Comisión · Tarifa · Tariffa · Kosten · Opłata',
      net: 'Net · Netto · Neto',
      currency: 'Currency · Währung · Devise · Divisa · Valuta · Waluta',
      date: 'Date · Datum · Fecha · Data',
      reference:
        'Invoice Number · Invoice ID · Rechnungsnummer · Numéro de facture · Número de factura · Numero fattura · Factuurnummer · Numer faktury',
      counterparty: 'Name · Nom · Nombre · Nome · Naam · Nazwa · Imię i nazwisko',
      type,
      status: 'Status · État · Estado · Stato',
      description:
        "Item Title · Artikelbezeichnung · Titre de l'objet · Título del artículo · Titolo oggetto · Objectnaam · Subject · Betreff · Objet · Asunto · Oggetto · Onderwerp",
      'attributes.conversionOf': 'Conversion of',
    },
    made: [
      {
        name: 'Conversion of',
        copyOf:
          'Reference Txn ID · Zugehöriger Transaktionscode · Numéro de la transaction de référence · Id. de referencia de trans. · Codice transazione di riferimento · Referentie transactiereferentie · Numer referencyjny transakcji',
        when: { name: type, values: conversions },
      },
    ],
    skipped: [
      {
        name: 'Balance Impact · Auswirkung auf Guthaben · Impact sur le solde · Impacto en el saldo · Impatto sul saldo · Effect op saldo · Wpływ na saldo',
        values: ['Memo', 'Mémo', 'Nota', 'Promemoria', 'Notitie'],
      },
    ],
  },
]

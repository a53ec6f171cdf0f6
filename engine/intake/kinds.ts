/**
 * The names that columns of exports have, by canonical field and the surest first, in lower case without accents and with
 * a space for every sign. General names are English, German, Dutch, French, Spanish and Italian.
 */
export type ColumnNames = ReadonlyMap<string, readonly string[]>

const names = (list: string): readonly string[] => list.split(' · ')

function byField(namesOfField: { readonly [field: string]: readonly string[] }): ColumnNames {
  return new Map(Object.entries(namesOfField))
}

/** `debit`, `credit` and `flag` (of debits and credits) stand for an amount without a signed column. */
export const generalColumnNames = byField({
  amount: names(
    'amount · betrag · buchungsbetrag · umsatz · transaction amount · bedrag · montant · importe · importo · amount in account currency',
  ),
  debit: names(
    'debit · debit amount · soll · belastung · lastschrift · withdrawal · withdrawals · money out · paid out · debet · cargo · dare · debito',
  ),
  credit: names(
    'credit · credit amount · haben · gutschrift · deposit · deposits · money in · paid in · abono · avere · haber · credito',
  ),
  flag: names(
    'soll haben · soll haben kennzeichen · soll haben kz · s h · debit credit · debit credit indicator · credit debit indicator · credit debit · d c · dc · cr dr · dr cr · c d · af bij',
  ),
  date: names(
    'booking date · buchungstag · buchungsdatum · posting date · posted date · post date · date · datum · transaction date · date processed · completed date · created · created at · belegdatum · boekdatum · boekingsdatum · datum verrichting · date comptable · date operation · fecha · fecha operacion · fecha contable · data contabile · data operazione · data · trans date · entry date · buchung · value date · valuta · wertstellung',
  ),
  valueDate: names(
    'value date · valuta · valutadatum · wertstellung · wertstellungstag · rentedatum · datum verrekening · date valeur · date de valeur · fecha valor · data valuta · available on · settlement date',
  ),
  id: names(
    'id · transaction id · entry no · entry number · entry id · umsatz id · transaktions id · buchungs id · record id · unique id · txn id · trans id · balance transaction id · fitid · buchungsnummer · transactie id',
  ),
  currency: names(
    'currency · wahrung · waehrung · currency code · munt · muntsoort · devise · divisa · moneda · ccy · wahrungscode · wkz umsatz · wkz',
  ),
  reference: names(
    'reference · kundenreferenz · referenz · payment reference · document no · document number · belegnummer · belegnr · beleg nr · belegfeld 1 · invoice number · invoice no · rechnungsnummer · rechnungsnr · transaction reference · reference number · customer reference · bank reference · voucher no · voucher · referentie · transactiereferentie · betalingskenmerk · transaction reference number · referencia · riferimento · ref',
  ),
  description: names(
    'description · verwendungszweck · details · transaction description · transaction details · payment details · remittance information · narrative · particulars · memo · omschrijving · omschrijving 1 · mededelingen · libelle · concepto · descripcion · descrizione · beschreibung · vwz · betreff · buchungstext · text',
  ),
  type: names(
    'type · transaction type · umsatzart · buchungsart · transaktionstyp · transaktionsart · vorgang · buchungstext · reporting category · mutatiesoort · transactietype · art',
  ),
  counterparty: names(
    'counterparty name · auftraggeber empfanger · beguenstigter zahlungspflichtiger · begunstigter zahlungspflichtiger · name zahlungsbeteiligter · zahlungsbeteiligter · empfanger · zahlungsempfanger · auftraggeber · naam tegenpartij · counterparty · payee · payer · merchant · merchant name · vendor · supplier · customer · customer name · kunde · lieferant · contrepartie · beneficiaire · beneficiario · controparte · name',
  ),
  account: names(
    'account · account number · account no · account id · konto · auftragskonto · auftraggeberkonto · iban auftragskonto · own account · rekeningnummer · rekening · iban bban · compte · cuenta · conto · sachkonto · account code · gl account',
  ),
  status: names('status · state · payment status · transaction status'),
  gross: names('gross · gross amount · brutto · bruttobetrag · brutobedrag'),
  fee: names('fee · fees · transaction fee · processing fee · gebuhr · gebuhren · entgelt'),
  net: names('net · net amount · netto · nettobetrag'),
})

/** Names in the exports of an adapter kind, fields in the order of the general ones. */
const namesByKind: ReadonlyMap<string, ColumnNames> = new Map([
  [
    'stripe',
    byField({
      date: names('created utc · created'),
      valueDate: names('available on utc · available on'),
      id: names('balance transaction id · id'),
      reference: names('source id · source'),
      type: names('reporting category · type'),
    }),
  ],
  ['paypal', byField({ id: names('transaction id'), reference: names('invoice number'), counterparty: names('name') })],
  ['shopify', byField({ date: names('transaction date'), reference: names('order') })],
])

const none: ColumnNames = new Map()

/** The names that only exports of this adapter kind have; they come before the general ones. Empty for other kinds. */
export const ownColumnNamesOf = (kind: string | undefined): ColumnNames =>
  (kind === undefined ? undefined : namesByKind.get(kind)) ?? none

/** The names of columns to look for, in order, for each field of an export of this adapter kind. */
export function columnNamesOf(kind: string | undefined): ColumnNames {
  const own = ownColumnNamesOf(kind)
  return new Map([...generalColumnNames].map(([field, general]) => [field, [...(own.get(field) ?? []), ...general]]))
}

import { type ColumnNames, joined } from './column-names.ts'
import { furtherColumnNames } from './further-names.ts'

const names = (list: string): readonly string[] => list.split(' · ')

function byField(namesOfField: { readonly [field: string]: readonly string[] }): ColumnNames {
  return new Map(Object.entries(namesOfField))
}

/**
 * The usual names of columns, in English and many European languages. `debit` and `credit`, or a `flag` beside the
 * amount, give the sign of an amount that has none.
 */
export const generalColumnNames = byField({
  amount: names(
    'amount · betrag · buchungsbetrag · umsatz · umsatz ohne soll haben kz · transaction amount · bedrag · montant · montant de l operation · montant operation · importe · importo · kwota · kwota transakcji waluta rachunku · kwota transakcji · kwota operacji · zauctovana castka · castka · objem · suma · osszeg · tranzakcio osszege · belob · belop · belopp · amount in account currency · signed amount · credit debit amount · total amount incl vat · maara · maara euroa · summa · iznos · znesek · valor · value',
  ),
  debit: names(
    'debit · debit amount · soll · belastung · belastungen · lastschrift · withdrawal · withdrawals · withdrawal amount · withdrawal amt · money out · paid out · debet · debits · dr · montant debit · cargo · cargos · debe · debito · debitos · retiro · retiros · dare · addebiti · addebito · uscite · uscita · obciazenia · obciazenie · wydatki · na vrub · vydaje · terheles · ut fra konto · ut · uttag · haevet · ud · isplata · breme',
  ),
  credit: names(
    'credit · credit amount · haben · gutschrift · gutschriften · deposit · deposits · deposit amount · deposit amt · money in · paid in · credits · cr · montant credit · kredit · abono · abonos · haber · credito · creditos · deposito · depositos · avere · accrediti · accredito · entrate · entrata · uznania · uznanie · wplywy · ve prospech · prijmy · jovairas · inn pa konto · inn · insattning · indsat · ind · uplata · dobro',
  ),
  flag: names(
    'soll haben · soll haben kennzeichen · soll haben kz · s h · debit credit · debit credit indicator · credit debit indicator · credit debit · d c · dc · cr dr · dr cr · c d · d k · debet kredit · debetas kreditas · deebet kreedit · af bij · sens',
  ),
  date: names(
    'booking date · buchungstag · buchungsdatum · posting date · posted date · post date · date posted · date · datum · transaction date · transaction posted date · date processed · completed date · created · created at · created utc · posted at · occurred at · booked at · processed at · txn date · tran date · journal date · belegdatum · boekdatum · boekingsdatum · uitvoeringsdatum · datum verrichting · transactiedatum · date comptable · date de comptabilisation · date operation · date d operation · date de l operation · date op · date d execution · date de transaction · fecha · fecha operacion · fecha de operacion · fecha contable · fecha movimiento · f operacion · f contable · data contabile · data operazione · data registrazione · data movimento · data ksiegowania · data operacji · data transakcji · data · datum zauctovani · datum zuctovania · datum provedeni · datum pohybu · datum transakce · konyveles datuma · konyvelesi datum · tranzakcio datuma · tranzakcio idopontja · bogforingsdato · bogfort · bokforingsdato · bokfort dato · bokfort · bokforingsdag · bokforingsdatum · reskontradatum · transaktionsdag · transaktionsdatum · transaktionsdato · transaksjonsdato · dato · trans date · entry date · buchung · abschlussdatum · trade date · operation date · operation date local · created date · kirjauspaiva · datum splatnosti · datum knjizenja · datum izvrsenja · data lancamento · data mov · data tranzactie · posted transactions date · timestamp · date time · date created · created on · initiated at · initiated on · processed on · requested on · captured at · settled at · settled on · paid at · paid on · completed at · completed on · finished on · transacted at · sale date · capture date',
  ),
  valueDate: names(
    'value date · value dt · value dat · valuta date · valuta · wert · valutadatum · valuta datum · wertstellung · wertstellungstag · wertstellungsdatum · wertstellung valuta · valutatag · rentedatum · datum verrekening · date valeur · date de valeur · date val · fecha valor · fecha de valor · f valor · data valuta · data waluty · datum valuty · erteknap · ertek datum · rentedato · valutadato · valutadag · valutadatum · interest date · arvopaiva · data rozliczenia · data valor · datum valute · available on · effective date · settlement date',
  ),
  id: names(
    'id · transaction id · entry no · entry number · entry id · umsatz id · transaktions id · transaktions nr · transaction no · no de transaction · n de transaction · buchungs id · record id · unique id · txn id · trans id · balance transaction id · journal line id · fitid · buchungsnummer · transactie id · id transakcji · nr transakcji · numer transakcji · id transakce · id pohybu · tranzakcio azonosito · transaktionsid · identifikace transakce · arkistointitunnus',
  ),
  currency: names(
    'currency · wahrung · waehrung · buchungswahrung · buchungswaehrung · whrg · kontowahrung · currency code · account currency · munt · muntsoort · valutacode · devies · devise · devise du compte · monnaie · divisa · moneda · waluta · waluta rachunku · mena · mena uctu · devizanem · penznem · osszeg devizaneme · ccy · valuutta · valiuta · mutationcode · posting currency · wahrungscode · wkz umsatz · wkz · valuta rekening · valuta',
  ),
  reference: names(
    'reference · kundenreferenz · kundenreferenz end to end · referenz · payment reference · document no · document number · belegnummer · belegnr · beleg nr · belegfeld 1 · invoice number · invoice no · rechnungsnummer · rechnungsnr · transaction reference · reference number · customer reference · bank reference · ref no cheque no · chq ref no · voucher no · voucher · referentie · transactiereferentie · betalingskenmerk · gestructureerde mededeling · transaction reference number · referencia · riferimento · referencja · variabilni symbol · variabilny symbol · vs · hivatkozas · referens · referanse · arkivreferanse · viitenumero · viite · numer referencyjny · zkb referenz · chq ref number · ref',
  ),
  description: names(
    'description 1 · description · verwendungszweck · vorgang verwendungszweck · details · transaction description · transaction details · payment details · remittance information · remittance information unstructured · narrative · narration · particulars · memo · omschrijving · omschrijving 1 · mededelingen · mededeling · libelle · libelle operation · libelle de l operation · label · communications · communication · detail de l ecriture · concepto · descripcion · descripcion del movimiento · descrizione · descrizione operazione · descrizione operazioni · descrizione estesa · causale · opis operacji · opis transakcji · tytul · tytul operacji · opis · zprava pro prijemce · zprava · popis · popis transakce · sprava pre prijimatela · poznamka · kozlemeny · megjegyzes · beskrivelse · beskrivning · forklaring · tekst · tittel · rubrik · beschreibung 1 · beschreibung · avisierungstext · zahlungszweck · vwz · betreff · notifications · transaction remarks · remarks · operazione · dettagli · tytulem · popis pro prijemce · descricao · otsikko · viesti · selitys · text mottagare · buchungstext · text',
  ),
  type: names(
    'type · transaction type · umsatzart · umsatztyp · buchungsart · transaktionstyp · transaktionsart · vorgang · buchungstext · reporting category · mutatiesoort · transactietype · type verrichting · type de transaction · typ transakcji · typ operacji · rodzaj transakcji · typ transakce · typ pohybu · tranzakcio tipusa · tipus · bewegungstyp · typ · art',
  ),
  counterparty: names(
    'counterparty name · auftraggeber empfanger · auftraggeber begunstigter · empfanger zahlungspflichtiger · empfaenger · empfaenger 1 · empfanger 1 · beguenstigter zahlungspflichtiger · begunstigter zahlungspflichtiger · begunstigter auftraggeber · name zahlungsbeteiligter · zahlungsbeteiligter · empfanger · zahlungsempfanger · zahlungsempfanger in · auftraggeber · naam tegenpartij · naam van de tegenpartij · naam tegenpartij bevat · naam omschrijving · name description · tegenpartij · counterparty · payee · payer · partner name · partnername · merchant · merchant name · vendor · supplier · customer · customer name · kunde · lieferant · nom de la contrepartie · nom contrepartie contient · contrepartie · beneficiaire · beneficiario · ordenante · controparte · ordinante · nadawca odbiorca · nazwa kontrahenta · dane kontrahenta · kontrahent · odbiorca zleceniodawca · odbiorca · nazev protiuctu · nazev uctu protistrany · nazev protistrany · protistrana · partner neve · partner elnevezese · partner · modtager · mottaker · mottagare · saaja maksaja · beneficiary payer · beneficiary · nimi · navn · namn · nome · nom · name · naam',
  ),
  account: names(
    'account · account number · bank account · client account · account no · account id · account num · konto · kontonummer · auftragskonto · auftraggeberkonto · iban auftragskonto · own account · rekeningnummer · rekening · iban bban · compte · numero de compte · cuenta · conto · numero conto · rachunek · numer rachunku · cislo uctu · konyvelesi szamla · szamlaszam · sachkonto · account code · gl account',
  ),
  status: names('status · state · payment status · transaction status · statut · stan · stav'),
  gross: names('gross · gross amount · total collected · brutto · bruttobetrag · brutobedrag · bruto'),
  fee: names(
    'fee · fees · transaction fee · processing fee · gebuhr · gebuhren · entgelt · frais · kosten · commissione · comision · oplata · prowizja · poplatek · jutalek · gebyr · avgift',
  ),
  net: names('net · net amount · net total · netto · nettobetrag'),
})

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
  [
    'square',
    byField({
      gross: names('total collected · gross sales'),
      fee: names('fees · square fees'),
      net: names('net total'),
      id: names('payment id · transaction id'),
    }),
  ],
  ['shopify', byField({ date: names('transaction date'), reference: names('order') })],
])

const none: ColumnNames = new Map()

/** Names that only exports of this kind use; they win over the general names. Empty for other kinds. */
export const ownColumnNamesOf = (kind: string | undefined): ColumnNames =>
  (kind === undefined ? undefined : namesByKind.get(kind)) ?? none

const joinedNames = joinedEach(generalColumnNames)

export function joinedNamesOf(kind: string | undefined): ColumnNames {
  const own = joinedEach(ownColumnNamesOf(kind))
  if (own.size === 0) return joinedNames
  return new Map([...joinedNames].map(([field, general]) => [field, [...(own.get(field) ?? []), ...general]]))
}

/** The usual names, with further names after them. */
export const furtherNamesOf = (kind: string | undefined): ColumnNames =>
  new Map(
    [...joinedNamesOf(kind)].map(([field, usual]) => [field, [...usual, ...(furtherColumnNames.get(field) ?? [])]]),
  )

function joinedEach(byField: ColumnNames): ColumnNames {
  return new Map([...byField].map(([field, list]) => [field, list.map(joined)]))
}

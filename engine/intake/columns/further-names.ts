import { type ColumnNames, joined } from './column-names.ts'

/**
 * Names of columns that are a record's amount or date only in files that have no better one: lists of invoices, orders
 * and orders to pay. They count only if no row is a header by the usual names, so no other file is read differently.
 */

const names = (list: string): readonly string[] => list.split(' · ').map(joined)

export const furtherColumnNames: ColumnNames = new Map([
  [
    'amount',
    names(
      'total · total amount · grand total · order total · invoice amount · invoice total · amount due · open amount · outstanding amount · payment amount · paid amount · amount paid · amount in lc · amount in local currency · amount in local cur · amount in doc curr · amount in document currency · amount in company code currency · premium · premium amount · gesamtbetrag · rechnungsbetrag · zahlbetrag · offener betrag · abschlag · montant total · montant ttc · total ttc · importe total · importo totale · totale · totaal · totaalbedrag · factuurbedrag',
    ),
  ],
  [
    'date',
    names(
      'posted · booking · settled · settled date · cleared date · date cleared · payment date · paid date · date paid · date of payment · payout date · execution date · requested execution date · reqd exctn dt · document date · doc date · voucher date · invoice date · order date · purchase date · charge date · donation date · gift date · due date · zahlungsdatum · auszahlungsdatum · rechnungsdatum · bestelldatum · fallig · faellig · fallig am · faellig am · falligkeit · faelligkeit · falligkeitsdatum · faelligkeitsdatum · date de paiement · date facture · date de facture · date echeance · date d echeance · fecha de pago · fecha factura · fecha de factura · fecha vencimiento · fecha de vencimiento · data pagamento · data fattura · data documento · data scadenza · betaaldatum · factuurdatum · vervaldatum · fakturadatum · fakturadato · forfallsdato · forfaldsdato',
    ),
  ],
  ['currency', names('curr')],
])

/** Whether a name is a further one of `field`: the first value below it has to confirm it. */
export const isFurtherName = (joinedName: string, field: string): boolean =>
  furtherColumnNames.get(field)?.includes(joinedName) === true

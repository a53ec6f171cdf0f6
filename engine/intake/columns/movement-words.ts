import { plainName } from './column-names.ts'

/**
 * What a word says about the amount beside it. `sale`: money moves as in a sale. `back`: the other way than in a sale
 * or deposit. `none`: no money moves. `credit`: money comes in, or goes back to a payer. `aside`: the amount has its
 * own sign.
 */
export type Movement = 'back' | 'none' | 'credit' | 'sale' | 'aside'

/** `types`: a column of types, where participles and words within longer texts count, too. */
export type WordColumn = 'types' | 'other'

export const wordByteCountMax = 60

export function movementOf(text: string, column: WordColumn): Movement | undefined {
  const plain = plainName(text.replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 '))
  const known = exact.get(plain) ?? exact.get(plain.replaceAll(' ', ''))
  if (known !== undefined || column === 'other') return known
  const words = plain.split(' ')
  const found = ofTypes.get(plain) ?? words.map((word) => amongOthers.get(word)).find((each) => each !== undefined)
  return words.length > wordCountMax ? undefined : found
}

const wordCountMax = 4

const mapOf = (lists: readonly (readonly [Movement, string])[]): ReadonlyMap<string, Movement> =>
  new Map(lists.flatMap(([movement, list]) => list.split(' · ').map((word) => [word, movement] as const)))

const givenBack =
  'refund · refunds · chargeback · chargebacks · charge back · reversal · reversals · dispute · disputes · erstattung · ruckerstattung · storno · rucklastschrift · rucklastschriften · remboursement · reembolso · devolucion · rimborso · terugbetaling · zwrot · aterbetalning · tilbagebetaling · refusjon'

const exact = mapOf([
  [
    'back',
    `${givenBack} · debit · debits · dr · debet · out · outgoing · outbound · outflow · money out · paid out · withdrawal · withdrawals · disbursement · return · returns · credit note · credit memo · credit notes · lastschrift · abbuchung · belastung · auszahlung · ausgang · cargo · addebito · uscita · prelievo · wyplata · obciazenie`,
  ],
  [
    'none',
    'authorization · authorizations · authorisation · authorisations · auth · preauthorization · preauthorisation · pre authorization · pre authorisation · pre auth · void · voids · autorisierung · autorisation · autorizacion · autorizzazione',
  ],
  ['credit', 'credit · credits · cr'],
  [
    'sale',
    'sale · sales · capture · charge · purchase · payment · order · invoice · verkauf · zahlung · rechnung · vente · paiement · venta · pago · vendita',
  ],
  ['aside', 'fee · fees · commission · adjustment · adjustments · correction · tax · vat · rounding'],
])

/** Words that count in columns of types only: a `payout` in a bank's description is incoming money from a processor. */
const ofTypes = mapOf([
  [
    'back',
    'payout · payouts · refunded · reversed · disputed · returned · direct debit · sepa direct debit · sent · withdrawn',
  ],
  ['none', 'authorized · authorised · voided · cancellation · cancelation'],
])

/** Words that decide in columns of types even within longer texts: `payment_refund`, `Chargeback Fee`. */
const amongOthers = mapOf([
  ['back', givenBack],
  ['none', 'authorization · authorisation · preauthorization · preauthorisation'],
])

/** Without digits, as are all words. */
export const knownWords: readonly string[] = [...exact.keys()]

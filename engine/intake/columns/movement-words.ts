import { plainName } from './column-names.ts'

/**
 * What a word says of the amount beside it. `back`: money that goes the other way than that of a sale or a deposit. `none`:
 * no money moves. `credit`: money that comes in, or that is given back to who paid. `sale`: what `back` is the other way of.
 * `aside`: an amount with a sign of its own, whatever the others have.
 */
export type Movement = 'back' | 'none' | 'credit' | 'sale' | 'aside'

/** What the cells of a column are. Words among others, and participles, are looked for in columns of types alone. */
export type WordColumn = 'types' | 'other'

/** A cell with more bytes is no word. */
export const wordByteCountMax = 60

/** What a cell says; undefined for any other text. */
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

/** Words that are all of a cell. */
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

/** The same where the column is one of types. In a bank's description a payout is one that comes in from a processor. */
const ofTypes = mapOf([
  [
    'back',
    'payout · payouts · refunded · reversed · disputed · returned · direct debit · sepa direct debit · sent · withdrawn',
  ],
  ['none', 'authorized · authorised · voided · cancellation · cancelation'],
])

/** Words that decide in a column of types although others stand beside them: `payment_refund`, `Chargeback Fee`. */
const amongOthers = mapOf([
  ['back', givenBack],
  ['none', 'authorization · authorisation · preauthorization · preauthorisation'],
])

const [firstDigit, lastDigit, caseBit, firstLetter, lastLetter] = [0x30, 0x39, 0x20, 0x61, 0x7a]

const isLetter = (lower: number): boolean => lower >= firstLetter && lower <= lastLetter

/** By the first two letters: 1 for those of words that are all of a cell. */
const beginnings = new Uint8Array(0x8000)
for (const word of exact.keys()) beginnings[(word.charCodeAt(0) << 8) | word.charCodeAt(1)] = 1

/** Whether a cell that begins with these two bytes may be such a word: nearly all descriptions are none at once. */
export function mayBeWord(first: number, second: number): boolean {
  const [left, right] = [first | caseBit, second | caseBit]
  if (first >= firstDigit && first <= lastDigit) return false
  return !isLetter(left) || !isLetter(right) || beginnings[(left << 8) | right] === 1
}

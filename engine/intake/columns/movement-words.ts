import type { BufferRange } from '../../base/word-buffer.ts'
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

const [firstDigit, lastDigit, caseBit, firstLetter, lastLetter] = [0x30, 0x39, 0x20, 0x61, 0x7a]

const isLetter = (lower: number): boolean => lower >= firstLetter && lower <= lastLetter

/** Indexed by the first two letters: 1 if a word of `exact` begins with them. */
const beginnings = new Uint8Array(0x8000)
for (const word of exact.keys()) beginnings[(word.charCodeAt(0) << 8) | word.charCodeAt(1)] = 1

/**
 * A quick test by bytes whether the text may be a word of `exact`: by its first two letters, and by its digits, since
 * no word has any. It rules out nearly all descriptions.
 */
export function mayBeWord({ view, start, end }: BufferRange): boolean {
  const [first, second] = [view.getUint8(start), end - start > 1 ? view.getUint8(start + 1) : 0]
  const [left, right] = [first | caseBit, second | caseBit]
  if (isLetter(left) && isLetter(right) && beginnings[(left << 8) | right] !== 1) return false
  // From the end, where most descriptions have their digits.
  for (let place = end - 1; place >= start; place--) {
    const byte = view.getUint8(place)
    if (byte >= firstDigit && byte <= lastDigit) return false
  }
  return true
}

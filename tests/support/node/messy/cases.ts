import { createRandom, type Random } from '../../../bench/random.ts'

/** A month of a bank account and of the account of the books for it, with the mistakes that such months have. */

export interface BankLine {
  /** The day of March 2026. */
  readonly day: number
  readonly name: string
  readonly text: string
  /** In cents; negative for money that leaves the account. */
  readonly amount: number
  /** A cheque, a fee and so on: what the bank calls it. */
  readonly type: string
}

export interface Booking {
  /** The day of March 2026; 0 and less are days of February. */
  readonly day: number
  readonly name: string
  readonly invoice: string
  /** In cents; positive for money that comes in. */
  readonly amount: number
}

/** What belongs together: all lines and bookings of one payment. */
export interface Case {
  readonly kind: CaseKind
  readonly bank: readonly BankLine[]
  readonly books: readonly Booking[]
}

export type CaseKind =
  | 'plain'
  | 'fee'
  | 'batch'
  | 'swapped-digits'
  | 'wrong-reference'
  | 'late'
  | 'double'
  | 'reversal'
  | 'exchange'
  | 'part-payment'
  | 'discount'
  | 'cheque-in-transit'
  | 'not-booked'
  | 'not-at-the-bank'

type Names = readonly [string, ...string[]]

const customers: Names = [
  'Brandt Maschinenbau GmbH',
  'Huber & Söhne KG',
  'Lindner Optik e. K.',
  'Gärtnerei Rosenstolz',
  'Schreinerei Zöch',
  'Molkerei Almengrün eG',
  'Textilhaus Webermann',
  'Café Größenwahn',
  'Fahrradmanufaktur Pedalwerk',
  'Müller Elektrotechnik',
]
const suppliers: Names = [
  'Stadtwerke Süd',
  'Papier Öchsner',
  'Spedition Krüger',
  'Bürobedarf Weiß',
  'Kanzlei Dr. Jäger',
]
const bankName = 'Volksbank Mitte eG'
const fees = [
  ['Kontoführung 02/2026', -1400],
  ['Auslandsüberweisung', -1250],
  ['Kartenentgelt', -390],
  ['Rücklastschriftentgelt', -460],
] as const

/** The cases of a seed, in no order of days. */
export function makeCases(seed: number): readonly Case[] {
  const random = createRandom(seed)
  const next = createPayments(random)
  const of = (kind: CaseKind, count: number, make: (index: number) => Omit<Case, 'kind'>): readonly Case[] =>
    Array.from({ length: count }, (_, index) => ({ kind, ...make(index) }))
  return [
    ...of('plain', 42, () => next.settled({})),
    ...fees.map(([text, amount], index): Case => {
      const line = { day: 2 + 7 * index, name: bankName, text, amount, type: 'ENTGELT' }
      return { kind: 'fee', bank: [line], books: [] }
    }),
    ...of('batch', 3, (index) => next.batch(3 + index)),
    ...of('swapped-digits', 3, () => next.changed(swapDigits)),
    ...of('wrong-reference', 2, (index) => next.settled({ invoice: `RE-2026-${1190 + index}` })),
    ...of('late', 3, (index) => next.settled({ lag: 11 + 3 * index })),
    ...of('double', 2, () => {
      const { bank, books } = next.settled({})
      return { bank, books: [...books, ...books] }
    }),
    ...of('reversal', 1, () => next.reversal()),
    ...of('exchange', 2, (index) => next.exchange(index)),
    ...of('part-payment', 3, () => next.changed((amount) => Math.round(amount / 3))),
    ...of('discount', 3, () => next.changed((amount) => amount - Math.round(amount * 0.02))),
    ...of('cheque-in-transit', 4, (index) => {
      const { books } = next.settled({ isOut: true })
      return { bank: [], books: books.map((each) => ({ ...each, day: 26 + index, name: `Scheck ${each.name}` })) }
    }),
    ...of('not-booked', 2, () => ({ bank: next.settled({}).bank, books: [] })),
    ...of('not-at-the-bank', 2, () => ({ bank: [], books: next.settled({}).books })),
  ]
}

/** Exchanges the first two digits that differ: 1,243.50 for 1,234.50. */
function swapDigits(amount: number): number {
  const digits = [...String(amount)]
  const at = digits.findIndex((digit, index) => index > 0 && index + 1 < digits.length && digit !== digits[index + 1])
  const [left = '0', right = '0'] = digits.slice(at, at + 2)
  return Number([...digits.slice(0, at), right, left, ...digits.slice(at + 2)].join(''))
}

interface Wanted {
  readonly isOut?: boolean
  /** Days from the booking to the bank. */
  readonly lag?: number
  /** What the bank names instead of the booked invoice. */
  readonly invoice?: string
}

function createPayments(random: Random) {
  let invoiceNumber = 1000
  const settled = ({ isOut = random.chance(0.25), lag = random.between(0, 2), invoice }: Wanted) => {
    const day = random.between(1, 25)
    const name = random.pick(isOut ? suppliers : customers)
    const booked = `RE-2026-${++invoiceNumber}`
    const amount = (isOut ? -1 : 1) * random.between(5_000, 455_000)
    const named = invoice ?? booked
    const texts: Names = [
      `${named}`,
      `Rechnung ${named} vom 12.02.2026`,
      `${named.slice(3)} vielen Dank`,
      `Zahlung ${named}`,
    ]
    const type = isOut ? 'ÜBERWEISUNG' : 'GUTSCHRIFT'
    const bankDay = Math.min(31, day + lag)
    return {
      bank: [{ day: bankDay, name, text: random.pick(texts), amount, type }],
      books: [{ day: bankDay - lag, name, invoice: booked, amount }],
    }
  }
  return { settled, ...createOddPayments(random, settled) }
}

type Settled = (wanted: Wanted) => Omit<Case, 'kind'>

function createOddPayments(random: Random, settled: Settled) {
  return {
    /** The bank has another amount than the books. */
    changed(change: (amount: number) => number) {
      const { bank, books } = settled({ isOut: false })
      return { bank: bank.map((line) => ({ ...line, amount: change(line.amount) })), books }
    },
    batch(count: number) {
      const day = random.between(4, 23)
      const number = `SAMMLER ${random.between(900, 999)}`
      const books = Array.from({ length: count }, () =>
        settled({ isOut: false }).books.map((each) => ({ ...each, day })),
      ).flat()
      const amount = books.reduce((sum, each) => sum + each.amount, 0)
      const line = { day: day + 1, name: 'Kartenabrechnung Payone', text: number, amount, type: 'SAMMELGUTSCHRIFT' }
      return { bank: [line], books: books.map((each) => ({ ...each, invoice: `${each.invoice} ${number}` })) }
    },
    /** A direct debit that came back: in no book, since it settled nothing. */
    reversal() {
      const { bank } = settled({ isOut: false })
      const back = bank.map((line) => ({
        ...line,
        day: Math.min(31, line.day + 2),
        amount: -line.amount,
        text: `Rücklastschrift ${line.text}`,
        type: 'RÜCKLASTSCHRIFT',
      }))
      return { bank: [...bank, ...back], books: [] }
    },
    /** A payment in dollars, which the books have at the rate of another day. */
    exchange(index: number) {
      const { bank, books } = settled({ isOut: true })
      const dollars = 100_000 * (index + 1)
      const text = `USD ${dollars / 100},00 Kurs 1,0725`
      return {
        bank: bank.map((line) => ({ ...line, text, amount: -Math.round(dollars / 1.0725) })),
        books: books.map((each) => ({ ...each, amount: -Math.round(dollars / 1.08) })),
      }
    },
  }
}

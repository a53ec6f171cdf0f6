import { noCurrency } from '../../base/currency.ts'
import { addDecimals, type Decimal, formatDecimal, parseDecimal } from '../../base/decimal.ts'
import { isObject, isText, parseLine } from '../../base/json-shape.ts'
import type { SideTotal } from '../../result/line.ts'
import type { TakeLine } from './artifact-reader.ts'
import type { Totals } from './chain.ts'

/** What a result line says has become of a record. */
export type Fate = 'matched' | 'open' | 'excluded'

/** The records of one side, read from its dataset's lines, and what the result has told of them so far. */
export interface SideLedger {
  readonly take: TakeLine
  /** The first line that holds no record, or one whose id another has; undefined when there is none. */
  fault(): string | undefined
  /** Whether there is a record of this id, and it has no fate yet. */
  readonly isUnbooked: (id: string) => boolean
  /** Books a record under its fate. A text when it is unknown or booked already; then nothing is booked. */
  book(id: string, fate: Fate): BookedAmount | string
  /** How many records were booked under a fate. */
  count(fate: Fate): number
  /** A record without a fate, if there is one. */
  unbooked(): string | undefined
  /** Count and sums in each currency, as the result's last line has them, by name of the currency. */
  sums(): { readonly [currency: string]: SideTotal }
  /** Control totals as the dataset has them: of the currencies in which a record has an amount. */
  totals(): Totals
  period(): { readonly from: string | null; readonly to: string | null }
}

export interface BookedAmount {
  readonly currency: string
  readonly amount: Decimal
}

const zero: Decimal = { coefficient: 0n, scale: 0 }

interface Sum {
  count: number
  /** Whether a record of the currency has an amount at all. */
  hasAmount: boolean
  readonly of: { [part in 'total' | Fate]: Decimal }
}

/** A ledger of the side that `name` names in words. About 200 bytes a record. */
export function createSideLedger(name: 'source' | 'target'): SideLedger {
  const rowById = new Map<string, number>()
  const amounts: (Decimal | undefined)[] = []
  const currencies: string[] = []
  const fates: (Fate | undefined)[] = []
  const counts = { matched: 0, open: 0, excluded: 0 }
  const sums = new Map<string, Sum>()
  const period: { from: string | null; to: string | null } = { from: null, to: null }
  let lineCount = 0
  let fault: string | undefined

  return {
    take(text) {
      lineCount += 1
      const record = readRecord(text)
      if (record === undefined || rowById.has(record.id)) {
        fault ??= `Line ${lineCount} of the ${name} ${record ? `repeats the id ${record.id}` : 'is not a canonical record'}`
        return {}
      }
      rowById.set(record.id, amounts.length)
      amounts.push(record.amount)
      currencies.push(record.currency)
      fates.push(undefined)
      addRecord(sums, record)
      extend(period, record.date)
      return { id: record.id }
    },
    fault: () => fault,
    isUnbooked(id) {
      const row = rowById.get(id)
      return row !== undefined && fates[row] === undefined
    },
    book(id, fate) {
      const row = rowById.get(id)
      if (row === undefined) return `the ${name} has no record ${id}`
      if (fates[row] !== undefined) return `the ${name} record ${id} is in two lines`
      fates[row] = fate
      counts[fate] += 1
      const currency = currencies[row] ?? noCurrency
      const amount = amounts[row] ?? zero
      const sum = sums.get(currency)
      if (sum !== undefined) sum.of[fate] = addDecimals(sum.of[fate], amount)
      return { currency, amount }
    },
    count: (fate) => counts[fate],
    unbooked() {
      const row = fates.indexOf(undefined)
      return row < 0 ? undefined : [...rowById.keys()][row]
    },
    sums: () => Object.fromEntries([...sums].map(([currency, sum]) => [currency, formatSum(sum)])),
    totals: () =>
      Object.fromEntries(
        [...sums].filter(([, sum]) => sum.hasAmount).map(([currency, sum]) => [currency, formatDecimal(sum.of.total)]),
      ),
    period: () => ({ ...period }),
  }
}

interface RecordFacts {
  readonly id: string
  readonly currency: string
  /** The control amount: `amount`, else `net`, else `gross`. */
  readonly amount: Decimal | undefined
  readonly date: string | undefined
}

function readRecord(text: string | undefined): RecordFacts | undefined {
  const record = parseLine(text)
  if (!isObject(record) || !isText(record['id'])) return undefined
  const written = record['amount'] ?? record['net'] ?? record['gross']
  const amount = isText(written) ? parseDecimal(written) : undefined
  const { currency, date } = { currency: record['currency'] ?? noCurrency, date: record['date'] }
  if (!isText(currency) || (written !== undefined && amount === undefined) || (date !== undefined && !isText(date)))
    return undefined
  return { id: record['id'], currency, amount, date }
}

function addRecord(sums: Map<string, Sum>, { currency, amount }: RecordFacts): void {
  const found = sums.get(currency)
  const sum = found ?? { count: 0, hasAmount: false, of: { total: zero, matched: zero, open: zero, excluded: zero } }
  sum.count += 1
  sum.hasAmount ||= amount !== undefined
  sum.of.total = addDecimals(sum.of.total, amount ?? zero)
  if (found === undefined) sums.set(currency, sum)
}

function extend(period: { from: string | null; to: string | null }, date: string | undefined): void {
  if (date === undefined) return
  if (period.from === null || date < period.from) period.from = date
  if (period.to === null || date > period.to) period.to = date
}

const formatSum = ({ count, of }: Sum): SideTotal => ({
  count,
  total: formatDecimal(of.total),
  matched: formatDecimal(of.matched),
  open: formatDecimal(of.open),
  excluded: formatDecimal(of.excluded),
})

import {
  absolute,
  addDecimals,
  type Decimal,
  formatDecimal,
  noCurrency,
  parseDate,
  parseDecimal,
} from '@tallystick/engine'
import { namesInLine, type RecordLine, type RecordName, type ShownRecord } from '../../report/shown-record.ts'
import type { Amounts } from './engine-types.ts'

/** What a line is about: how much, in which currency, since when. */
export interface LineStake {
  /** Without its sign; undefined where the line has none, or records of several currencies. */
  readonly amount: Decimal | undefined
  readonly currency: string
  /** The days of its oldest and newest record; undefined where none has a date. */
  readonly oldestDay: number | undefined
  readonly recordCount: number
}

/**
 * What is at stake in a line: the difference where it has one, else what its records of one side add up to, the source’s
 * where it has any.
 */
export function stakeOf(line: RecordLine, recordOf: (name: RecordName) => ShownRecord | undefined): LineStake {
  const names = ownNames(line)
  const records = names.map((name) => ({ side: name.side, record: recordOf(name) }))
  const currencies = new Set(records.map(({ record }) => record?.currency ?? noCurrency))
  const [currency = noCurrency] = currencies
  const days = records
    .map(({ record }) => (record?.date == null ? undefined : parseDate(record.date)))
    .filter((day) => day !== undefined)
  const difference = line.kind === 'break' && line.difference !== undefined ? parseDecimal(line.difference) : undefined
  const [first] = records
  const sum = currencies.size > 1 ? undefined : sumOf(records.filter(({ side }) => side === first?.side))
  const amount = difference ?? sum
  return {
    amount: amount && absolute(amount),
    currency: currencies.size > 1 ? noCurrency : currency,
    oldestDay: days.length === 0 ? undefined : days.reduce((oldest, day) => Math.min(oldest, day)),
    recordCount: names.length,
  }
}

const ownNames = (line: RecordLine): readonly RecordName[] =>
  namesInLine(line.kind === 'break' ? { ...line, candidates: [], taken: [] } : line)

function sumOf(records: readonly { readonly record: ShownRecord | undefined }[]): Decimal | undefined {
  let sum: Decimal | undefined
  for (const { record } of records) {
    const amount = record?.amount == null ? undefined : parseDecimal(record.amount)
    if (amount !== undefined) sum = sum === undefined ? amount : addDecimals(sum, amount)
  }
  return sum
}

/** Sums by currency. */
export interface AmountSums {
  readonly add: (currency: string, amount: Decimal | undefined) => void
  readonly amounts: () => Amounts
}

/** No sums yet. */
export function createSums(): AmountSums {
  const sums = new Map<string, Decimal>()
  return {
    add(currency, amount) {
      if (amount === undefined) return
      const before = sums.get(currency)
      sums.set(currency, before === undefined ? amount : addDecimals(before, amount))
    },
    amounts: () => Object.fromEntries([...sums].sort().map(([currency, sum]) => [currency, formatDecimal(sum)])),
  }
}

import { at } from '../../base/at.ts'
import { noCurrency } from '../../base/currency.ts'
import { addDecimals, type Decimal, parseDecimal, subtractDecimals, zero } from '../../base/decimal.ts'
import type { Sha256 } from '../../base/hasher.ts'
import { isObject, isText, parseLine } from '../../base/json-shape.ts'
import { createIdIndex } from './id-index.ts'
import { createTalliedRecords } from './tallied-records.ts'

/** The amounts of one currency: their total, and the sum for each outcome. */
export interface Sum {
  count: number
  hasAmount: boolean
  readonly amounts: { [part in 'total' | 'matched' | 'open' | 'excluded' | 'netted']: Decimal }
}

interface Group {
  readonly currency: string
  readonly date: string | undefined
  readonly sum: Sum
}

export interface FoundRecord {
  readonly number: number
  readonly state: number
  readonly isResidual: boolean
  readonly group: Group
}

/** The records and residuals of one side: 35 bytes for each, and a little for each day and currency. */
export interface RecordStore {
  /** Adds a record without an outcome (state 0) to the sum of its currency; false for a known id. */
  add(facts: RecordFacts): boolean
  /** Adds a residual, and subtracts its amount from that of `origin`; false for a known id. */
  addResidual(id: string, origin: FoundRecord, amount: Decimal): boolean
  /** Adds a residual, and subtracts its amount from what is matched in its currency; false for a known id. */
  addDecided(residual: Omit<RecordFacts, 'amount'> & { readonly amount: Decimal }): boolean
  find(id: string): FoundRecord | undefined
  amountOf(record: FoundRecord): Decimal
  setState(record: FoundRecord, state: number): void
  firstIn(isIn: (state: number) => boolean): { readonly number: number; readonly isResidual: boolean } | undefined
  sums(): readonly (readonly [currency: string, sum: Sum])[]
}

export function createRecordStore(sha256: Sha256): RecordStore {
  const numbers = createIdIndex(sha256)
  const records = createTalliedRecords()
  const groups = createGroups()
  return {
    add({ id, currency, amount, date }) {
      if (numbers.add(id) === undefined) return false
      const group = groups.numberOf(currency, date)
      addToSum(groups.at(group).sum, amount)
      records.add({ group, amount: amount ?? zero, isResidual: false })
      return true
    },
    addResidual(id, { number }, amount) {
      if (numbers.add(id) === undefined) return false
      const group = records.groupOf(number)
      records.setAmount(number, subtractDecimals(records.amountOf(number), amount))
      groups.at(group).sum.count += 1
      records.add({ group, amount, isResidual: true })
      return true
    },
    addDecided({ id, currency, date, amount }) {
      if (numbers.add(id) === undefined) return false
      const group = groups.numberOf(currency, date)
      const { sum } = groups.at(group)
      sum.count += 1
      sum.amounts.matched = subtractDecimals(sum.amounts.matched, amount)
      records.add({ group, amount, isResidual: true })
      return true
    },
    find(id) {
      const number = numbers.find(id)
      if (number === undefined) return undefined
      const group = groups.at(records.groupOf(number))
      return { number, state: records.stateOf(number), isResidual: records.isResidual(number), group }
    },
    amountOf: ({ number }) => records.amountOf(number),
    setState: ({ number }, state) => records.setState(number, state),
    firstIn(isIn) {
      const number = records.firstIn(isIn)
      return number === undefined ? undefined : { number, isResidual: records.isResidual(number) }
    },
    sums: groups.sums,
  }
}

function createGroups() {
  const groups: Group[] = []
  const numbersByCurrency = new Map<string, Map<string | undefined, number>>()
  const sumByCurrency = new Map<string, Sum>()
  const sumOf = (currency: string): Sum => {
    const sum = sumByCurrency.get(currency) ?? emptySum()
    sumByCurrency.set(currency, sum)
    return sum
  }
  return {
    numberOf(currency: string, date: string | undefined): number {
      const numbers = numbersByCurrency.get(currency) ?? new Map<string | undefined, number>()
      numbersByCurrency.set(currency, numbers)
      const known = numbers.get(date)
      if (known !== undefined) return known
      numbers.set(date, groups.length)
      return groups.push({ currency, date, sum: sumOf(currency) }) - 1
    },
    at: (number: number): Group => at(groups, number),
    sums: () => [...sumByCurrency],
  }
}

const emptySum = (): Sum => ({
  count: 0,
  hasAmount: false,
  amounts: { total: zero, matched: zero, open: zero, excluded: zero, netted: zero },
})

function addToSum(sum: Sum, amount: Decimal | undefined): void {
  sum.count += 1
  sum.hasAmount ||= amount !== undefined
  sum.amounts.total = addDecimals(sum.amounts.total, amount ?? zero)
}

export interface RecordFacts {
  readonly id: string
  readonly currency: string
  /** The control amount of the record: `amount`, else `net`, else `gross`. */
  readonly amount: Decimal | undefined
  readonly date: string | undefined
}

export function readRecord(text: string | undefined): RecordFacts | undefined {
  const record = parseLine(text)
  if (!isObject(record)) return undefined
  const { id, amount, net, gross, date } = record
  const currency = record['currency'] ?? noCurrency
  const written = amount ?? net ?? gross
  const value = isText(written) ? parseDecimal(written) : undefined
  const isAmountValid = written === undefined || value !== undefined
  if (!isText(id) || !isText(currency) || !isAmountValid || (date !== undefined && !isText(date))) return undefined
  return { id, currency, amount: value, date }
}

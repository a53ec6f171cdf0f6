import { at } from '../../base/at.ts'
import { addDecimals, type Decimal, subtractDecimals, zero } from '../../base/decimal.ts'
import type { Sha256 } from '../../base/hasher.ts'
import { createIdIndex } from './id-index.ts'
import type { RecordFacts } from './record-facts.ts'
import { createTalliedRecords } from './tallied-records.ts'

/** What an outcome, or none, adds up to in one currency. */
export interface Sum {
  count: number
  /** Whether some record of the currency has an amount. */
  hasAmount: boolean
  readonly amounts: { [part in 'total' | 'matched' | 'open' | 'excluded' | 'netted']: Decimal }
}

/** What records have in common that are of one currency and one day. */
interface Group {
  readonly currency: string
  readonly date: string | undefined
  readonly sum: Sum
}

/** A record by its number. */
export interface BookedRecord {
  readonly number: number
  readonly state: number
  readonly isRest: boolean
  readonly group: Group
}

/** The records and rests of one side: 35 bytes each, and a little for each day and currency. */
export interface RecordBook {
  /** Adds a record with state 0, and counts it in its sum; false, and nothing changes, where the id is there. */
  add(facts: RecordFacts): boolean
  /** Adds a rest of `origin`, which counts so much less; false, and nothing changes, where the id is there. */
  addRest(id: string, origin: BookedRecord, amount: Decimal): boolean
  find(id: string): BookedRecord | undefined
  amountOf(record: BookedRecord): Decimal
  setState(record: BookedRecord, state: number): void
  firstIn(isIn: (state: number) => boolean): { readonly number: number; readonly isRest: boolean } | undefined
  /** By currency, in the order in which currencies came. */
  sums(): readonly (readonly [currency: string, sum: Sum])[]
}

/** A book without a record. */
export function createRecordBook(sha256: Sha256): RecordBook {
  const numbers = createIdIndex(sha256)
  const records = createTalliedRecords()
  const groups = createGroups()
  return {
    add({ id, currency, amount, date }) {
      if (numbers.add(id) === undefined) return false
      const group = groups.numberOf(currency, date)
      addToSum(groups.at(group).sum, amount)
      records.add({ group, amount: amount ?? zero, isRest: false })
      return true
    },
    addRest(id, { number }, amount) {
      if (numbers.add(id) === undefined) return false
      const group = records.groupOf(number)
      records.setAmount(number, subtractDecimals(records.amountOf(number), amount))
      groups.at(group).sum.count += 1
      records.add({ group, amount, isRest: true })
      return true
    },
    find(id) {
      const number = numbers.find(id)
      if (number === undefined) return undefined
      const group = groups.at(records.groupOf(number))
      return { number, state: records.stateOf(number), isRest: records.isRest(number), group }
    },
    amountOf: ({ number }) => records.amountOf(number),
    setState: ({ number }, state) => records.setState(number, state),
    firstIn(isIn) {
      const number = records.firstIn(isIn)
      return number === undefined ? undefined : { number, isRest: records.isRest(number) }
    },
    sums: groups.sums,
  }
}

/** Groups by number, and the sums of their currencies in the order in which these came. */
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

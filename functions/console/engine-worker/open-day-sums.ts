import { addDecimals, type Decimal, formatDate, formatDecimal } from '@tallystick/engine/base'
import type { BySide } from '@tallystick/engine/record'
import type { OpenDay } from './engine-types.ts'
import type { LineRecord } from './line-figures.ts'

interface DaySums {
  /** Counts a record by its date; a record without a date or an amount is left out. */
  readonly add: (record: LineRecord) => void
  readonly all: () => readonly OpenDay[]
}

const zero: Decimal = { coefficient: 0n, scale: 0 }

export function createDaySums(): DaySums {
  const byCurrency = new Map<string, Map<number, BySide<Decimal>>>()
  return {
    add({ name: { side }, figures }) {
      const { day, amount, currency } = figures ?? {}
      if (day === undefined || amount === undefined || currency === undefined) return
      const days = byCurrency.get(currency) ?? new Map<number, BySide<Decimal>>()
      byCurrency.set(currency, days)
      const before = days.get(day) ?? { source: zero, target: zero }
      days.set(day, { ...before, [side]: addDecimals(before[side], amount) })
    },
    all: () =>
      [...byCurrency]
        .sort(([left], [right]) => (left < right ? -1 : 1))
        .flatMap(([currency, days]) => [...days].map(([day, sums]) => ({ currency, day, sums })))
        .sort((left, right) => left.day - right.day)
        .map(({ currency, day, sums: { source, target } }) => ({
          date: formatDate(day),
          currency,
          source: formatDecimal(source),
          target: formatDecimal(target),
        })),
  }
}

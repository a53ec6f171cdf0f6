import { at } from '../../base/at.ts'
import { parseDate } from '../../base/date.ts'
import { type Decimal, parseDecimal } from '../../base/decimal.ts'
import { firstIndex } from '../../base/first-index.ts'
import type { Rate } from '../language/language.ts'

export interface WantedRate {
  readonly from: string
  readonly to: string
  readonly day: number
  readonly maxAgeDays: number
}

interface PairRates {
  readonly days: number[]
  readonly rates: Decimal[]
}

/**
 * Finds the newest rate that is dated on or before a day and at most `maxAgeDays` old; undefined if there is none. A
 * rate of the opposite direction is not inverted, since nobody published it. `rates` are effective. O(rates), then
 * O(log rates) a call.
 */
export function rateFinder(rates: readonly Rate[]): (wanted: WantedRate) => Decimal | undefined {
  const byPair = new Map<string, PairRates>()
  for (const { from, to, date, rate } of rates) {
    const [day, decimal] = [parseDate(date), parseDecimal(rate)]
    if (day === undefined || decimal === undefined) throw new TypeError('An effective rate has a date and a decimal')
    const pair = byPair.get(pairOf(from, to)) ?? { days: [], rates: [] }
    pair.days.push(day)
    pair.rates.push(decimal)
    byPair.set(pairOf(from, to), pair)
  }
  return ({ from, to, day, maxAgeDays }) => {
    const pair = byPair.get(pairOf(from, to))
    if (pair === undefined) return undefined
    const { days } = pair
    const index = firstIndex({ from: 0, to: days.length }, (place) => at(days, place) > day) - 1
    return index >= 0 && day - at(days, index) <= maxAgeDays ? at(pair.rates, index) : undefined
  }
}

const pairOf = (from: string, to: string): string => `${from} ${to}`

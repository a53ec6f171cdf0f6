import { addDecimals, type Decimal, formatDecimal, subtractDecimals, zero } from '../../../engine/base/decimal.ts'
import type { BySide } from '../../../engine/record/side.ts'
import { type PeriodCase, type RunPeriod, sumsOf } from './period-case.ts'

/**
 * The closing balances as the two systems have them: what the period counted, with the repeated lines that turned out to
 * be records of their own, and without what its source took back in this period.
 */
export function truthAfter({ balances, folded, given }: RunPeriod & { readonly given: PeriodCase }): BySide<{
  readonly [currency: string]: string
}> {
  const repeated = new Set((given.repeated?.source ?? []).map(({ id }) => id))
  const kept = folded.items.filter(
    ({ name, state, part }) =>
      repeated.has(name.id) && part === 'dataset' && state !== 'repeated' && state !== 'withdrawn',
  )
  const withdrawn = folded.items.filter(({ state, name }) => state === 'withdrawn' && !repeated.has(name.id))
  const after = (side: 'source' | 'target') => {
    const sums = new Map<string, Decimal>()
    const own = <Item extends { readonly name: { readonly side: string } }>(items: readonly Item[]) =>
      items.filter(({ name }) => name.side === side)
    for (const [currency, amount] of sumsOf(own(kept).map(({ record }) => record)))
      sums.set(currency, addDecimals(sums.get(currency) ?? zero, amount))
    for (const [currency, amount] of sumsOf(own(withdrawn).map(({ record }) => record)))
      sums.set(currency, subtractDecimals(sums.get(currency) ?? zero, amount))
    const closing = new Map(Object.entries(balances[side]))
    for (const [currency, amount] of sums) {
      const before = decimalsOf(closing.get(currency))
      closing.set(currency, formatDecimal(addDecimals(before, amount)))
    }
    return Object.fromEntries(closing)
  }
  return { source: after('source'), target: after('target') }
}

const decimalsOf = (text: string | undefined): Decimal =>
  text === undefined ? zero : { coefficient: BigInt(text), scale: 0 }

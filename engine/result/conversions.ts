import { at } from '../base/at.ts'
import { addDecimals, type Decimal, formatDecimal, parseDecimal, zero } from '../base/decimal.ts'
import type { Match, RunState } from '../match/state/run-state.ts'
import { currencyOf } from './control-amount.ts'
import type { ConvertedAmounts, MatchLine, TotalsLine } from './line.ts'

/** The member `converted` of a match; absent unless the rule converts amounts. */
export function convertedValues(match: Match): Pick<MatchLine, 'converted'> {
  const converted = convertedOf(match)
  return converted === undefined ? {} : { converted }
}

/**
 * For matches between two currencies: the sums of target − source after conversion, by the currency in which amounts
 * were compared.
 */
export function exchangeDifferences(run: RunState): TotalsLine['fx'] {
  const sums = new Map<string, Decimal>()
  const isConverting = run.rules.some(({ compiled }) => compiled.rule.convert !== undefined)
  for (const match of isConverting ? run.matches : []) {
    if (match.rule.compiled.rule.convert === undefined) continue
    const { currency, difference } = convertedOf(match) ?? {}
    const amount = difference === undefined ? undefined : parseDecimal(difference)
    if (currency === undefined || amount === undefined || isOfOneCurrency(run, match)) continue
    sums.set(currency, addDecimals(sums.get(currency) ?? zero, amount))
  }
  return Object.fromEntries(
    [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([currency, sum]) => [currency, formatDecimal(sum)]),
  )
}

const isOfOneCurrency = (run: RunState, { source, target }: Match): boolean =>
  currencyOf(run.source.table, at(source, 0)) === currencyOf(run.target.table, at(target, 0))

/** Rules that convert match pairs only, so the first rows are all rows. */
function convertedOf({ rule, source, target }: Match): ConvertedAmounts | undefined {
  if (rule.compiled.rule.convert === undefined) return undefined
  const [from, to] = [at(source, 0), at(target, 0)]
  const found = rule.criteria.flatMap((bound) => {
    const converted = bound.converted?.(from, to)
    return converted === undefined ? [] : [{ name: bound.criterion.name, ...converted, ...bound.deviation(from, to) }]
  })
  const last = found.at(-1)
  if (last === undefined) return undefined
  const { currency, difference } = last
  const values = Object.fromEntries(found.map((each) => [each.name, each.values]))
  return { currency, values, ...(difference !== undefined && { difference }) }
}

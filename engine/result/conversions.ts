import { at } from '../base/at.ts'
import { addDecimals, type Decimal, formatDecimal, parseDecimal } from '../base/decimal.ts'
import type { Match, RunState } from '../match/run-state.ts'
import { currencyOf, zero } from './control-amount.ts'
import type { MatchLine, TotalsLine } from './line.ts'

/** What rules that convert compared, for result lines and totals. */

/** `{ converted }`: the amounts of a pair in the currency that they were compared in; nothing where none were converted. */
export function convertedValues({ rule, source, target }: Match): Pick<MatchLine, 'converted'> {
  if (rule.compiled.rule.convert === undefined) return {}
  const [from, to] = [at(source, 0), at(target, 0)]
  const values: Record<string, readonly [string, string]> = {}
  let currency: string | undefined
  for (const { criterion, converted } of rule.criteria) {
    const found = converted?.(from, to)
    if (found === undefined) continue
    currency = found.currency
    values[criterion.name] = found.values
  }
  return currency === undefined ? {} : { converted: { currency, values } }
}

/**
 * Target − source, after conversion and `sign`, of all matches between two currencies, by the currency compared in: what
 * the rates leave unexplained. Of several amounts of a rule the last counts, as in `difference`.
 */
export function exchangeDifferences(run: RunState): NonNullable<TotalsLine['fx']> {
  const sums = new Map<string, Decimal>()
  for (const { rule, source, target } of run.matches) {
    const [from, to] = [source[0], target[0]]
    if (rule.compiled.rule.convert === undefined || from === undefined || to === undefined) continue
    if (currencyOf(run.source.table, from) === currencyOf(run.target.table, to)) continue
    const last = rule.criteria.findLast((bound) => bound.converted?.(from, to) !== undefined)
    const currency = last?.converted?.(from, to)?.currency
    const difference = parseDecimal(last?.deviation(from, to).difference ?? '0')
    if (currency === undefined || difference === undefined || difference.coefficient === 0n) continue
    sums.set(currency, addDecimals(sums.get(currency) ?? zero, difference))
  }
  return Object.fromEntries(
    [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([currency, sum]) => [currency, formatDecimal(sum)]),
  )
}

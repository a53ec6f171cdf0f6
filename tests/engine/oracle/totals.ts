import type { CanonicalRecord } from '../../../engine/record/record.ts'
import type { Criterion } from '../../../engine/rules/language/language.ts'
import { type Fraction, isZero, minus, negated, plus, readFraction, total, writeFraction, zero } from './fraction.ts'
import { withoutRest } from './residuals.ts'
import { sumOf } from './sums.ts'
import { type Both, readValue, type Side } from './values.ts'
import { type Line, type Match, onSides, type World } from './world.ts'

export const currencyOf = ({ currency }: CanonicalRecord): string => currency ?? 'XXX'

/** The control amount of a record: its `amount`, else `net`, else `gross`. */
export const controlAmount = ({ amount, net, gross }: CanonicalRecord): Fraction =>
  readFraction(amount ?? net ?? gross ?? '0') ?? zero

const settledAmount = (world: World, record: CanonicalRecord): Fraction =>
  withoutRest(world, record, controlAmount(record))

/** What sets the target of a match apart from its source in each currency, without what is 0. */
export interface Differences {
  /** Target − source of the control amounts, the target with its sign turned where it is. */
  readonly accepted: Map<string, Fraction>
  /** What turning the sign changed: twice the target. */
  readonly turned: Map<string, Fraction>
}

export function differencesOf(world: World, match: Match): Differences {
  const { source, target } = onSides(match.policy, match)
  const [accepted, turned] = [new Map<string, Fraction>(), new Map<string, Fraction>()]
  for (const currency of new Set([...source, ...target].map(currencyOf))) {
    const sum = (records: readonly CanonicalRecord[]): Fraction =>
      total(records.filter((record) => currencyOf(record) === currency).map((record) => settledAmount(world, record)))
    const own = minus(sum(target), leftIn(match, 'target', currency))
    const isOpposite = match.decided?.isTurned ?? isTurned(match)
    const difference = minus(isOpposite ? negated(own) : own, minus(sum(source), leftIn(match, 'source', currency)))
    if (!isZero(difference)) accepted.set(currency, difference)
    if (isOpposite && !isZero(own)) turned.set(currency, plus(own, own))
  }
  return { accepted, turned }
}

/** What a match by hand left on a side, maybe of a record of the other side. */
function leftIn({ decided }: Match, side: Side, currency: string): Fraction {
  const rest = decided?.rest
  return rest?.side === side && currencyOf(rest.item) === currency ? rest.amount : zero
}

/** Whether the last amount compared, or the amount ignored, has opposite signs, or differs in a sign that does not count. */
export function isTurned({ policy: { rule, comparisons }, source, target }: Match): boolean {
  const { sum, side } = rule
  if (side) return false
  if (sum) return isTurnedBy(sum.sign, sumOf(sum, 'source', source), sumOf(sum, 'target', target))
  const [s, t] = [source[0], target[0]]
  if (!s || !t) return false
  const differIn = (sign: Criterion['sign'], fields: Both<string>): boolean => {
    const [own, other] = [readValue(s, fields.source, 'decimal'), readValue(t, fields.target, 'decimal')]
    return typeof own === 'object' && typeof other === 'object' && isTurnedBy(sign, own, other)
  }
  if (rule.sign) return differIn(rule.sign, { source: 'amount', target: 'amount' })
  const last = comparisons.findLast(({ fields, stand }) => isAmount(fields) && stand(s, t).onValues)
  return last?.fields !== undefined && differIn(last.criterion.sign, last.fields)
}

const isAmount = (fields: Both<string> | undefined): boolean =>
  fields !== undefined && ['amount', 'net', 'gross'].some((each) => each === fields.source || each === fields.target)

const isTurnedBy = (sign: Criterion['sign'], source: Fraction, target: Fraction): boolean =>
  sign === 'opposite' || (sign === 'absolute' && source.over * target.over < 0n)

/** The last line of a result. */
export const totalsLine = (world: World): Line => ({
  kind: 'totals',
  source: sideTotals(world, 'source'),
  target: sideTotals(world, 'target'),
  accepted: accepted(world, [...world.matches, ...world.nettings]),
  turned: turned(world),
  fx: exchangeDifferences(world.matches),
})

function sideTotals(world: World, side: Side): Line {
  const { all, matches, nettings, exclusions } = world
  const currencies = new Set(all[side].map(currencyOf))
  const matched = new Set(matches.flatMap((match) => match[side]))
  const netted = new Set(nettings.flatMap((netting) => onSides(netting.policy, netting)[side]))
  const excluded = new Set(exclusions.map(({ record }) => record))
  return Object.fromEntries(
    [...currencies].map((currency) => {
      const own = all[side].filter((record) => currencyOf(record) === currency)
      const sum = (test: (record: CanonicalRecord) => boolean): string =>
        writeFraction(total(own.filter(test).map((record) => settledAmount(world, record))))
      const left = total(matches.map((match) => leftIn(match, side, currency)))
      const without = (text: string): string => writeFraction(minus(readFraction(text) ?? zero, left))
      return [
        currency,
        {
          count: own.length,
          total: without(sum(() => true)),
          matched: without(sum((record) => matched.has(record))),
          open: sum((record) => ![matched, excluded, netted].some((gone) => gone.has(record))),
          excluded: sum((record) => excluded.has(record)),
          netted: sum((record) => netted.has(record)),
        },
      ]
    }),
  )
}

/** What matches accepted, by currency and by the variance of their rules. */
function accepted(world: World, matches: readonly Match[]): Line {
  const sums: { [currency: string]: { [label: string]: string } } = {}
  for (const match of matches) {
    const label = match.policy.rule.variance ?? 'unlabelled'
    for (const [currency, difference] of differencesOf(world, match).accepted) {
      const labels = sums[currency] ?? {}
      labels[label] = writeFraction(plus(readFraction(labels[label] ?? '0') ?? zero, difference))
      sums[currency] = labels
    }
  }
  return sums
}

/** What turning signs changed, by currency. */
function turned(world: World): Line {
  const sums: { [currency: string]: string } = {}
  for (const match of world.matches)
    for (const [currency, amount] of differencesOf(world, match).turned)
      sums[currency] = writeFraction(plus(readFraction(sums[currency] ?? '0') ?? zero, amount))
  return sums
}

/** The differences after conversion of matches between two currencies, by the currency that they were compared in. */
function exchangeDifferences(matches: readonly Match[]): Line {
  const sums: { [currency: string]: string } = {}
  for (const { policy, source, target } of matches) {
    const [own, other] = [source[0], target[0]]
    if (!policy.rule.convert || !own || !other || currencyOf(own) === currencyOf(other)) continue
    const standings = policy.comparisons.map((comparison) => comparison.stand(own, other))
    const last = standings.findLast(({ converted }) => converted !== undefined)
    const currency = last?.converted?.currency
    if (last === undefined || currency === undefined || isZero(last.difference)) continue
    sums[currency] = writeFraction(plus(readFraction(sums[currency] ?? '0') ?? zero, last.difference))
  }
  return sums
}

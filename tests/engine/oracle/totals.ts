import type { CanonicalRecord } from '../../../engine/index.ts'
import { type Fraction, isZero, minus, plus, readFraction, total, writeFraction, zero } from './fraction.ts'
import { withoutRest } from './residuals.ts'
import type { Side } from './values.ts'
import { type Line, type Match, onSides, type World } from './world.ts'

const currencyOf = ({ currency }: CanonicalRecord): string => currency ?? 'XXX'

/** The control amount of a record: its `amount`, else `net`, else `gross`. */
const controlAmount = ({ amount, net, gross }: CanonicalRecord): Fraction =>
  readFraction(amount ?? net ?? gross ?? '0') ?? zero

const settledAmount = (world: World, record: CanonicalRecord): Fraction =>
  withoutRest(world, record, controlAmount(record))

/** Target − source of a match's control amounts in each currency, without those that are 0. */
export function acceptedDifferences(world: World, { policy, ...rows }: Match): Map<string, Fraction> {
  const { source, target } = onSides(policy, rows)
  const differences = new Map<string, Fraction>()
  for (const currency of new Set([...source, ...target].map(currencyOf))) {
    const sum = (records: readonly CanonicalRecord[]): Fraction =>
      total(records.filter((record) => currencyOf(record) === currency).map((record) => settledAmount(world, record)))
    const difference = minus(sum(target), sum(source))
    if (!isZero(difference)) differences.set(currency, difference)
  }
  return differences
}

/** The last line of a result. */
export const totalsLine = (world: World): Line => ({
  kind: 'totals',
  source: sideTotals(world, 'source'),
  target: sideTotals(world, 'target'),
  accepted: accepted(world, [...world.matches, ...world.nettings]),
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
      return [
        currency,
        {
          count: own.length,
          total: sum(() => true),
          matched: sum((record) => matched.has(record)),
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
    for (const [currency, difference] of acceptedDifferences(world, match)) {
      const labels = sums[currency] ?? {}
      labels[label] = writeFraction(plus(readFraction(labels[label] ?? '0') ?? zero, difference))
      sums[currency] = labels
    }
  }
  return sums
}

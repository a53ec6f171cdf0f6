import { float64At } from '../base/at.ts'
import type { AmountRelation } from './amount-relation.ts'
import { type LagBand, modalBand } from './lag-band.ts'
import { type LearningSide, type LearningSides, lagOf, type Pair } from './learning-side.ts'
import type { Measure } from './measures.ts'

interface AmountTraits {
  readonly relation: AmountRelation
  readonly band: LagBand
  readonly pairs: readonly Pair[]
}

/**
 * The fewest pairs, also as a fraction of the smaller side, by which amounts relate two sides: unrelated sides have
 * some equal amounts, too.
 */
const pairCountMin = 3
const pairFractionMin = 0.3

/**
 * How records relate that have only their amount in common: pairs whose amount occurs once on each side show the amount
 * fields, the sign and the days of delay. Undefined where too few of these pairs are near in time. O(records × amount
 * fields of the source × amount fields of the target).
 */
export function amountTraits(sides: LearningSides): AmountTraits | undefined {
  const { source, target } = sides
  const wanted = Math.max(pairCountMin, pairFractionMin * Math.min(source.rowCount, target.rowCount))
  const found = single(source).flatMap((own) =>
    single(target).flatMap((other) =>
      (['same', 'opposite'] as const).flatMap((sign) => {
        const relation = { source: own, target: other, sign }
        const pairs = pairsOf(sides, relation)
        const band = modalBand(pairs.flatMap((pair) => lagOf(sides, pair) ?? []))
        if (band === undefined || band.withinCount < wanted) return []
        const { dayField: sourceField } = source
        const within = pairs.filter((pair) => {
          const lag = lagOf(sides, pair)
          return lag !== undefined && lag >= band.from && lag <= band.to
        })
        return [{ relation, band: { ...band, sourceField, targetField: target.dayField }, pairs: within }]
      }),
    ),
  )
  return found.toSorted((a, b) => b.band.withinCount - a.band.withinCount)[0]
}

const single = ({ measures }: LearningSide): readonly Measure[] => measures.filter(({ field }) => field !== undefined)

function pairsOf({ source, target }: LearningSides, relation: AmountRelation): readonly Pair[] {
  const [own, other] = [
    rowsByAmount(source, relation.source, 1),
    rowsByAmount(target, relation.target, signOf(relation)),
  ]
  return [...own].flatMap(([amount, s]) => {
    const t = other.get(amount)
    return s === undefined || t === undefined ? [] : [[s, t] as const]
  })
}

const signOf = ({ sign }: AmountRelation): 1 | -1 => (sign === 'opposite' ? -1 : 1)

/** The row of each amount; undefined for an amount that several rows have. */
function rowsByAmount(side: LearningSide, { units }: Measure, sign: 1 | -1): ReadonlyMap<string, number | undefined> {
  const rows = new Map<string, number | undefined>()
  for (let row = 0; row < side.rowCount; row++) {
    const own = sign * float64At(units, row)
    if (Number.isNaN(own) || own === 0) continue
    const amount = `${own} ${side.currencies[row]}`
    rows.set(amount, rows.has(amount) ? undefined : row)
  }
  return rows
}

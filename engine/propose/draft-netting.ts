import { at, float64At, int32At } from '../base/at.ts'
import { absentDay } from '../record/columns.ts'
import { sides as bothSides, type Side } from '../record/side.ts'
import type { Draft } from './draft.ts'
import { ofAll } from './draft-names.ts'
import { lagBand } from './lag-band.ts'
import type { LearningSide, LearningSides } from './learning-side.ts'

/** Drafts of rules for records that another record of the same side reverses: voids, reversals, chargebacks. */

const reversalCountMin = 3
const keyRowCountMax = 12

export function nettingDrafts(sides: LearningSides, isOpen: (side: Side, row: number) => boolean): readonly Draft[] {
  return bothSides.flatMap((side) => {
    const own = sides[side]
    const found = own.keyFields
      .map(({ field }) => ({ field, ...reversalsBy(own, field, (row) => isOpen(side, row)) }))
      .filter(({ lags, rareCount }) => lags.length >= Math.max(reversalCountMin, 0.2 * rareCount))
      .toSorted((a, b) => b.lags.length - a.lags.length)
    return found.slice(0, 2).flatMap((each) => draftOf(side, each))
  })
}

interface Reversals {
  readonly lags: readonly number[]
  /** The number of positive or of negative open records, whichever is smaller. */
  readonly rareCount: number
}

function reversalsBy(side: LearningSide, field: string, isOpen: (row: number) => boolean): Reversals {
  const units = at(side.measures, 0).units
  const rows = [...units.keys()].filter((row) => isOpen(row) && !Number.isNaN(float64At(units, row)))
  const byKey = Map.groupBy(
    rows.filter((row) => side.texts(field)[row] !== undefined),
    (row) => side.texts(field)[row],
  )
  const negativeCount = rows.filter((row) => float64At(units, row) < 0).length
  const rareSign = 2 * negativeCount <= rows.length ? -1 : 1
  const lags = [...byKey.values()]
    .filter((same) => same.length > 1 && same.length <= keyRowCountMax)
    .flatMap((same) => {
      const rare = same.filter((row) => Math.sign(float64At(units, row)) === rareSign)
      return rare.flatMap((row) => nearestReversed(side, row, same) ?? [])
    })
  return { lags, rareCount: rareSign < 0 ? negativeCount : rows.length - negativeCount }
}

function nearestReversed({ measures, days }: LearningSide, row: number, same: readonly number[]): number | undefined {
  const units = at(measures, 0).units
  const lags = same
    .filter((other) => float64At(units, other) === -float64At(units, row))
    .map((other) => int32At(days, row) - int32At(days, other))
    .filter((lag) => Math.abs(lag) < -absentDay / 2)
  return lags.toSorted((a, b) => Math.abs(a) - Math.abs(b) || a - b)[0]
}

function draftOf(side: Side, { field, lags, rareCount }: Reversals & { readonly field: string }): readonly Draft[] {
  const band = lagBand(lags)
  if (band === undefined) return []
  const days = Math.max(Math.abs(band.from), Math.abs(band.to))
  return [
    {
      id: `reversed-${side}`,
      rule: { side, match: [{ field }, { field: 'date', days }], ambiguous: 'defer' },
      identity: {
        names: [`${side}|${field}`],
        sourceField: field,
        targetField: field,
        isUnique: false,
        collisionFraction: 0,
        rightFraction: 1,
        relatedCount: () => lags.length,
      },
      band: undefined,
      sentence: `A ${side} record and its reversal: same ${field}, opposite amounts, at most ${days} days apart`,
      figures: [`${ofAll(lags.length, rareCount)} open records have their reversal on the same side`],
    },
  ]
}

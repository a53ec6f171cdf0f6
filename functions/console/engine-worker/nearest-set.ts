import type { RecordLine } from '@tallystick/audit/report/shown-record'
import { addDecimals, compareDecimals, type Decimal, parseDecimal } from '@tallystick/engine/base'
import type { BreakLine } from '@tallystick/engine/result'
import type { NearestSet } from './line-detail-types.ts'
import type { PlaceOf } from './line-places.ts'
import { linesOfView, type OpenRun } from './open-run-lines.ts'
import { figuresOf } from './record-figures.ts'
import { breakGroupsOf } from './run-overview.ts'

/** The set that the record of a break is a part of; null where the break names none. O(records of the set). */
export function nearestSetOf(openRun: OpenRun, line: RecordLine, placeOf: PlaceOf): NearestSet | null {
  if (line.kind !== 'break' || line.partOf === undefined) return null
  const { side, id, total, difference } = line.partOf
  const place = placeOf({ side, id }) ?? null
  const anchor = openRun.recordOf({ side, id })
  const anchorLine = place === null ? undefined : linesOfView(openRun, place.view).lineAt(place.position)
  return {
    side,
    name: anchor?.reference ?? id,
    amount: anchor?.amount ?? null,
    total,
    difference,
    recordCount: countOf(openRun, line.partOf, anchorLine),
    place,
  }
}

/**
 * How many records the set has. A record of several sets names one of them, and a break shows three candidates, so the
 * records that are known count only where their amounts come to the total: the engine takes the smallest set.
 */
function countOf(
  openRun: OpenRun,
  { side, id, total }: NonNullable<BreakLine['partOf']>,
  anchorLine: RecordLine | undefined,
): number | null {
  const itemSide = side === 'source' ? 'target' : 'source'
  const shown = anchorLine?.kind === 'break' ? (anchorLine.candidates ?? []).map((pair) => pair[itemSide]) : []
  const named = breakGroupsOf(openRun).partsOf({ side, id })
  const ids = new Set([...shown, ...named.map((name) => name.id)])
  const sum = sumOf([...ids].map((item) => figuresOf(openRun)({ side: itemSide, id: item })?.amount))
  const wanted = parseDecimal(total)
  return sum !== undefined && wanted !== undefined && compareDecimals(sum, wanted) === 0 ? ids.size : null
}

const sumOf = (amounts: readonly (Decimal | undefined)[]): Decimal | undefined =>
  amounts.reduce<Decimal | undefined>((sum, amount) => sum && amount && addDecimals(sum, amount), {
    coefficient: 0n,
    scale: 0,
  })

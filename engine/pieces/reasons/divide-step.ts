import { at } from '../../base/at.ts'
import { computeWithPauses } from '../../base/slices.ts'
import { rowsByKeys } from '../../result/search-blocks.ts'
import { bindPiece, placedNone, placedRecords } from './bound-piece.ts'
import type { Cohort, ReasonRun } from './reason-input.ts'
import { joinsOfSearchers, type PlacedJoin } from './reason-joins.ts'
import { readCohort } from './searchers.ts'

const rangesKey = (cohort: number): string => `ranges/${cohort}`

export const rangeCountOf = ({ sizes }: ReasonRun, { byteCount }: Cohort): number =>
  Math.min(65_535, Math.ceil(byteCount / sizes.rangeByteCount))

/**
 * Divides the searchers of a cohort into ranges under each join: in the order of key and place, so that the records
 * near a range are few.
 */
export async function divideCohort(run: ReasonRun, index: number): Promise<void> {
  const cohort = at(run.cohorts, index)
  const own = await computeWithPauses(placedRecords(await readCohort(run, index)), run.pause)
  const { rowCount } = own.table
  const placed = joinsOfSearchers(run.joins, cohort.side)
  const rangeCount = rangeCountOf(run, cohort)
  const ranges = new Uint16Array(placed.length * rowCount)
  const divisionCount = run.cohorts.reduce((sum, { side }) => sum + joinsOfSearchers(run.joins, side).length, 0)
  for (const [position, { join, place }] of placed.entries()) {
    const joined = at(run.joins, join)
    const records = { source: placedNone(joined), target: placedNone(joined), [place]: own }
    const piece = await computeWithPauses(bindPiece(joined, records), run.pause)
    const rows = rowsByKeys(piece.run, { ...piece.pairs, places: piece.places }, place)
    for (const [order, row] of rows.entries())
      ranges[position * rowCount + row] = 1 + Math.floor((order * rangeCount) / rows.length)
    run.count('divide', divisionCount)
    await run.pause()
  }
  await run.store.write(rangesKey(index), new Uint8Array(ranges.buffer))
}

/** Row → the range of a searcher under a join, see `RangesOfSearchers`. */
export async function rangesOfCohort(run: ReasonRun, index: number): Promise<(own: PlacedJoin) => Uint16Array> {
  const ranges = new Uint16Array((await run.store.read(rangesKey(index))).slice().buffer)
  const placed = joinsOfSearchers(run.joins, at(run.cohorts, index).side)
  const rowCount = ranges.length / placed.length
  return ({ join, place }) => {
    const position = placed.findIndex((each) => each.join === join && each.place === place)
    return ranges.subarray(position * rowCount, (position + 1) * rowCount)
  }
}

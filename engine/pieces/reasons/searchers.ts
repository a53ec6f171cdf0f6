import { at, uint32At } from '../../base/at.ts'
import { firstIndex } from '../../base/first-index.ts'
import { indicesUpTo, picked, radixSort } from '../../base/radix-sort.ts'
import { computeWithPauses, createPace } from '../../base/slices.ts'
import type { Side } from '../../record/side.ts'
import { createPieceReader, type MarkedLines, type PieceSide, readMarkedLines } from '../records/piece-records.ts'
import { createRecordFile } from '../records/record-file.ts'
import type { BegunReasons, ReasonRun, SurveyedSegment } from './reason-input.ts'
import { readBytes } from './reason-store.ts'
import { batchAt } from './step-batches.ts'

/** The searching records, numbered from 0 over both sides in the order of their segments. */

const searchersKey = (segment: number): string => `searchers/${segment}`

export type Surveyed = Pick<SurveyedSegment, 'searcherCount' | 'byteCount'>

/** Counts the searchers of a batch of segments. Stores those of each segment as a file of records. */
export async function surveyBatch(begun: BegunReasons, batch: number): Promise<readonly Surveyed[]> {
  const found: Surveyed[] = []
  for (const segment of batchAt(batch, begun.segments.length, begun.sizes.segmentCountAtOnce))
    found.push(await surveySegment(begun, segment))
  return found
}

/** After this many records a slice ends: a few milliseconds. */
const recordsOfSlice = 5_000

async function surveySegment({ segments, store, pause }: BegunReasons, segment: number): Promise<Surveyed> {
  const { rowCount, isSearching, markOf, lineOf } = await at(segments, segment).readMarks()
  const file = createRecordFile()
  const pace = createPace(recordsOfSlice)
  let searcherCount = 0
  for (let row = 0; row < rowCount; row++) {
    if (pace.endsSlice(1)) await pause()
    if (!isSearching(row)) continue
    file.add(markOf(row), lineOf(row))
    searcherCount += 1
  }
  if (searcherCount > 0) await store.write(searchersKey(segment), file.finish())
  return { searcherCount, byteCount: file.byteCount() }
}

export function surveyedSegments(
  { segments }: Pick<BegunReasons, 'segments'>,
  counts: readonly Surveyed[],
): readonly SurveyedSegment[] {
  let firstSearcher = 0
  return counts.map((counted, segment) => {
    const surveyed = { side: at(segments, segment).side, firstSearcher, ...counted }
    firstSearcher += counted.searcherCount
    return surveyed
  })
}

const cohortKey = (cohort: number): string => `cohorts/${cohort}`

/** Stores the searchers of a cohort as one file, since many tasks read it. */
export async function gatherCohort(run: ReasonRun, cohort: number): Promise<void> {
  const file = createRecordFile()
  for (const segment of at(run.cohorts, cohort).segments) {
    const { rowCount, markOf, lineOf } = await readSearchers(run, segment)
    for (let row = 0; row < rowCount; row++) file.add(markOf(row), lineOf(row))
    await run.pause()
  }
  await run.store.write(cohortKey(cohort), file.finish())
}

/** The searchers of a gathered cohort as columns, without their lines. */
export async function readCohort({ store, policy, pause }: ReasonRun, cohort: number): Promise<PieceSide> {
  const reader = createPieceReader(policy.attributePaths, { keepsLines: false })
  await computeWithPauses(reader.addInSlices(await readBytes(store, cohortKey(cohort))), pause)
  return reader.finish()
}

export const readCohortLines = async ({ store }: ReasonRun, cohort: number): Promise<MarkedLines> =>
  readMarkedLines([await readBytes(store, cohortKey(cohort))])

/** Requires a segment with searchers. */
export const readSearchers = async ({ store }: ReasonRun, segment: number): Promise<MarkedLines> =>
  readMarkedLines([await readBytes(store, searchersKey(segment))])

const numbersKey = (side: Side): string => `numbers/${side}`

/** Stores the searchers of a side by the numbers of their records. 8 bytes a searcher. */
export async function writeNumbers(run: ReasonRun, side: Side): Promise<void> {
  const [numbers, searchers]: [number[], number[]] = [[], []]
  for (const [segment, { side: own, firstSearcher, searcherCount }] of run.surveyed.entries()) {
    if (own !== side || searcherCount === 0) continue
    const { rowCount, numberOf } = await readSearchers(run, segment)
    for (let row = 0; row < rowCount; row++) {
      numbers.push(numberOf(row))
      searchers.push(firstSearcher + row)
    }
    await run.pause()
  }
  const columns = [Uint32Array.from(numbers), Uint32Array.from(searchers)] as const
  const order = radixSort([columns[0]], indicesUpTo(numbers.length))
  const both = new Uint32Array(2 * numbers.length)
  both.set(picked(columns[0], order))
  both.set(picked(columns[1], order), numbers.length)
  await run.store.write(numbersKey(side), new Uint8Array(both.buffer))
}

/** Makes a function that gives the searcher with the number of a record; -1 for a record that does not search. */
export async function searcherFinder({ store }: ReasonRun, side: Side): Promise<(number: number) => number> {
  const both = new Uint32Array((await readBytes(store, numbersKey(side))).slice().buffer)
  const count = both.length / 2
  return (number) => {
    const index = firstIndex({ from: 0, to: count }, (place) => uint32At(both, place) >= number)
    return index < count && uint32At(both, index) === number ? uint32At(both, count + index) : -1
  }
}

import { at } from '../../base/at.ts'
import { computeWithPauses } from '../../base/slices.ts'
import { sides } from '../../record/side.ts'
import {
  addSearchers,
  createJoinSearchers,
  type JoinSearchers,
  keyedUnder,
  type SidedEntries,
  splittersOf,
} from './join-searchers.ts'
import type { BegunReasons, ReasonRun, SurveyedSegment } from './reason-input.ts'
import { readBytes, readLines, writeLines } from './reason-store.ts'
import { createEntryReader } from './searched-entry.ts'
import { surveyRecords } from './searched-records.ts'
import type { Splitter } from './sort-key.ts'
import { batchAt } from './step-batches.ts'

const searchersKey = (segment: number): string => `searchers/${segment}`
const sampleKey = (segment: number): string => `sample/${segment}`

/** Counts the searchers of a batch of segments. Stores the searchers and the samples as objects of their own. */
export async function surveyBatch(begun: BegunReasons, batch: number): Promise<readonly number[]> {
  const found: number[] = []
  for (const segment of batchAt(batch, begun.segments.length, begun.sizes.segmentCountAtOnce))
    found.push(await surveySegment(begun, segment))
  return found
}

export function surveyedSegments(
  { segments }: Pick<BegunReasons, 'segments'>,
  counts: readonly number[],
): readonly SurveyedSegment[] {
  let firstSearcher = 0
  return counts.map((searcherCount, segment) => {
    const surveyed = { side: at(segments, segment).side, firstSearcher, searcherCount }
    firstSearcher += searcherCount
    return surveyed
  })
}

async function surveySegment({ segments, store, pause, sizes }: BegunReasons, segment: number): Promise<number> {
  const records = await at(segments, segment).readMarks()
  const surveying = surveyRecords(records, sizes.sampleEvery)
  const { searchers, searcherCount, sample } = await computeWithPauses(surveying, pause)
  if (searcherCount > 0) await store.write(searchersKey(segment), searchers)
  await store.write(sampleKey(segment), sample)
  return searcherCount
}

/** Requires a segment with searchers. Within it they are numbered from 0. */
export async function readSearchers(
  { store, surveyed, policy, pause }: ReasonRun,
  segment: number,
): Promise<SidedEntries> {
  const { side, firstSearcher } = at(surveyed, segment)
  const reader = createEntryReader(policy.attributePaths)
  await computeWithPauses(reader.add(await readBytes(store, searchersKey(segment)), true), pause)
  return { side, firstSearcher, entries: reader.finish() }
}

/** Finds the keys of the searchers under some joins, and the keys at which the pieces of these joins begin. */
export async function planJoins(run: ReasonRun, indices: readonly number[]): Promise<void> {
  const { store, joins, searcherCount, surveyed, sizes } = run
  const searchers = createJoinSearchers(
    indices.map((index) => at(joins, index)),
    searcherCount,
  )
  for (const [segment, { searcherCount: count }] of surveyed.entries())
    if (count > 0) await computeWithPauses(addSearchers(searchers, await readSearchers(run, segment)), run.pause)
  const { sampleEvery, pieceByteCount } = sizes
  const samples = await readSamples(run)
  const splitters: (readonly Splitter[])[] = []
  for (const join of searchers.joins) {
    splitters.push(splittersOf(join, searchers, { samples, sampleEvery, pieceByteCount }))
    await run.pause()
  }
  await store.write(`filters/${at(indices, 0)}`, searchers.filterBits)
  await writeLines(store, `splitters/${at(indices, 0)}`, splitters)
  for (const [position, join] of searchers.joins.entries())
    await store.write(`keyed/${at(indices, position)}`, keyedUnder(searchers, join))
}

async function readSamples({ store, surveyed, policy, pause }: ReasonRun): Promise<readonly SidedEntries[]> {
  const samples: SidedEntries[] = []
  for (const side of sides) {
    const reader = createEntryReader(policy.attributePaths)
    for (const [segment, { side: ofSegment }] of surveyed.entries())
      if (ofSegment === side)
        await computeWithPauses(reader.add(await readBytes(store, sampleKey(segment)), true), pause)
    samples.push({ side, firstSearcher: 0, entries: reader.finish() })
  }
  return samples
}

export async function readPlan(
  { store, joins, searcherCount }: ReasonRun,
  indices: readonly number[],
): Promise<{ readonly searchers: JoinSearchers; readonly splitters: readonly (readonly Splitter[])[] }> {
  return {
    searchers: {
      joins: indices.map((index) => at(joins, index)),
      filterBits: await readBytes(store, `filters/${at(indices, 0)}`),
      keyed: new Uint8Array(0),
      searcherCount,
    },
    splitters: await readLines(store, `splitters/${at(indices, 0)}`),
  }
}

import { at } from '../../base/at.ts'
import { computeWithPauses } from '../../base/slices.ts'
import { sides } from '../../record/side.ts'
import { createEntryReader } from './explain-entry.ts'
import type { ExplainRun, ExplainSizes, SurveyedSlice } from './explain-input.ts'
import { readBytes, readLines, writeLines } from './explain-store.ts'
import {
  addLookers,
  createJoinLookers,
  type JoinLookers,
  keyedUnder,
  type SidedEntries,
  splittersOf,
} from './join-lookers.ts'
import { surveyRecords } from './looked-records.ts'
import type { Splitter } from './sort-key.ts'
import { batchesOf } from './step-batches.ts'

const lookersKey = (slice: number): string => `lookers/${slice}`
const sampleKey = (slice: number): string => `sample/${slice}`

/** Counts the lookers of all slices, and keeps them and samples apart: some slices a step. */
export async function surveyStep(
  input: Pick<ExplainRun, 'slices' | 'store' | 'rest'>,
  { sampleEvery, sliceCountAtOnce }: ExplainSizes,
): Promise<readonly SurveyedSlice[]> {
  const { slices, store } = input
  const surveyed: SurveyedSlice[] = []
  let firstLooker = 0
  const steps = batchesOf(slices.length, sliceCountAtOnce).map((own, batch) => ({
    name: `explain survey ${batch}`,
    work: async () => {
      const found: number[] = []
      for (const slice of own) found.push(await surveySlice(input, slice, sampleEvery))
      return found
    },
  }))
  const counts = await store.steps('explain surveys', steps)
  for (const [slice, lookerCount] of counts.flat().entries()) {
    surveyed.push({ side: at(slices, slice).side, firstLooker, lookerCount })
    firstLooker += lookerCount
  }
  return surveyed
}

async function surveySlice(
  { slices, store, rest }: Pick<ExplainRun, 'slices' | 'store' | 'rest'>,
  slice: number,
  sampleEvery: number,
): Promise<number> {
  const records = await at(slices, slice).readMarks()
  const { lookers, lookerCount, sample } = await computeWithPauses(surveyRecords(records, sampleEvery), rest)
  if (lookerCount > 0) await store.write(lookersKey(slice), lookers)
  await store.write(sampleKey(slice), sample)
  return lookerCount
}

/** The lookers of a slice that has some, numbered from 0 within it. */
export async function readLookers({ store, surveyed, policy, rest }: ExplainRun, slice: number): Promise<SidedEntries> {
  const { side, firstLooker } = at(surveyed, slice)
  const reader = createEntryReader(policy.attributePaths)
  await computeWithPauses(reader.add(await readBytes(store, lookersKey(slice)), true), rest)
  return { side, firstLooker, entries: reader.finish() }
}

/** Finds the keys that lookers have under some joins, and where the pieces of these joins begin. */
export async function planStep(run: ExplainRun, indices: readonly number[]): Promise<void> {
  const { store, joins, lookerCount, surveyed, sizes } = run
  await store.step(`explain plan ${at(indices, 0)}`, async () => {
    const lookers = createJoinLookers(
      indices.map((index) => at(joins, index)),
      lookerCount,
    )
    for (const [slice, { lookerCount: count }] of surveyed.entries())
      if (count > 0) await computeWithPauses(addLookers(lookers, await readLookers(run, slice)), run.rest)
    const { sampleEvery, pieceByteCount } = sizes
    const samples = await readSamples(run)
    const splitters: (readonly Splitter[])[] = []
    for (const join of lookers.joins) {
      splitters.push(splittersOf(join, lookers, { samples, sampleEvery, pieceByteCount }))
      await run.rest()
    }
    await store.write(`filters/${at(indices, 0)}`, lookers.filterBits)
    await writeLines(store, `splitters/${at(indices, 0)}`, splitters)
    for (const [position, join] of lookers.joins.entries())
      await store.write(`keyed/${at(indices, position)}`, keyedUnder(lookers, join))
  })
}

async function readSamples({ store, surveyed, policy, rest }: ExplainRun): Promise<readonly SidedEntries[]> {
  const samples: SidedEntries[] = []
  for (const side of sides) {
    const reader = createEntryReader(policy.attributePaths)
    for (const [slice, { side: ofSlice }] of surveyed.entries())
      if (ofSlice === side) await computeWithPauses(reader.add(await readBytes(store, sampleKey(slice)), true), rest)
    samples.push({ side, firstLooker: 0, entries: reader.finish() })
  }
  return samples
}

/** What `planStep` found for these joins. */
export async function readPlan(
  { store, joins, lookerCount }: ExplainRun,
  indices: readonly number[],
): Promise<{ readonly lookers: JoinLookers; readonly splitters: readonly (readonly Splitter[])[] }> {
  return {
    lookers: {
      joins: indices.map((index) => at(joins, index)),
      filterBits: await readBytes(store, `filters/${at(indices, 0)}`),
      keyed: new Uint8Array(0),
      lookerCount,
    },
    splitters: await readLines(store, `splitters/${at(indices, 0)}`),
  }
}

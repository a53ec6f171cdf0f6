import { at } from '../../base/at.ts'
import { fromUtf8 } from '../../base/bytes.ts'
import { computeWithPauses } from '../../base/slices.ts'
import { type BySide, oppositeSide, type Side, sides } from '../../record/side.ts'
import {
  type BreakCause,
  causeRecordCountMin,
  causesOf,
  type MissingRecord,
  sharedValues,
} from '../../result/causes.ts'
import { codeOf } from '../../result/search-part.ts'
import { isUnexplained } from '../../result/searcher-state.ts'
import { addCounts, countSide, type SideCounts, type WantedValues } from '../../result/value-counts.ts'
import type { ReasonRun } from './reason-input.ts'
import { readLines, writeLines } from './reason-store.ts'
import { readCohortLines } from './searchers.ts'
import { groupOfSearcher, readState } from './settle-step.ts'
import { batchAt } from './step-batches.ts'

/** The causes of breaks, found in three steps: which values could be one, how many records have these, who has one. */

/** A searcher with its cause. */
type SearcherCause = readonly [searcher: number, cause: BreakCause]

const wantedKey = 'causes/wanted'
const countsKey = (batch: number): string => `causes/counts/${batch}`
const causesKey = (group: number): string => `causes/${group}`

/** Writes the values that could be causes. Returns false where no record can have a cause. */
export async function planCauses(run: ReasonRun, state: string): Promise<boolean> {
  const wanted: WantedValues[] = []
  let mayHaveCauses = false
  for (const side of sides) {
    const { records } = await missingOf(run, side, state)
    mayHaveCauses ||= records.length >= causeRecordCountMin
    wanted.push(sharedValues(records))
  }
  await writeLines(run.store, wantedKey, wanted)
  return mayHaveCauses
}

/** Counts the records of a batch of segments. */
export async function countCauses(run: ReasonRun, batch: number): Promise<void> {
  const { store, segments, sizes, pause } = run
  const wanted = await readWanted(store)
  const counts: [Side, SideCounts][] = []
  for (const segment of batchAt(batch, segments.length, sizes.segmentCountAtOnce)) {
    const { side, read } = at(segments, segment)
    const { table, stateOf } = await read()
    const standingOf = (row: number): 'open' | 'settled' => {
      const state = stateOf(row)
      return state === 'matched' || state === 'netted' ? 'settled' : 'open'
    }
    run.count('causes', causeCountOf(run))
    counts.push([side, await computeWithPauses(countSide({ table, standingOf, isWhole: false }, wanted[side]), pause)])
  }
  await writeLines(store, countsKey(batch), counts)
}

/** Writes the causes of each group of searchers. */
export async function settleCauses(run: ReasonRun, state: string, batchCount: number): Promise<void> {
  const { store, searcherCount, groupCount } = run
  const wanted = await readWanted(store)
  const counts = await sumCounts(run, batchCount)
  const found = new Map<number, SearcherCause[]>()
  for (const side of sides) {
    const [own, other] = [counts[side], counts[oppositeSide(side)] ?? {}]
    if (own === undefined) continue
    const { records, searchers } = await missingOf(run, side, state)
    for (const [index, cause] of causesOf(records, { wanted: wanted[side], own, other }).entries()) {
      if (cause === undefined) continue
      const searcher = at(searchers, index)
      const group = groupOfSearcher(searcher, searcherCount, groupCount)
      const causes = found.get(group)
      if (causes === undefined) found.set(group, [[searcher, cause]])
      else causes.push([searcher, cause])
    }
  }
  for (let group = 0; group < groupCount; group++) await writeLines(store, causesKey(group), found.get(group) ?? [])
}

export const readCauses = async (
  { store }: Pick<ReasonRun, 'store'>,
  group: number,
): Promise<ReadonlyMap<number, BreakCause>> => new Map(await readLines<SearcherCause>(store, causesKey(group)))

async function readWanted(store: ReasonRun['store']): Promise<BySide<WantedValues>> {
  const wanted = await readLines<WantedValues>(store, wantedKey)
  return { source: at(wanted, 0), target: at(wanted, 1) }
}

/** How often the causes count: each segment once, and each cohort before and after the segments. */
const causeCountOf = ({ segments, cohorts }: ReasonRun): number => segments.length + 2 * cohorts.length

/** The searchers of a side whose breaks name no other record. */
async function missingOf(run: ReasonRun, side: Side, state: string) {
  const known = await readState(run.store, state)
  const missing: { readonly searcher: number; readonly code: number; readonly record: MissingRecord }[] = []
  for (const [cohort, { side: own, firstSearcher }] of run.cohorts.entries()) {
    if (own !== side) continue
    const { rowCount, lineOf, numberOf } = await readCohortLines(run, cohort)
    for (let row = 0; row < rowCount; row++) {
      const searcher = firstSearcher + row
      if (isUnexplained(known, searcher))
        missing.push({ searcher, code: codeOf(side, numberOf(row)), record: missingLine(lineOf(row)) })
    }
    run.count('causes', causeCountOf(run))
    await run.pause()
  }
  const parts = await run.readParts(new Set(missing.map(({ code }) => code)))
  const alone = missing.filter(({ code }) => !parts.has(code))
  return { records: alone.map(({ record }) => record), searchers: alone.map(({ searcher }) => searcher) }
}

function missingLine(line: Uint8Array): MissingRecord {
  const { type, counterparty, date }: Partial<MissingRecord> = JSON.parse(fromUtf8(line))
  return { type, counterparty, date }
}

async function sumCounts({ store }: ReasonRun, batchCount: number): Promise<{ [side in Side]?: SideCounts }> {
  const sums: { [side in Side]?: SideCounts } = {}
  for (let batch = 0; batch < batchCount; batch++)
    for (const [side, counts] of await readLines<[Side, SideCounts]>(store, countsKey(batch))) {
      const sum = sums[side]
      sums[side] = sum === undefined ? counts : addCounts(sum, counts)
    }
  return sums
}

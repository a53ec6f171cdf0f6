import { uint32At } from '../../base/at.ts'
import { firstIndex } from '../../base/first-index.ts'
import { indicesUpTo, picked, radixSort } from '../../base/radix-sort.ts'
import { computeWithPauses } from '../../base/slices.ts'
import { type Side, sides } from '../../record/side.ts'
import type { PieceMark } from '../records/piece-mark.ts'
import { createPieceReader, type MarkedLines, type PieceSide, readMarkedLines } from '../records/piece-records.ts'
import { createRecordFile } from '../records/record-file.ts'
import { type Cohort, type ReasonRun, type ReasonSizes, reasonSizes } from './reason-input.ts'
import { type ReasonStore, readLines, writeLines } from './reason-store.ts'

/**
 * The records that search for near misses: the first open ones of a side by id that are neither in a finding nor a
 * leftover twin. They are numbered from 0 over both sides.
 */

const cohortsKey = 'cohorts'
const cohortKey = (cohort: number): string => `cohorts/${cohort}`
const numbersKey = (side: Side): string => `numbers/${side}`

interface Cohorts {
  add(side: Side, mark: PieceMark, line: Uint8Array): Promise<void>
  heldByteCount(): number
  /** Requires that no record is added afterwards. */
  finish(): Promise<void>
}

/** Stores searching records for `findReasonsInPieces`: all of one side, then all of the other. */
export function createCohorts(store: ReasonStore, sizes: Partial<ReasonSizes> = {}): Cohorts {
  const { cohortByteCount } = { ...reasonSizes, ...sizes }
  const cohorts: Cohort[] = []
  const numbers: { readonly [side in Side]: number[] } = { source: [], target: [] }
  const firsts = { source: 0, target: 0 }
  let [side, file, firstSearcher, searcherCount]: [Side, ReturnType<typeof createRecordFile>, number, number] = [
    'source',
    createRecordFile(),
    0,
    0,
  ]
  const flush = async (): Promise<void> => {
    if (searcherCount === 0) return
    const bytes = file.finish()
    await store.write(cohortKey(cohorts.length), bytes)
    cohorts.push({ side, firstSearcher, searcherCount, byteCount: bytes.length })
    firstSearcher += searcherCount
    searcherCount = 0
    file = createRecordFile()
  }
  return {
    async add(own, mark, line) {
      if (own !== side || file.byteCount() + line.length > cohortByteCount) await flush()
      side = own
      if (numbers[side].length === 0) firsts[side] = firstSearcher
      file.add(mark, line)
      numbers[side].push(mark.number)
      searcherCount += 1
    },
    heldByteCount: () => file.heldByteCount() + numberByteCount * (firstSearcher + searcherCount),
    async finish() {
      await flush()
      for (const each of sides) await store.write(numbersKey(each), sortedNumbers(numbers[each], firsts[each]))
      await writeLines(store, cohortsKey, cohorts)
    },
  }
}

/** A number in a list that grows, and its place in a file. */
const numberByteCount = 24

export const readCohorts = (store: ReasonStore): Promise<readonly Cohort[]> => readLines<Cohort>(store, cohortsKey)

/** The numbers of records ascending, then the searcher of each. */
function sortedNumbers(list: readonly number[], firstSearcher: number): Uint8Array {
  const numbers = Uint32Array.from(list)
  const order = radixSort([numbers], indicesUpTo(numbers.length))
  const both = new Uint32Array(2 * numbers.length)
  both.set(picked(numbers, order))
  both.set(
    order.map((index) => firstSearcher + index),
    numbers.length,
  )
  return new Uint8Array(both.buffer)
}

/** Makes a function that gives the searcher with the number of a record; -1 for a record that does not search. */
export async function searcherFinder({ store }: ReasonRun, side: Side): Promise<(number: number) => number> {
  const both = new Uint32Array((await store.read(numbersKey(side))).slice().buffer)
  const count = both.length / 2
  return (number) => {
    const index = firstIndex({ from: 0, to: count }, (place) => uint32At(both, place) >= number)
    return index < count && uint32At(both, index) === number ? uint32At(both, count + index) : -1
  }
}

/** The searchers of a cohort as columns, without their lines. */
export async function readCohort({ store, policy, pause }: ReasonRun, cohort: number): Promise<PieceSide> {
  const reader = createPieceReader(policy.attributePaths, { keepsLines: false })
  await computeWithPauses(reader.addInSlices(await store.read(cohortKey(cohort))), pause)
  return reader.finish()
}

export const readCohortLines = async ({ store }: ReasonRun, cohort: number): Promise<MarkedLines> =>
  readMarkedLines([await store.read(cohortKey(cohort))])

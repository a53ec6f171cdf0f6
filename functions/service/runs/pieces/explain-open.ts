import { at } from '@tallystick/engine/base'
import {
  endStates,
  entryOfLine,
  findReasonsInPieces,
  type NumberedBreak,
  type PieceMark,
  type ReasonSegment,
  type ReasonSizes,
  type ReasonStore,
  reasonSizes,
  type SearchedMark,
  wholeFactsOf,
} from '@tallystick/engine/pieces'
import { type Side, sides } from '@tallystick/engine/record'
import { nextEvent } from '../../platform/slices.ts'
import { readEndsOf } from './end-files.ts'
import { type Performing, type PieceJob, pieceRunOf, readMarks, readSide } from './piece-context.ts'
import { padded } from './piece-names.ts'
import { createPieceOutput } from './piece-output.ts'
import { bytesOfFiles, type PieceStore, readJson, requireFile, writeJson } from './piece-store.ts'
import type { BreakCounts } from './settle-group.ts'

interface OpenToExplain extends Performing {
  /** The version of the end states in which the searching records are marked. */
  readonly version: number
  readonly sizes?: Partial<ReasonSizes> | undefined
}

/** Writes the breaks of the records that search for near misses. Returns how many there are by reason. */
export async function explainOpen(
  job: PieceJob,
  { version, perform, performAll, sizes = {} }: OpenToExplain,
): Promise<BreakCounts> {
  await perform('explain-slices', () => listSlices(job, { ...reasonSizes, ...sizes }))
  const { policy, limits, facts } = await pieceRunOf(job)
  const slices = await readJson<readonly SettledSlice[]>(job.store, slicesFile)
  const { keys } = await findReasonsInPieces({
    policy,
    limits,
    facts: wholeFactsOf(facts, policy, new Set()),
    segments: slices.map((slice) => sliceOf(job, slice, version)),
    store: explainStore(job.store, { perform, performAll }),
    pause: nextEvent,
    ...(job.onHeld && { onHeld: job.onHeld }),
    sizes,
  })
  const tasks = keys.map((key, index) => ({
    name: `explained-${padded(index)}`,
    task: () => writeExplained(job, { key, index }),
  }))
  const counts = await performAll('explained', tasks)
  return counts.reduce(addBreakCounts, {})
}

const slicesFile = 'explain/slices'

interface SettledSlice {
  readonly side: Side
  readonly names: readonly string[]
}

/** Groups the files of open and settled records, so that each group fits in one slice. */
async function listSlices({ store }: PieceJob, { segmentByteCountMax }: ReasonSizes): Promise<void> {
  const slices: { side: Side; names: string[] }[] = []
  for (const side of sides) {
    let held = Number.POSITIVE_INFINITY
    for (const { name, byteCount } of [
      ...(await store.list(`remainder/${side}/`)),
      ...(await store.list(`settled/${side}/`)),
    ]) {
      if (held + byteCount > segmentByteCountMax) {
        slices.push({ side, names: [] })
        held = 0
      }
      at(slices, slices.length - 1).names.push(name)
      held += byteCount
    }
  }
  await writeJson(store, slicesFile, slices)
}

const sliceOf = (job: PieceJob, { side, names }: SettledSlice, version: number): ReasonSegment => ({
  side,
  read: async () => withSearching(job, await readSide(job, names), { side, version }),
  readMarks: async () => withSearching(job, await readMarks(job, names), { side, version }),
})

async function withSearching<Records extends { markOf(row: number): PieceMark }>(
  { store }: PieceJob,
  records: Records,
  { side, version }: { readonly side: Side; readonly version: number },
): Promise<Omit<Records, 'markOf'> & { markOf(row: number): SearchedMark }> {
  const ends = await readEndsOf(store, side, version)
  return {
    ...records,
    markOf(row) {
      const mark = records.markOf(row)
      return { ...mark, isSearching: ends[mark.number] === endStates.searching }
    },
  }
}

const explainStore = (store: PieceStore, { perform, performAll }: Performing): ReasonStore => ({
  async *read(key, range) {
    if (range === undefined) yield* bytesOfFiles(store, [`explain/${key}`])
    else yield await requireFile(store, `explain/${key}`, range)
  },
  write: (key, bytes) => store.write(`explain/${key}`, bytes),
  // A task without a result gives null, because results are stored as JSON.
  step: async (name, work) => (await perform(taskOf(name), work)) ?? (undefined as Awaited<ReturnType<typeof work>>),
  async steps(phase, all) {
    const tasks = all.map(({ name, work }) => ({ name: taskOf(name), task: work }))
    const results = await performAll(taskOf(phase), tasks)
    return results.map((result) => result ?? (undefined as (typeof results)[number]))
  },
})

const taskOf = (name: string): string => name.replaceAll(' ', '-')

/** After this many breaks other requests have their turn. */
const writtenAtOnce = 2_000

async function writeExplained(
  { store, sizes }: PieceJob,
  { key, index }: { readonly key: string; readonly index: number },
): Promise<BreakCounts> {
  const output = createPieceOutput(sizes)
  const counts = new Map<string, number>()
  const text = new TextDecoder().decode(await requireFile(store, `explain/${key}`))
  const breaks = text
    .split('\n')
    .slice(0, -1)
    .map((line): NumberedBreak => JSON.parse(line))
  for (const [index, { source, target, line }] of breaks.entries()) {
    if (index % writtenAtOnce === 0) await nextEvent()
    counts.set(line.reason, (counts.get(line.reason) ?? 0) + 1)
    output.addLines('breaks', [entryOfLine(line, { source, target })])
  }
  await output.write(store, `explained-${padded(index)}`)
  return Object.fromEntries(counts)
}

export function addBreakCounts(left: BreakCounts, right: BreakCounts): BreakCounts {
  const sums = new Map(Object.entries(left))
  for (const [reason, count] of Object.entries(right)) sums.set(reason, (sums.get(reason) ?? 0) + count)
  return Object.fromEntries(sums)
}

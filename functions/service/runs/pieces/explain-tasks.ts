import {
  endStates,
  entryOfLine,
  type MarkedLines,
  type NumberedBreak,
  performReasonTask,
  type ReasonInput,
  type ReasonSegment,
  type ReasonTask,
  wholeFactsOf,
} from '@tallystick/engine/pieces'
import type { Side } from '@tallystick/engine/record'
import { nextEvent } from '../../platform/slices.ts'
import { readEndsOf } from './end-files.ts'
import { type PieceJob, pieceRunOf, readMarks, readSide } from './piece-context.ts'
import { padded } from './piece-names.ts'
import { createPieceOutput } from './piece-output.ts'
import { bytesOfFiles, readJson, requireFile } from './piece-store.ts'
import type { BreakCounts } from './settle-group.ts'

interface ExplanationTask {
  readonly version: number
  readonly task: ReasonTask
}

export const performExplanation = async (job: PieceJob, { version, task }: ExplanationTask): Promise<unknown> =>
  performReasonTask(await reasonInputOf(job, version), task)

/** `version` is that of the end states in which the searching records are marked. Requires that slices are listed. */
export async function reasonInputOf(job: PieceJob, version: number): Promise<ReasonInput> {
  const { store, sizes, onHeld, onRecords } = job
  const { policy, limits, facts } = await pieceRunOf(job)
  const slices = await readJson<readonly SettledSlice[]>(store, slicesFile)
  return {
    policy,
    limits,
    facts: wholeFactsOf(facts, policy, new Set()),
    segments: slices.map((slice) => sliceOf(job, slice, version)),
    store: {
      async *read(key, range) {
        if (range === undefined) yield* bytesOfFiles(store, [`explain/${key}`])
        else yield await requireFile(store, `explain/${key}`, range)
      },
      write: (key, bytes) => store.write(`explain/${key}`, bytes),
    },
    pause: nextEvent,
    ...(onHeld && { onHeld }),
    ...(onRecords && { onRecords }),
    ...(sizes.explain && { sizes: sizes.explain }),
  }
}

export const slicesFile = 'explain/slices'

interface SettledSlice {
  readonly side: Side
  readonly names: readonly string[]
}

const sliceOf = (job: PieceJob, { side, names }: SettledSlice, version: number): ReasonSegment => {
  const searchingOf = async ({ numberOf }: MarkedLines) => {
    const ends = await readEndsOf(job.store, side, version)
    return { isSearching: (row: number): boolean => ends[numberOf(row)] === endStates.searching }
  }
  const withSearching = async <Records extends MarkedLines>(records: Records) => ({
    ...records,
    ...(await searchingOf(records)),
  })
  return {
    side,
    read: async () => withSearching(await readSide(job, names)),
    readMarks: async () => withSearching(await readMarks(job, names)),
  }
}

/** After this many breaks other requests have their turn. */
const writtenAtOnce = 2_000

export async function writeExplained(
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

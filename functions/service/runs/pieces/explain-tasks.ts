import {
  addPart,
  codeOf,
  entryOfLine,
  type NumberedBreak,
  performReasonTask,
  type ReasonInput,
  type ReasonTask,
  type SetRecord,
  wholeFactsOf,
} from '@tallystick/engine/pieces'
import type { Side } from '@tallystick/engine/record'
import type { PartOf } from '@tallystick/engine/result'
import { nextEvent } from '../../platform/slices.ts'
import { countExplained } from './explained-shares.ts'
import { type PieceJob, pieceRunOf, readSide } from './piece-context.ts'
import { padded } from './piece-names.ts'
import { createPieceOutput } from './piece-output.ts'
import { type PieceStore, readJson, readTextLines, requireFile } from './piece-store.ts'
import { type BreakCounts, partsFolder } from './settle-group.ts'

export const performExplanation = async (job: PieceJob, task: ReasonTask) =>
  performReasonTask(await reasonInputOf(job), task)

export const explainedStore = ({ store }: PieceJob): ReasonInput['store'] => ({
  read: (key, range) => requireFile(store, `explain/${key}`, range),
  write: (key, bytes) => store.write(`explain/${key}`, bytes),
})

/** Requires that slices are listed. */
export async function reasonInputOf(job: PieceJob): Promise<ReasonInput> {
  const { store, sizes, onHeld } = job
  const { policy, limits, facts } = await pieceRunOf(job)
  const slices = await readJson<readonly SettledSlice[]>(store, slicesFile)
  return {
    policy,
    limits,
    facts: wholeFactsOf(facts, policy, new Set()),
    segments: slices.map(({ side, names }) => ({ side, read: () => readSide(job, names) })),
    store: explainedStore(job),
    readParts: (codes) => readParts(store, codes),
    pause: nextEvent,
    ...(onHeld && { onHeld }),
    onShare: (share) => countExplained(job, 'reasons', { share }),
    ...(sizes.explain && { sizes: sizes.explain }),
  }
}

async function readParts(store: PieceStore, codes: ReadonlySet<number>): Promise<ReadonlyMap<number, PartOf>> {
  const parts = new Map<number, PartOf>()
  for (const { name } of await store.list(`${partsFolder}/`))
    for (const line of await readTextLines(store, [name])) {
      const { side, number, partOf }: SetRecord = JSON.parse(line)
      const code = codeOf(side, number)
      if (codes.has(code)) addPart(parts, code, partOf)
    }
  return parts
}

export const slicesFile = 'explain/slices'

interface SettledSlice {
  readonly side: Side
  readonly names: readonly string[]
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

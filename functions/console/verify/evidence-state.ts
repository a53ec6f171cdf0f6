import { signal } from '@preact/signals'
import { proxy } from 'comlink'
import type { Progress } from '../engine-worker/engine-types.ts'
import type { CheckLine, EvidenceEnd } from '../engine-worker/evidence-types.ts'
import { keepEvidence } from '../line/kept-evidence.ts'
import { openEngine } from '../shell/engine.ts'
import { keepRun } from '../shell/open-runs.ts'
import { type TrustChoice, trust } from './trust-choice.ts'

export interface EvidenceState {
  readonly file: File
  /** The checks made so far, in the order of the links. */
  readonly lines: readonly CheckLine[]
  readonly progress: Progress | undefined
  readonly end: EvidenceEnd | undefined
  /** The outcome of the previous verification of the same file; undefined for the first. */
  readonly before: EvidenceEnd | undefined
  readonly fault: unknown
}

/** Kept while the page is open: a visitor who comes back from a result finds the verdict. */
export const evidence = signal<EvidenceState | undefined>(undefined)

/** The number of the newest verification: messages of earlier ones are dropped. */
let current = 0

/** Of several files, those of a period are verified together; of others the first is taken. */
export async function chooseEvidence(files: readonly File[]): Promise<void> {
  const [first] = files
  if (first === undefined) return
  const isPeriod = files.length > 1 && files.some(({ name }) => name === 'signoffs.ndjson')
  await verify(isPeriod ? await (await openEngine()).packPeriod(files) : first, undefined)
}

/** Verifies the file again under other keys. Does nothing without a file. */
export async function trustKeys(choice: TrustChoice): Promise<void> {
  trust.value = choice
  const state = evidence.value
  if (state !== undefined) await verify(state.file, state.end ?? state.before)
}

export async function cancelEvidence(): Promise<void> {
  await (await openEngine()).cancelEvidence()
}

async function verify(file: File, before: EvidenceEnd | undefined): Promise<void> {
  current += 1
  const own = current
  const progress = { step: 'Opening the file', ratio: 0 }
  evidence.value = { file, lines: [], progress, end: undefined, before, fault: undefined }
  const change = (next: (state: EvidenceState) => EvidenceState): void => {
    if (own === current && evidence.value !== undefined) evidence.value = next(evidence.value)
  }
  const whileAtWork = (next: (state: EvidenceState) => EvidenceState): void =>
    change((state) => (state.progress === undefined ? state : next(state)))
  try {
    const engine = await openEngine()
    const end = await engine.verifyEvidence(
      { trust: trust.value.texts, ...(!isOpen(before) && { file }) },
      proxy((line: CheckLine) => whileAtWork((state) => ({ ...state, lines: [...state.lines, line] }))),
      proxy((progress: Progress) => whileAtWork((state) => ({ ...state, progress }))),
    )
    if (own === current) keepOpened(file, end)
    change((state) => ({ ...state, progress: undefined, end, lines: linesOf(end) ?? state.lines }))
  } catch (fault) {
    change((state) => ({ ...state, progress: undefined, fault }))
  }
}

/** Whether the worker still has the file open, so that it need not be sent again. */
const isOpen = (before: EvidenceEnd | undefined): boolean =>
  before?.kind === 'verified' || before?.kind === 'needs-keys'

const linesOf = (end: EvidenceEnd): readonly CheckLine[] | undefined =>
  end.kind === 'verified' ? end.evidence.lines : undefined

function keepOpened(file: File, end: EvidenceEnd): void {
  const run = end.kind === 'verified' ? end.evidence.run : undefined
  if (run === undefined) return
  keepRun(run)
  keepEvidence(run.id, {
    pack: async () => file,
    proofOf: async (leaf) =>
      new Blob([await (await openEngine()).proveLine(run.id, leaf)], { type: 'application/json' }),
  })
}

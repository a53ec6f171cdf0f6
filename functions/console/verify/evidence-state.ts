import { signal } from '@preact/signals'
import { proxy } from 'comlink'
import type { Progress } from '../engine-worker/engine-types.ts'
import type { CheckLine, EvidenceEnd } from '../engine-worker/evidence-types.ts'
import { keepEvidence } from '../line/kept-evidence.ts'
import { openEngine } from '../shell/engine.ts'
import { keepRun } from '../shell/open-runs.ts'
import { type TrustChoice, trust } from './trust-choice.ts'

/** What the page knows of the file that is verified. */
export interface EvidenceState {
  readonly file: File
  /** The checks that were made so far, in the order of the links. */
  readonly lines: readonly CheckLine[]
  /** While it is being verified. */
  readonly progress: Progress | undefined
  readonly end: EvidenceEnd | undefined
  /** What came of the same file before; undefined while it is verified for the first time. */
  readonly before: EvidenceEnd | undefined
  /** What was thrown, which nobody foresaw. */
  readonly fault: unknown
}

/** As long as the page is open: whoever comes back from a result finds the verdict. */
export const evidence = signal<EvidenceState | undefined>(undefined)

/** Each verification has a number of its own: what a former one still tells is not shown. */
let current = 0

/** Verifies a file under the keys that are chosen. */
export const chooseEvidence = (file: File): Promise<void> => verify(file, undefined)

/** Verifies the file again, under keys that the visitor has chosen since. Nothing happens without one. */
export async function trustKeys(choice: TrustChoice): Promise<void> {
  trust.value = choice
  const state = evidence.value
  if (state !== undefined) await verify(state.file, state.end ?? state.before)
}

/** Ends the verification that is at work. */
export async function cancelEvidence(): Promise<void> {
  await (await openEngine()).cancelEvidence()
}

async function verify(file: File, before: EvidenceEnd | undefined): Promise<void> {
  current += 1
  const own = current
  const progress = { step: 'Opening the file', share: 0 }
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

/** Whether the worker has the file open: it is verified anew without being read again. */
const isOpen = (before: EvidenceEnd | undefined): boolean =>
  before?.kind === 'verified' || before?.kind === 'needs-keys'

const linesOf = (end: EvidenceEnd): readonly CheckLine[] | undefined =>
  end.kind === 'verified' ? end.evidence.lines : undefined

/** Has the run of a pack ready for its result page, with its evidence beside it. */
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

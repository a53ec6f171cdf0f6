import { signal } from '@preact/signals'
import type { JsonValue } from '@tallystick/engine/base'
import type { Side } from '@tallystick/engine/record'
import type {
  FileSettings,
  PolicyFault,
  Progress,
  RunOverview,
  RunStart,
  SideReading,
} from '../engine-worker/engine-types.ts'
import type { KeptLayout } from '../engine-worker/kept-layout.ts'
import type { FilePart } from '../engine-worker/pack-files.ts'
import type { CuredFile } from '../parts/cure-choice.tsx'
import { faultText } from '../parts/plain-words.ts'
import { openEngine } from '../shell/engine.ts'
import { keepRun } from '../shell/open-runs.ts'
import { withProgress } from '../shell/with-progress.ts'
import { keepResult } from './kept-results.ts'

export interface SideState {
  readonly file: File | undefined
  readonly settings: FileSettings
  readonly reading: SideReading | undefined
  readonly progress: Progress | undefined
  /** The layout that was kept of an earlier file, if the file is read as that one was. */
  readonly layout: KeptLayout | undefined
  /** Why the browser cannot read the file. */
  readonly failure: string | undefined
}

const noFile: SideState = {
  file: undefined,
  settings: {},
  reading: undefined,
  progress: undefined,
  layout: undefined,
  failure: undefined,
}

/** Kept while the page is open: a visitor who comes back from a result finds the files. */
export const sideStates = { source: signal(noFile), target: signal(noFile) }

export const runProgress = signal<Progress | undefined>(undefined)

export const policyFaults = signal<readonly PolicyFault[]>([])

/** How a file is read, and the layout that says so. */
type Reading = Partial<Pick<SideState, 'settings' | 'layout'>>

export async function chooseFile(side: Side, file: File, { settings = {}, layout }: Reading = {}): Promise<void> {
  const state = sideStates[side]
  state.value = { ...noFile, file, settings, layout, progress: { step: `Reading ${file.name}`, ratio: 0 } }
  const onProgress = (progress: Progress): void => {
    if (state.value.file === file) state.value = { ...state.value, progress }
  }
  try {
    const engine = await openEngine()
    const reading = await withProgress(onProgress, async (tell) => engine.readSide({ side, file, settings }, tell))
    // Skipped where another file was chosen meanwhile.
    if (reading !== undefined && state.value.file === file)
      state.value = { ...state.value, reading, progress: undefined }
  } catch (error) {
    if (state.value.file === file) state.value = { ...state.value, progress: undefined, failure: failureText(error) }
  }
}

/** Of which files one that was packed consists. */
export const partsByFile = new WeakMap<File, readonly FilePart[]>()

/** Packs several files of a side into one. Undefined where other files were chosen meanwhile, or one cannot be read. */
export async function packFiles(side: Side, files: readonly File[]): Promise<File | undefined> {
  const state = sideStates[side]
  const [file] = files
  const packing: SideState = { ...noFile, file, progress: { step: `Reading ${files.length} files`, ratio: 0 } }
  state.value = packing
  try {
    const packed = await (await openEngine()).packFiles({ side, files })
    if (packed === undefined || state.value !== packing) return undefined
    partsByFile.set(packed.file, packed.parts)
    return packed.file
  } catch (error) {
    if (state.value === packing) state.value = { ...packing, progress: undefined, failure: failureText(error) }
    return undefined
  }
}

const failureText = (error: unknown): string =>
  error instanceof Error && error.name === 'NotReadableError'
    ? 'The browser does not give the content of this file: it was changed or moved since it was chosen, or it is a folder. Choose it again.'
    : faultText(error)

export async function changeSettings(side: Side, settings: FileSettings): Promise<void> {
  const { file } = sideStates[side].value
  if (file !== undefined) await chooseFile(side, file, { settings })
}

/** The file of a side, for those who have it read in another way. */
export const curedFile = (side: Side, file: File): CuredFile => ({
  place: side,
  file,
  settings: sideStates[side].value.settings,
  onUse: (settings) => void changeSettings(side, settings),
})

/** Frees the file in the worker as well. */
export async function removeFile(side: Side): Promise<void> {
  sideStates[side].value = noFile
  await (await openEngine()).clearSide(side)
}

export const areRead = (): boolean =>
  sideStates.source.value.reading?.ok === true && sideStates.target.value.reading?.ok === true

/** Undefined where the run was cancelled or refused. Requires that both files are read. */
export async function reconcileFiles(policy: JsonValue | undefined): Promise<RunOverview | undefined> {
  policyFaults.value = []
  runProgress.value = { step: 'Reconciling', ratio: 0 }
  try {
    const engine = await openEngine()
    const show = (progress: Progress): void => {
      runProgress.value = progress
    }
    const start: RunStart = await withProgress(show, async (tell) => engine.reconcile({ policy }, tell))
    if (start.kind === 'refused') policyFaults.value = start.faults
    if (start.kind !== 'done') return undefined
    keepRun(start.run)
    void keepResult(start.run.id)
    return start.run
  } finally {
    runProgress.value = undefined
  }
}

export async function cancelRun(): Promise<void> {
  await (await openEngine()).cancel()
}

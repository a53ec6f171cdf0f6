import { signal } from '@preact/signals'
import type { DatasetInAnyState, NewUpload } from '@tallystick/client'
import type { FileSettings, Progress } from '../engine-worker/engine-types.ts'
import type { FilePreview } from '../engine-worker/preview-questions.ts'
import { openEngine } from '../shell/engine.ts'
import { withProgress } from '../shell/with-progress.ts'
import { type SendingProgress, sendFile } from './send-file.ts'
import { client } from './session.ts'

/** A file that is read in the browser first and then sent to the service. Kept while the page is open. */
interface UploadState {
  readonly file: File | undefined
  /** Files that were chosen with it: each is looked at once the one before it was sent. */
  readonly waiting: readonly File[]
  readonly adapter: string
  readonly name: string
  /** How files from this place are read, unless somebody says otherwise of one. */
  readonly usual: FileSettings
  readonly settings: FileSettings
  readonly preview: FilePreview | undefined
  readonly reading: Progress | undefined
  readonly sending: SendingProgress | undefined
}

const noUpload: UploadState = {
  file: undefined,
  waiting: [],
  adapter: '',
  name: '',
  usual: {},
  settings: {},
  preview: undefined,
  reading: undefined,
  sending: undefined,
}

export const upload = signal(noUpload)

let controller = new AbortController()

const change = (part: Partial<UploadState>): void => {
  upload.value = { ...upload.value, ...part }
}

/** The kind in an adapter's name: by it the engine knows which columns an export has. */
export const kindOf = (adapter: string): string | undefined => adapter.split(':', 1)[0]?.trim() || undefined

/** Begins anew, with files that come from a known place if there is one. An upload that is under way ends. */
export const beginUpload = (adapter = '', usual: FileSettings = {}): void => {
  controller.abort()
  upload.value = { ...noUpload, adapter, usual }
}

/** Takes the first of the files, and has the others wait: all of them while a file is being sent. */
export async function takeFiles(files: readonly File[]): Promise<void> {
  const { waiting, sending } = upload.value
  const [first, ...others] = files
  const isFree = sending === undefined
  change({ waiting: [...waiting, ...(isFree ? others : files)] })
  if (isFree && first !== undefined) await takeFile(first)
}

/**
 * Leaves the file, and goes on to the next of those that wait, which is read as the file was. Without one nothing is left
 * but where files come from.
 */
export async function takeNext(): Promise<void> {
  const { adapter, usual, settings, waiting } = upload.value
  const [next, ...others] = waiting
  await cancelUpload()
  upload.value = { ...noUpload, adapter, usual }
  if (next === undefined) return
  change({ file: next, name: next.name, settings, waiting: others })
  await readAgain({})
}

/** Reads a file. One of the same name is taken for a corrected one and keeps the settings. */
async function takeFile(file: File): Promise<void> {
  const { file: before, name, usual, settings } = upload.value
  const isNamed = name !== '' && name !== before?.name
  change({
    file,
    name: isNamed ? name : file.name,
    settings: file.name === before?.name ? settings : usual,
    preview: undefined,
  })
  await readAgain({})
}

/** Reads the file with other settings. Throws what the worker throws. */
export async function readAgain(settings: FileSettings): Promise<void> {
  const { file, adapter, settings: before } = upload.value
  const all = { ...before, ...settings }
  change({ settings: all })
  if (file === undefined) return
  change({ preview: undefined, reading: { step: `Reading ${file.name}`, ratio: 0 } })
  const onProgress = (reading: Progress): void => {
    if (upload.value.file === file && upload.value.reading !== undefined) change({ reading })
  }
  const engine = await openEngine()
  try {
    const preview = await withProgress(onProgress, async (tell) =>
      engine.previewFile({ file, settings: { ...all, kind: kindOf(adapter) } }, tell),
    )
    // Skipped where another reading has begun meanwhile.
    if (preview !== undefined && upload.value.file === file) change({ preview, reading: undefined })
  } catch (error) {
    change({ reading: undefined })
    throw error
  }
}

export const mapField = (field: string, column: string): Promise<void> =>
  readAgain({ mapping: { ...upload.value.settings.mapping, [field]: column } })

/** Reads the file again where the kind changes, since its columns may mean something else. */
export async function chooseAdapter(adapter: string): Promise<void> {
  const isOtherKind = kindOf(adapter) !== kindOf(upload.value.adapter)
  change({ adapter })
  if (isOtherKind) await readAgain({})
}

export const nameUpload = (name: string): void => change({ name })

/** Resolves with the dataset that was made of the file. Throws as the client does, and once another upload has begun. */
export async function sendUpload(): Promise<DatasetInAnyState> {
  const { file, adapter, name, settings } = upload.value
  if (file === undefined) throw new Error('Got no file to send')
  const own = new AbortController()
  controller = own
  const onProgress = (sending: SendingProgress): void => {
    if (!own.signal.aborted) change({ sending })
  }
  try {
    const dataset = await sendFile(
      client(),
      { file, ...newUploadOf(name === '' ? file.name : name, adapter, settings), idempotencyKey: crypto.randomUUID() },
      { signal: own.signal, onProgress, pause },
    )
    own.signal.throwIfAborted()
    return dataset
  } finally {
    if (controller === own) change({ sending: undefined })
  }
}

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))

export function newUploadOf(name: string, adapter: string, settings: FileSettings): Omit<NewUpload, 'byteCount'> {
  const { mapping, currency, encoding, sheet } = settings
  return {
    name,
    adapter: adapter.trim(),
    ...(mapping && { mapping }),
    ...(currency && { currency }),
    ...(encoding && { encoding }),
    ...(sheet && { sheet }),
  }
}

export async function cancelUpload(): Promise<void> {
  controller.abort()
  await (await openEngine()).cancelPreview()
  change({ reading: undefined, sending: undefined })
}

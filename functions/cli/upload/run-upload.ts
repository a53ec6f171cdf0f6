import { type FileHandle, open } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { partByteCountMin } from '../../../schema/upload.ts'
import {
  type Client,
  createClient,
  type DatasetInAnyState,
  type NewUpload,
  TallystickError,
} from '../../client/index.ts'
import { directoryFault, fileFault, isFileError } from '../file-fault.ts'
import { readMapping } from '../read-config.ts'
import type { Progress } from '../reconcile/progress.ts'
import { printableLines, type Terminal } from '../terminal.ts'
import { refusalTexts } from './refusal-text.ts'
import { readPart, sendParts } from './send-parts.ts'
import type { UploadArguments } from './upload-arguments.ts'
import { createUploadProgress } from './upload-progress.ts'
import { type KeptUpload, keptUpload } from './upload-state.ts'

export type UploadEnd =
  /** Whether the file became a dataset, or its records were refused. */
  { readonly ok: true; readonly isSealed: boolean } | { readonly ok: false; readonly faults: readonly string[] }

/** Tries of one request: a minute of waiting, about. */
const tries = 8
const pollMilliseconds = { first: 250, longest: 5_000 }

/**
 * Uploads a file, in parts where it is large, waits until the service has read it, and prints the dataset. An upload that was
 * interrupted goes on where it was. Why the records are refused goes to standard error.
 */
export async function runUpload(input: UploadArguments, terminal: Terminal): Promise<UploadEnd> {
  const apiKey = input.key ?? process.env['TALLYSTICK_API_KEY']
  if (apiKey === undefined) return failed(['Got no API key, wanted --key or TALLYSTICK_API_KEY'])
  const mapping = await readMapping(input.mapping)
  if (!mapping.ok) return mapping
  const progress = createUploadProgress(terminal)
  try {
    const client = createClient({ baseUrl: input.address, apiKey, tries })
    const file = await open(input.path)
    try {
      const { size, mtimeMs, isDirectory } = await statOf(file)
      if (isDirectory) return failed([directoryFault(input.path)])
      const upload = newUploadOf(input, mapping.value.source, size)
      const identity = { address: input.address, path: resolve(input.path), mtimeMs, upload }
      const dataset = await send({ client, file, upload, progress, kept: keptUpload(identity) })
      progress.clear()
      return shown(dataset, input, terminal)
    } finally {
      await file.close()
    }
  } catch (error) {
    progress.clear()
    return endOf(error, input, terminal)
  }
}

async function statOf(file: FileHandle) {
  const stat = await file.stat()
  return { size: stat.size, mtimeMs: stat.mtimeMs, isDirectory: stat.isDirectory() }
}

function newUploadOf(input: UploadArguments, mapping: NewUpload['mapping'], byteCount: number): NewUpload {
  const { path, name = basename(path), adapter, format, currency, encoding, level, sheet } = input
  return {
    name,
    adapter,
    byteCount,
    ...(mapping && { mapping }),
    ...(format && { format }),
    ...(currency !== undefined && { currency }),
    ...(encoding !== undefined && { encoding }),
    ...(level && { level }),
    ...(sheet !== undefined && { sheet }),
  }
}

interface Sending {
  readonly client: Client
  readonly file: FileHandle
  readonly upload: NewUpload
  readonly progress: Progress
  readonly kept: KeptUpload
}

async function send(sending: Sending): Promise<DatasetInAnyState> {
  const { client, file, upload, progress, kept } = sending
  const { byteCount, ...query } = upload
  if (byteCount < partByteCountMin) {
    progress.show('sending', 0, byteCount)
    return {
      ...(await client.datasets.uploadExport({ ...query, content: await readPart(file, 0, byteCount) })),
      statements: [],
    }
  }
  const begun = await resumed(sending)
  if (begun.state === 'receiving') {
    await sendParts({ client, file, upload: begun, progress })
    await client.uploads.complete(begun.id)
  }
  const end = await ended(sending, begun.id)
  await kept.remove()
  return end
}

/** The upload that was begun before, as far as the service still has it; else a new one. */
async function resumed({ client, upload, kept }: Sending): Promise<DatasetInAnyState> {
  const id = await kept.read()
  try {
    if (id !== undefined) return await client.uploads.get(id)
  } catch (error) {
    if (!(error instanceof TallystickError) || !['dataset_not_found', 'records_deleted'].includes(error.code))
      throw error
  }
  const made = await client.uploads.begin(upload)
  await kept.write(made.id)
  return made
}

/** Waits until the service has read the file. */
async function ended({ client, progress }: Sending, id: string): Promise<DatasetInAnyState> {
  for (let wait = pollMilliseconds.first; ; wait = Math.min(2 * wait, pollMilliseconds.longest)) {
    const state = await client.datasets.get(id)
    if (state.state !== 'reading') return state
    progress.show('reading', state.readByteCount, state.byteCount)
    await sleep(wait)
  }
}

function shown(dataset: DatasetInAnyState, { path }: UploadArguments, terminal: Terminal): UploadEnd {
  if (dataset.state === 'sealed') {
    terminal.print(`${JSON.stringify(dataset, null, 2)}\n`)
    return { ok: true, isSealed: true }
  }
  const refusal = dataset.state === 'refused' ? dataset.refusal : null
  if (refusal === null) return failed([`${path}: the upload was aborted by somebody else`])
  return refused(refusalTexts(path, refusal), terminal)
}

function refused(texts: readonly string[], terminal: Terminal): UploadEnd {
  terminal.printError(texts.map((text) => `${printableLines(text)}\n`).join(''))
  return { ok: true, isSealed: false }
}

function endOf(error: unknown, { path }: UploadArguments, terminal: Terminal): UploadEnd {
  if (error instanceof TallystickError) {
    const { failure } = error
    if (failure.kind === 'problem' && failure.code === 'unreadable_record')
      return refused(refusalTexts(path, failure.problem), terminal)
    const resume = failure.kind === 'unreachable' ? '; the same command goes on with the upload' : ''
    return failed([`${error.message}${resume}`])
  }
  if (isFileError(error)) return failed([fileFault(path, error)])
  throw error
}

const failed = (faults: readonly string[]): UploadEnd => ({ ok: false, faults })

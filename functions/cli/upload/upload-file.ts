import type { FileHandle } from 'node:fs/promises'
import { resolve } from 'node:path'
import { UnreadableError } from '@tallystick/audit/base/unreadable-error'
import { type Client, type DatasetInAnyState, type NewUpload, TallystickError } from '@tallystick/client'
import type { Fault } from '@tallystick/schema/problem'
import { partByteCountMin } from '@tallystick/schema/upload'
import { directoryFault } from '../file-fault.ts'
import { fileNameOf, openFile, standardStream } from '../file-parts.ts'
import { outlast, type Patience, pauseFor, pauseMilliseconds } from '../outlast.ts'
import type { Progress } from '../reconcile/progress.ts'
import { readPart, sendParts } from './send-parts.ts'
import type { UploadArguments } from './upload-arguments.ts'
import { type KeptUpload, keptNowhere, keptUpload } from './upload-state.ts'

export interface FileToUpload
  extends Pick<UploadArguments, 'path' | 'adapter' | 'name' | 'format' | 'currency' | 'encoding' | 'level' | 'sheet'> {
  readonly mapping: NewUpload['mapping'] | undefined
  /** A second upload with the same key makes nothing new. */
  readonly idempotencyKey?: string
}

/** The service that takes the file. Aborting the signal interrupts the upload; the same command continues it. */
export interface Destination extends Patience {
  readonly client: Client
  readonly address: string
  readonly progress: Progress
}

export type UploadedFile =
  | { readonly state: 'sealed'; readonly dataset: Extract<DatasetInAnyState, { readonly state: 'sealed' }> }
  /** The records are refused, with a text for each fault. */
  | { readonly state: 'refused'; readonly texts: readonly string[] }
  | { readonly state: 'aborted' }

/**
 * Uploads a file, in parts where it is large, and waits until the service has read it. An interrupted upload continues
 * where it stopped. Throws as `outlast` does, and errors that `isFileError` accepts.
 */
export async function uploadFile(destination: Destination, sent: FileToUpload): Promise<UploadedFile> {
  const { file, close } = await openFile(sent.path)
  try {
    const { size, mtimeMs, isDirectory } = await statOf(file)
    if (isDirectory) throw new UnreadableError(directoryFault(sent.path).slice(`${sent.path}: `.length))
    const upload = newUploadOf(sent, size)
    const identity = { address: destination.address, path: resolve(sent.path), mtimeMs, upload }
    const { idempotencyKey } = sent
    const kept =
      sent.path === standardStream
        ? keptNowhere
        : keptUpload(idempotencyKey === undefined ? identity : { ...identity, idempotencyKey })
    return endOf(await send({ ...destination, file, upload, kept, idempotencyKey }), sent)
  } catch (error) {
    const isRefused = error instanceof TallystickError && error.failure.kind === 'problem'
    if (!isRefused || error.code !== 'unreadable_record') throw error
    return { state: 'refused', texts: refusalTexts(sent.path, error.failure.problem) }
  } finally {
    await close()
  }
}

async function statOf(file: FileHandle) {
  const stat = await file.stat()
  return { size: stat.size, mtimeMs: stat.mtimeMs, isDirectory: stat.isDirectory() }
}

function newUploadOf(file: FileToUpload, byteCount: number): NewUpload {
  const { path, name = fileNameOf(path), adapter, mapping, format, currency, encoding, level, sheet } = file
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

function endOf(dataset: DatasetInAnyState, { path }: FileToUpload): UploadedFile {
  if (dataset.state === 'sealed') return { state: 'sealed', dataset }
  const refusal = dataset.state === 'refused' ? dataset.refusal : null
  return refusal === null ? { state: 'aborted' } : { state: 'refused', texts: refusalTexts(path, refusal) }
}

interface Sending extends Destination {
  readonly file: FileHandle
  readonly upload: NewUpload
  readonly kept: KeptUpload
  readonly idempotencyKey: string | undefined
}

async function send(sending: Sending): Promise<DatasetInAnyState> {
  const { client, upload, file, kept, signal } = sending
  const { byteCount, ...query } = upload
  if (byteCount < partByteCountMin) {
    const content = await readPart(file, 0, byteCount)
    return { ...(await client.datasets.uploadExport({ ...query, content }, optionsOf(sending))), statements: [] }
  }
  const begun = await resumed(sending)
  if (begun.state === 'receiving') {
    await sendParts({ ...sending, upload: begun })
    await outlast(sending, () => client.uploads.complete(begun.id, { signal }))
  }
  const end = await ended(sending, begun.id)
  await kept.remove()
  return end
}

const optionsOf = ({ idempotencyKey, signal }: Sending) => ({
  ...(idempotencyKey !== undefined && { idempotencyKey }),
  signal,
})

/** The upload that an earlier command began, if the service still has it; else a new one. */
async function resumed(sending: Sending): Promise<DatasetInAnyState> {
  const { client, upload, kept, idempotencyKey, signal } = sending
  const id = await kept.read()
  try {
    if (id !== undefined) return await client.uploads.get(id, { signal })
  } catch (error) {
    if (!(error instanceof TallystickError) || !['dataset_not_found', 'records_deleted'].includes(error.code))
      throw error
  }
  const made = await client.uploads.begin(upload, optionsOf(sending))
  await kept.write(made.id)
  // The answer to a repeated idempotency key shows the upload as it was when it began, so its state is fetched again.
  return idempotencyKey === undefined ? made : client.uploads.get(made.id, { signal })
}

async function ended(sending: Sending, id: string): Promise<DatasetInAnyState> {
  const { client, progress, signal } = sending
  for (let next = pauseMilliseconds.first; ; next = Math.min(2 * next, pauseMilliseconds.longest)) {
    const state = await outlast(sending, () => client.datasets.get(id, { signal }))
    if (state.state !== 'reading') return state
    progress.show('reading', state.readByteCount, state.byteCount)
    await pauseFor(sending, next)
  }
}

function refusalTexts(
  path: string,
  { detail, errors = [] }: { readonly detail: string; readonly errors?: readonly Fault[] | undefined },
): readonly string[] {
  const texts = errors.map(
    ({ line, file, column, detail: own }) =>
      `${path}:${file === undefined ? '' : `${file}:`}${line === undefined ? '' : `${line}:`} ${columnText(column)}${own}`,
  )
  return [`${path} is refused: ${detail}`, ...texts]
}

const columnText = (column: Fault['column']): string =>
  column === undefined || column === null ? '' : `column ${JSON.stringify(column)}: `

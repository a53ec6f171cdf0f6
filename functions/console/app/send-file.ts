import type { Client, DatasetInAnyState, NewUpload } from '@tallystick/client'

/** Files of at least this size are sent in parts: parts show progress, and a lost connection costs only one of them. */
const inPartsFromByteCount = 8_000_000

interface FileToSend extends Omit<NewUpload, 'byteCount'> {
  readonly file: Blob
  /** The same for each retry of this upload, so that a retry makes no second dataset. */
  readonly idempotencyKey: string
}

export interface SendingProgress {
  readonly step: 'sending' | 'reading'
  readonly doneBytes: number
  readonly totalBytes: number
}

export interface SendingOptions {
  readonly signal: AbortSignal
  readonly onProgress: (progress: SendingProgress) => void
  readonly pause: (milliseconds: number) => Promise<void>
}

type SendingClient = Pick<Client, 'datasets' | 'uploads'>

/**
 * Sends a file, in parts where it is large. Resolves with the dataset, which may be refused, once the service has read
 * the file. Throws as the client does. A cancelled upload in parts is aborted at the service, which then keeps no part.
 */
export async function sendFile(
  client: SendingClient,
  sent: FileToSend,
  options: SendingOptions,
): Promise<DatasetInAnyState> {
  const { file, idempotencyKey, ...upload } = sent
  const { signal, onProgress } = options
  onProgress({ step: 'sending', doneBytes: 0, totalBytes: file.size })
  if (file.size < inPartsFromByteCount) {
    const content = new Uint8Array(await file.arrayBuffer())
    const dataset = await client.datasets.uploadExport({ ...upload, content }, { idempotencyKey, signal })
    return { ...dataset, statements: [] }
  }
  const begun = await client.uploads.begin({ ...upload, byteCount: file.size }, { idempotencyKey, signal })
  try {
    await sendParts(client, { file, id: begun.id, partByteCount: begun.partByteCount }, options)
    await client.uploads.complete(begun.id, { signal })
    return await whenRead(client, begun.id, options)
  } catch (error) {
    if (signal.aborted) await client.uploads.abort(begun.id).catch(() => undefined)
    throw error
  }
}

interface Parts {
  readonly file: Blob
  readonly id: string
  readonly partByteCount: number
}

/** Holds one part in memory at a time. */
async function sendParts(
  client: SendingClient,
  { file, id, partByteCount }: Parts,
  { signal, onProgress }: SendingOptions,
): Promise<void> {
  for (let offset = 0, number = 1; offset < file.size; offset += partByteCount, number += 1) {
    const content = new Uint8Array(await file.slice(offset, offset + partByteCount).arrayBuffer())
    await client.uploads.putPart(id, { number, content }, { signal })
    onProgress({ step: 'sending', doneBytes: offset + content.length, totalBytes: file.size })
  }
}

const firstPauseMilliseconds = 500
const longestPauseMilliseconds = 5_000

async function whenRead(
  client: SendingClient,
  id: string,
  { signal, onProgress, pause }: SendingOptions,
): Promise<DatasetInAnyState> {
  for (let next = firstPauseMilliseconds; ; next = Math.min(2 * next, longestPauseMilliseconds)) {
    const state = await client.datasets.get(id, { signal })
    if (state.state !== 'reading') return state
    onProgress({ step: 'reading', doneBytes: state.readByteCount, totalBytes: state.byteCount })
    await pause(next)
    signal.throwIfAborted()
  }
}

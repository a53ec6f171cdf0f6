import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { UnreadableError } from '@tallystick/audit/base/unreadable-error'
import type { Client, UploadRecord } from '@tallystick/client'
import { outlast, type Patience } from '../outlast.ts'
import type { Progress } from '../reconcile/progress.ts'

interface Sending extends Patience {
  readonly client: Client
  readonly file: FileHandle
  readonly upload: UploadRecord
  readonly progress: Progress
}

/**
 * Sends the parts that the service does not have yet, in order. A part that the service has is skipped if it has the
 * same bytes as the file. Holds one part in memory. Throws as `outlast` does, and `UnreadableError` for a file that
 * becomes shorter.
 */
export async function sendParts(sending: Sending): Promise<void> {
  const { client, file, upload, progress, signal } = sending
  const { id, byteCount, partByteCount } = upload
  const hashes = new Map(upload.parts.map(({ number, sha256 }) => [number, sha256]))
  for (let offset = 0, number = 1; offset < byteCount; offset += partByteCount, number += 1) {
    signal.throwIfAborted()
    progress.show('sending', offset, byteCount)
    const content = await readPart(file, offset, Math.min(partByteCount, byteCount - offset))
    const known = hashes.get(number)
    if (known !== undefined && known === createHash('sha256').update(content).digest('hex')) continue
    await outlast(sending, () => client.uploads.putPart(id, { number, content }, { signal }))
  }
  progress.show('sending', byteCount, byteCount)
}

/** Reads one part of a file. Throws `UnreadableError` where the file has fewer bytes. */
export async function readPart(file: FileHandle, offset: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(length)
  for (let read = 0; read < length; ) {
    const { bytesRead } = await file.read(bytes, read, length - read, offset + read)
    if (bytesRead === 0) throw new UnreadableError('became shorter while it was sent')
    read += bytesRead
  }
  return bytes
}

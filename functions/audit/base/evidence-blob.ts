import { UnreadableError } from './unreadable-error.ts'

/** A file of evidence that is read in parts and in any order: a `Blob`, or a file on disk. */
export interface EvidenceBlob {
  readonly size: number
  slice(start: number, end: number): { arrayBuffer(): Promise<ArrayBuffer> }
}

/**
 * At most `length` bytes from `position` on; fewer at the end of the file. Throws UnreadableError where a browser
 * cannot read its file.
 */
export async function bytesAt(blob: EvidenceBlob, position: number, length: number): Promise<Uint8Array> {
  try {
    return new Uint8Array(await blob.slice(position, position + length).arrayBuffer())
  } catch (error) {
    // A DOMException means that the file was changed, moved or removed after it was chosen.
    if (error instanceof DOMException) throw new UnreadableError(`cannot be read any more: ${error.message}`)
    throw error
  }
}

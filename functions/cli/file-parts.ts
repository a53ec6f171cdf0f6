import { open } from 'node:fs/promises'

const partByteCount = 256 * 1024

/** A stretch of a file. */
export interface FilePart {
  /** Written over by the next part. */
  readonly bytes: Uint8Array
  /** 0 for a pipe. */
  readonly fileSize: number
}

/** The file in order, part by part. Throws the error of the file system. */
export async function* partsOf(path: string): AsyncGenerator<FilePart> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const buffer = new Uint8Array(partByteCount)
    while (true) {
      const { bytesRead } = await file.read(buffer, 0, buffer.length, null)
      if (bytesRead === 0) return
      yield { bytes: buffer.subarray(0, bytesRead), fileSize: size }
    }
  } finally {
    await file.close()
  }
}

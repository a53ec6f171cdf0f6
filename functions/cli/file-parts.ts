import { open } from 'node:fs/promises'

const partByteCount = 256 * 1024

export interface FilePart {
  /** Overwritten by the next part. */
  readonly bytes: Uint8Array
  /** 0 for a pipe. */
  readonly fileSize: number
}

/** As a path: standard input or standard output. */
export const standardStream = '-'

/** The file, or standard input, part by part. Throws the error of the file system. */
export async function* partsOf(path: string): AsyncGenerator<FilePart> {
  if (path === standardStream) {
    for await (const bytes of process.stdin) yield { bytes, fileSize: 0 }
    return
  }
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

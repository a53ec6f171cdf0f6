import { type FileHandle, mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { UnreadableError } from '@tallystick/audit/base/unreadable-error'

const partByteCount = 256 * 1024

interface FilePart {
  /** Valid until the next part is read, which overwrites it. */
  readonly bytes: Uint8Array
  /** The size of the file in bytes; 0 for a pipe. */
  readonly fileSize: number
}

/** The path that stands for standard input or standard output. */
export const standardStream = '-'

/** Reads a file, or standard input, part by part. Throws the error of the file system, and UnreadableError. */
export async function* partsOf(path: string): AsyncGenerator<FilePart> {
  if (path === standardStream) {
    if (process.stdin.readableEnded) throw new UnreadableError('standard input was read before, wanted it once')
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

export async function bytesOf(path: string): Promise<Buffer> {
  if (path !== standardStream) return readFile(path)
  const parts: Uint8Array[] = []
  for await (const { bytes } of partsOf(path)) parts.push(bytes)
  return Buffer.concat(parts)
}

export interface OpenFile {
  readonly file: FileHandle
  readonly close: () => Promise<void>
}

/** Opens a file for reading at any position. Standard input is copied to a temporary file, which `close` removes. */
export async function openFile(path: string): Promise<OpenFile> {
  if (path === standardStream) return copyInput()
  const file = await open(path)
  return { file, close: () => file.close() }
}

async function copyInput(): Promise<OpenFile> {
  const folder = await mkdtemp(join(tmpdir(), 'tallystick-'))
  const file = await open(join(folder, 'input'), 'w+')
  const close = async (): Promise<void> => {
    await file.close()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    for await (const { bytes } of partsOf(standardStream)) await file.write(bytes)
    return { file, close }
  } catch (error) {
    await close()
    throw error
  }
}

export const fileNameOf = (path: string): string => (path === standardStream ? 'standard input' : basename(path))

import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { ResultChunk } from '@tallystick/engine'
import type { ReconcileArguments } from './arguments.ts'
import { fileFault } from './file-fault.ts'

/** Why the result cannot be written where it was asked for, told before any work. No fault where it was not. */
export async function outFaults({
  source,
  target,
  rules,
  mapping,
  out: path,
}: ReconcileArguments): Promise<readonly string[]> {
  if (path === undefined) return []
  const inputs = [source, target, rules, mapping].filter((input) => input !== undefined)
  const directory = await stat(dirname(path)).catch(() => undefined)
  if (directory?.isDirectory() !== true) return [`${path}: there is no such directory`]
  const out = await stat(path).catch(() => undefined)
  if (out === undefined) return []
  if (out.isDirectory()) return [`${path}: is a directory, wanted a file`]
  const others = await Promise.all(inputs.map((input) => stat(input).catch(() => undefined)))
  const same = inputs.filter((_, index) => others[index]?.ino === out.ino && others[index]?.dev === out.dev)
  return same.length === 0 ? [] : [`${path}: is read as ${same[0]}, wanted another file for the result`]
}

/**
 * Writes the lines of a result to the file at `path`, whole or not at all: a reader never sees a part of them, and an
 * older result stays until the new one is complete. What is no file, such as a pipe, is written to as it is.
 */
export async function writeResult(path: string, chunks: readonly ResultChunk[]): Promise<readonly string[]> {
  const isFile = (await stat(path).catch(() => undefined))?.isFile() ?? true
  const written = isFile ? `${path}.${process.pid}.part` : path
  try {
    const file = await open(written, 'w')
    await writeChunks(file, chunks).finally(() => file.close())
    if (isFile) await rename(written, path)
    return []
  } catch (error) {
    if (isFile) await rm(written, { force: true })
    return [fileFault(path, error)]
  }
}

async function writeChunks(file: FileHandle, chunks: readonly ResultChunk[]): Promise<void> {
  for (const { text } of chunks) await file.write(text)
}

import { type FileHandle, open, realpath, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { ResultChunk } from '@tallystick/engine'
import { directoryFault, fileFault } from '../file-fault.ts'
import type { ReconcileArguments } from './reconcile-arguments.ts'

/** Stands in place of a path for standard output. */
export const standardOutput = '-'

/** Why the result cannot be written to `--out`, found before any work. No fault without `--out`. */
export async function outFaults({
  source,
  target,
  rules,
  mapping,
  out: path,
}: ReconcileArguments): Promise<readonly string[]> {
  if (path === undefined || path === standardOutput) return []
  const inputs = [source, target, rules, mapping].filter((input) => input !== undefined)
  const directory = await stat(dirname(path)).catch(() => undefined)
  if (directory?.isDirectory() !== true) return [`${path}: there is no such directory`]
  const out = await stat(path).catch(() => undefined)
  if (out === undefined) return []
  if (out.isDirectory()) return [directoryFault(path)]
  const others = await Promise.all(inputs.map((input) => stat(input).catch(() => undefined)))
  const isInput = out.isFile() && others.some((other) => other?.ino === out.ino && other.dev === out.dev)
  return isInput ? [`${path}: is read as well, wanted another file for the result`] : []
}

/**
 * Writes the lines of a result to the file at `path`, whole or not at all: a reader never sees a part of the lines, and
 * an older result stays until the new one is complete. A pipe or a device is written to directly. Returns the faults.
 */
export async function writeResult(path: string, chunks: readonly ResultChunk[]): Promise<readonly string[]> {
  const isFile = (await stat(path).catch(() => undefined))?.isFile() ?? true
  const resultPath = await realpath(path).catch(() => path)
  const written = isFile ? `${resultPath}.${process.pid}.part` : path
  try {
    const file = await open(written, 'w')
    await writeChunks(file, chunks).finally(() => file.close())
    if (isFile) await rename(written, resultPath)
    return []
  } catch (error) {
    if (isFile) await rm(written, { force: true })
    return [fileFault(path, error)]
  }
}

async function writeChunks(file: FileHandle, chunks: readonly ResultChunk[]): Promise<void> {
  for (const { bytes } of chunks) await file.writeFile(bytes)
}

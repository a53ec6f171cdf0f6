import { closeSync, existsSync, openSync, realpathSync, renameSync, rmSync, statSync, writeSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { directoryFault, fileFault } from '../file-fault.ts'
import { standardStream } from '../file-parts.ts'
import { proposedRules, type ReconcileArguments } from './reconcile-arguments.ts'

/** Why the results cannot be written to `--out` and `--report`. Checked before any work is done. */
export async function outFaults({
  source,
  target,
  rules,
  mapping,
  out,
  report,
}: ReconcileArguments): Promise<readonly string[]> {
  const inputs = [source, target, rules === proposedRules ? undefined : rules, mapping].filter(
    (input) => input !== undefined,
  )
  const outputs = [out, report].filter((path) => path !== undefined).filter((path) => path !== standardStream)
  return (await Promise.all(outputs.map((path) => pathFaults(path, inputs)))).flat()
}

/** Why the file at `path` cannot be written, such as being one of `inputs`. */
export async function pathFaults(path: string, inputs: readonly string[]): Promise<readonly string[]> {
  const directory = await stat(dirname(path)).catch(() => undefined)
  if (directory?.isDirectory() !== true) return [`${path}: there is no such directory`]
  const out = await stat(path).catch(() => undefined)
  if (out === undefined) return []
  if (out.isDirectory()) return [directoryFault(path)]
  const others = await Promise.all(inputs.map((input) => stat(input).catch(() => undefined)))
  const isInput = out.isFile() && others.some((other) => other?.ino === out.ino && other.dev === out.dev)
  return isInput ? [`${path}: is read as well, wanted another file for the result`] : []
}

/** A result that is written to its file while it is made. */
export interface ResultFile {
  write(bytes: Uint8Array): void
  /** The open file, to which somebody else writes; undefined once a write has failed. */
  descriptor(): number | undefined
  /** Notes why somebody else could not write. */
  fail(error: unknown): void
  /** Moves the complete result to its path. Where that fails, the earlier result stays there. */
  commit(): readonly string[]
  close(): void
}

/**
 * Opens the file at `path` for a result, which appears there whole or not at all: an older result stays until the new
 * one is complete. A pipe or a device is written to directly.
 */
export function openResultFile(path: string): ResultFile {
  const isFile = statSync(path, { throwIfNoEntry: false })?.isFile() ?? true
  const resultPath = isFile && existsSync(path) ? realpathSync(path) : path
  const written = isFile ? `${resultPath}.${process.pid}.part` : path
  const faults: string[] = []
  const attempt = (work: () => unknown): void => {
    if (faults.length > 0) return
    try {
      work()
    } catch (error) {
      faults.push(fileFault(path, error))
    }
  }
  let file: number | undefined
  const opened = (): number => {
    file ??= openSync(written, 'w')
    return file
  }
  const end = (): void => {
    if (file !== undefined) closeSync(file)
    file = undefined
  }
  return {
    write: (bytes) =>
      attempt(() => {
        // The file is opened with the first bytes, so that a run that is interrupted while it matches leaves no file
        // behind.
        writeAll(opened(), bytes)
      }),
    descriptor() {
      attempt(opened)
      return faults.length > 0 ? undefined : file
    },
    fail: (error) =>
      attempt(() => {
        throw error
      }),
    commit() {
      attempt(end)
      if (isFile) attempt(() => renameSync(written, resultPath))
      return faults
    },
    close() {
      end()
      if (isFile) rmSync(written, { force: true })
    },
  }
}

/** Writes until nothing is left: a pipe takes only as many bytes at once as it has room for. */
function writeAll(file: number, bytes: Uint8Array): void {
  for (let start = 0; start < bytes.length; ) start += writeSync(file, bytes, start)
}

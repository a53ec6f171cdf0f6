import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cutFile, parseTilePath, pathOf } from '@tallystick/engine/log'
import { fileFault } from '../file-fault.ts'
import { type LogFiles, UnreachableError } from './log-files.ts'

/**
 * The log whose files are in a directory, under their paths in C2SP tlog-tiles. Where a partial tile is missing, it is
 * cut out of a wider one.
 */
export const logIn = (directory: string): LogFiles => ({
  place: directory,
  read: async (path) => (await readIfThere(join(directory, path))) ?? (await cutOut(directory, path)),
  consistency: async () => undefined,
})

async function cutOut(directory: string, path: string): Promise<Uint8Array | undefined> {
  const name = parseTilePath(path)
  const end = path.lastIndexOf('.p/')
  if (!name.ok || end < 0) return undefined
  const widths = (await namesIn(join(directory, `${path.slice(0, end)}.p`))).map(Number)
  const wider = [...widths.filter((width) => width > name.value.width && width < 256).sort((a, b) => a - b), 256]
  for (const width of wider) {
    const bytes = await readIfThere(join(directory, pathOf({ ...name.value, width })))
    if (bytes !== undefined) return cutFile(name.value, bytes)
  }
  return undefined
}

async function readIfThere(path: string): Promise<Uint8Array | undefined> {
  try {
    return await readFile(path)
  } catch (error) {
    return unlessMissing(path, error, undefined)
  }
}

async function namesIn(path: string): Promise<readonly string[]> {
  try {
    return await readdir(path)
  } catch (error) {
    return unlessMissing(path, error, [])
  }
}

function unlessMissing<Value>(path: string, error: unknown, nothing: Value): Value {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOENT' || code === 'ENOTDIR') return nothing
  throw new UnreachableError(fileFault(path, error))
}

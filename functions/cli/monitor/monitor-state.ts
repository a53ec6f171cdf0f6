import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Checkpoint, checkpointInNote, type Parsed, parseVkey } from '@tallystick/engine'
import { fileFault } from '../file-fault.ts'
import { sha256 } from '../sha256.ts'

/** What a monitor keeps of a log. */
export interface MonitorState {
  /** The newest signed note that was found to fit. */
  readonly note: string
  readonly checkpoint: Checkpoint
  /** The keys that the log may be signed with, as vkeys. */
  readonly keys: readonly string[]
  /** How many entries of the log were looked at. */
  readonly entryCount: number
}

const kind = 'tallystick/monitor@1'

/** The state in the file at `path`; undefined where there is no file yet. Otherwise why it cannot be read. */
export async function readState(path: string): Promise<Parsed<MonitorState | undefined>> {
  try {
    const state = stateIn(await readFile(path, 'utf8'))
    return state === undefined
      ? { ok: false, detail: `${path}: is no state that tallystick monitor has written` }
      : { ok: true, value: state }
  } catch (error) {
    if (isMissing(error)) return { ok: true, value: undefined }
    return { ok: false, detail: fileFault(path, error) }
  }
}

/** Puts the state in the file at `path`, which has the old state or the new one at any time. Why it cannot, if so. */
export async function writeState(path: string, { note, keys, entryCount }: MonitorState): Promise<Parsed<undefined>> {
  const written = `${path}.${process.pid}.part`
  try {
    await writeFile(written, `${JSON.stringify({ kind, entryCount, keys, checkpoint: note }, null, 2)}\n`)
    await rename(written, path)
    return { ok: true, value: undefined }
  } catch (error) {
    await rm(written, { force: true })
    const detail = isMissing(error) ? `${dirname(path)}: there is no such directory` : fileFault(path, error)
    return { ok: false, detail }
  }
}

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'

function stateIn(text: string): MonitorState | undefined {
  const state = Object(jsonIn(text))
  const { checkpoint: note, keys, entryCount } = state
  if (state.kind !== kind || typeof note !== 'string' || !Number.isSafeInteger(entryCount)) return undefined
  if (!Array.isArray(keys) || !keys.every((key) => typeof key === 'string' && parseVkey(sha256, key).ok))
    return undefined
  const checkpoint = checkpointInNote(note)
  if (!checkpoint.ok || entryCount < 0 || entryCount > checkpoint.value.size) return undefined
  return { note, checkpoint: checkpoint.value, keys, entryCount }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

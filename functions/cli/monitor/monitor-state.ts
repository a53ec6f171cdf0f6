import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { timestampOf } from '@tallystick/audit/base/timestamp'
import type { Parsed } from '@tallystick/engine/base'
import { type Checkpoint, checkpointInNote, parseVkey } from '@tallystick/engine/log'
import { fileFault } from '../file-fault.ts'
import { sha256 } from '../sha256.ts'
import type { WatchedKind } from './watched-kind.ts'

/** What a monitor keeps of a log. Times are milliseconds of the monitor's clock. */
export interface MonitorState {
  readonly note: string
  readonly checkpoint: Checkpoint
  readonly keys: readonly string[]
  readonly entryCount: number
  /** What an `EntryReader` has to remember; undefined before the first entry. */
  readonly memory: unknown
  /** When the log was first seen with its present size. */
  readonly grownAt: number
  /** A signed size of the log whose entries cannot all be read, and since when; null where all can be read. */
  readonly unread: { readonly size: number; readonly since: number } | null
}

export async function readState(path: string, kind: WatchedKind): Promise<Parsed<MonitorState | undefined>> {
  try {
    const state = stateIn(await readFile(path, 'utf8'), kind)
    return state === undefined
      ? { ok: false, detail: `${path}: is no state that tallystick monitor has written of ${kind.ofWhat}` }
      : { ok: true, value: state }
  } catch (error) {
    if (isMissing(error)) return { ok: true, value: undefined }
    return { ok: false, detail: fileFault(path, error) }
  }
}

/** Replaces the file at `path` in one step, so that the file never has a partial state. */
export async function writeState(path: string, kind: WatchedKind, state: MonitorState): Promise<Parsed<undefined>> {
  const written = `${path}.${process.pid}.part`
  try {
    await writeFile(written, textOf(kind, state))
    await rename(written, path)
    return { ok: true, value: undefined }
  } catch (error) {
    await rm(written, { force: true })
    const detail = isMissing(error) ? `${dirname(path)}: there is no such directory` : fileFault(path, error)
    return { ok: false, detail }
  }
}

function textOf({ stateKind }: WatchedKind, { note, keys, entryCount, memory, grownAt, unread }: MonitorState): string {
  const state = {
    kind: stateKind,
    entryCount,
    grownAt: timestampOf(grownAt),
    unread: unread && { size: unread.size, since: timestampOf(unread.since) },
    keys,
    checkpoint: note,
    memory,
  }
  return `${JSON.stringify(state, null, 2)}\n`
}

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'

function stateIn(text: string, kind: WatchedKind): MonitorState | undefined {
  const { kind: stateKind, checkpoint: note, keys, entryCount, memory, ...times } = Object(jsonIn(text))
  if (stateKind !== kind.stateKind || typeof note !== 'string' || !Number.isSafeInteger(entryCount)) return undefined
  if (!Array.isArray(keys) || !keys.every((key) => typeof key === 'string' && parseVkey(sha256, key).ok))
    return undefined
  const checkpoint = checkpointInNote(note)
  if (!checkpoint.ok || entryCount < 0 || entryCount > checkpoint.value.size) return undefined
  const grownAt = timeIn(times.grownAt)
  const unread = unreadIn(times.unread)
  if (grownAt === undefined || unread === undefined || (memory === undefined && entryCount > 0)) return undefined
  if (kind.follow({ origin: checkpoint.value.origin, entryCount, memory }) === undefined) return undefined
  return { note, checkpoint: checkpoint.value, keys, entryCount, memory, grownAt, unread }
}

function unreadIn(value: unknown): MonitorState['unread'] | undefined {
  if (value === null) return null
  const { size, since: text } = Object(value)
  const since = timeIn(text)
  return Number.isSafeInteger(size) && since !== undefined ? { size, since } : undefined
}

function timeIn(value: unknown): number | undefined {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(time) ? undefined : time
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

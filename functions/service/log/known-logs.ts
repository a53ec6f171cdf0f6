import type { LogState } from '@tallystick/engine/log'
import { type Isolate, perIsolate } from '../platform/isolate.ts'
import type { Growth } from '../store/publish-tiles.ts'

export interface EntryLine {
  readonly sequence: number
  readonly line: string
}

export interface PublishedReceipt {
  readonly log: Pick<LogState, 'size' | 'root'>
  readonly checkpoint: string
}

/** What an isolate knows of a log that it has appended to, so that it reads nothing to publish the next entry. */
export interface KnownLog {
  /** The newest entry that was sealed here. */
  newest: PublishedReceipt | undefined
  /** The entries up to the newest: those that are not published, or at first those of the last bundle. */
  lines: readonly EntryLine[]
  /** Where the last publication ended. Whoever publishes takes it out, since a failure leaves it between two sizes. */
  growth: Growth | undefined
  /** Up to this size the log is published, or noted as unpublished. */
  settledSize: number
}

/** A log takes half a megabyte at most. */
const logCountMax = 8

const knownLogs = perIsolate(() => new Map<string, KnownLog>())

/** The log of this origin, which is from now on the last one to be forgotten. */
export function knownLog(isolate: Isolate, origin: string): KnownLog {
  const logs = knownLogs(isolate)
  const known = logs.get(origin) ?? { newest: undefined, lines: [], growth: undefined, settledSize: 0 }
  logs.delete(origin)
  logs.set(origin, known)
  const [oldest] = logs.keys()
  if (oldest !== undefined && logs.size > logCountMax) logs.delete(oldest)
  return known
}

interface NewEntry {
  readonly receipt: PublishedReceipt
  /** The entries that were read with it: at least itself, unless the isolate knows the log up to it. */
  readonly lines: readonly EntryLine[]
  readonly line: string
}

/** Notes an entry. After one of another isolate, what was known before is void. */
export function noteEntry(known: KnownLog, { receipt, lines, line }: NewEntry): void {
  const { size } = receipt.log
  if (known.newest?.log.size === size - 1) known.lines = [...known.lines, { sequence: size - 1, line }]
  else Object.assign(known, { lines, growth: undefined, settledSize: 0 })
  known.newest = receipt
}

import { type Checkpoint, openTileTree, TileError, type TileTree } from '@tallystick/engine/log'
import { compareLogs, compareRoots } from '../log/compare-logs.ts'
import type { ServedLog } from '../log/log-at.ts'
import { UnreachableError } from '../log/log-files.ts'
import { sha256 } from '../sha256.ts'
import { checkEntries, type EntryCheck } from './check-entries.ts'
import type { MonitorState } from './monitor-state.ts'
import type { WatchedKind } from './watched-kind.ts'

/** What is watched, and how. */
export interface Watch {
  readonly kind: WatchedKind
  /** The only keys that are trusted; none to remember those that are listed first. */
  readonly trusted: readonly string[]
  /** The origin that the log has to have; undefined for any. */
  readonly origin: string | undefined
  /** Milliseconds of the monitor's clock. */
  readonly now: number
}

/** A log that is looked at, and what is kept of it. */
export interface Looking extends Watch {
  readonly log: ServedLog
  readonly kept: MonitorState | undefined
}

/** How far the log was read, or why no further. */
export interface Growth extends EntryCheck {
  readonly memory: unknown
  /** Why the rest of the log cannot be read; undefined where it was read, or where it may simply not be there yet. */
  readonly unreachable?: string
}

/** Whether the log has only grown, and by entries that follow one another. */
export async function lookAtGrowth(looking: Looking, checkpoint: Checkpoint): Promise<Growth> {
  const { kept } = looking
  const unchanged = { entryCount: kept?.entryCount ?? 0, memory: kept?.memory, fault: undefined, entries: [] }
  if (kept !== undefined && checkpoint.size < kept.checkpoint.size) {
    const fault = `The log has size ${checkpoint.size}, and had size ${kept.checkpoint.size} before.`
    return { ...unchanged, fault }
  }
  if (kept !== undefined && checkpoint.size === kept.checkpoint.size) {
    const { verdict, detail } = compareRoots(kept.checkpoint, checkpoint)
    if (verdict !== 'begins') return { ...unchanged, fault: detail }
  }
  if (unchanged.entryCount === checkpoint.size) return unchanged
  try {
    return { ...unchanged, ...(await readGrowth(looking, checkpoint)) }
  } catch (error) {
    if (error instanceof UnreachableError) return { ...unchanged, unreachable: error.message }
    if (!(error instanceof TileError)) throw error
    if (error.fault === 'wrong')
      return { ...unchanged, fault: `The tiles are not those of the signed log. ${error.message}.` }
    // A service publishes tiles with the next run: until then only the entries stay unread.
    return unchanged
  }
}

/** Throws `UnreachableError` and a TileError. */
async function readGrowth({ log, kept, kind }: Looking, checkpoint: Checkpoint): Promise<Partial<Growth>> {
  const tree = await treeOf(log, kept, checkpoint)
  if (typeof tree === 'string') return { fault: tree }
  if (tree === undefined) return {}
  const from = kept?.entryCount ?? 0
  const reader = kind.follow({ origin: checkpoint.origin, entryCount: from, memory: kept?.memory })
  if (reader === undefined) throw new Error('A state that was read is none')
  const check = await checkEntries(tree, log, { from, reader })
  return { ...check, memory: reader.memory() }
}

/**
 * The tiles of the log; undefined where they are not there and a proof stands in. What does not fit, in a sentence. Throws
 * `UnreachableError` and a TileError.
 */
async function treeOf(
  log: ServedLog,
  kept: MonitorState | undefined,
  checkpoint: Checkpoint,
): Promise<TileTree | string | undefined> {
  if (kept === undefined || kept.checkpoint.size === checkpoint.size) return openTileTree(sha256, checkpoint, log.read)
  const { verdict, detail, tree } = await compareLogs(kept.checkpoint, checkpoint, log)
  if (verdict === 'unknown') throw new UnreachableError(detail)
  return verdict === 'begins' ? tree : detail
}

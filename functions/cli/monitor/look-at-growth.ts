import { type Checkpoint, openTileTree, TileError, type TileTree } from '@tallystick/engine/log'
import { compareLogs, compareRoots } from '../log/compare-logs.ts'
import type { ServedLog } from '../log/log-at.ts'
import { UnreachableError } from '../log/log-files.ts'
import { sha256 } from '../sha256.ts'
import { checkEntries, type EntryCheck } from './check-entries.ts'
import type { MonitorState } from './monitor-state.ts'
import type { WatchedKind } from './watched-kind.ts'

export interface Watch {
  readonly kind: WatchedKind
  /**
   * The only keys that are trusted; empty where the keys that the service lists at the first look are trusted from then
   * on.
   */
  readonly trusted: readonly string[]
  readonly origin: string | undefined
  readonly now: number
}

export interface Looking extends Watch {
  readonly log: ServedLog
  readonly kept: MonitorState | undefined
}

export interface Growth extends EntryCheck {
  readonly memory: unknown
  /** Why the new entries cannot be read; undefined where they were read, or may not be published yet. */
  readonly unreachable?: string
}

/** Checks that the log has only grown, and that its new entries follow one another. */
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
    // Missing tiles are no fault: a service publishes them with the next run, and until then the new entries stay
    // unread.
    return unchanged
  }
}

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
 * The tiles of the log; undefined where a consistency proof replaces missing tiles; or a sentence about what does not
 * fit. Throws `UnreachableError` and TileError.
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

import { timestampOf } from '@tallystick/audit/base/timestamp'
import {
  type Checkpoint,
  formatHead,
  growthFault,
  logNameOf,
  openTileTree,
  type PlacedHead,
  parseHead,
  parseTilePath,
  placeHead,
  TileError,
} from '@tallystick/engine/log'
import { sha256 } from '../../platform/hasher.ts'
import { inLanes } from '../../platform/in-lanes.ts'
import { bucketOf } from '../../store/bucket.ts'
import { type GrownLog, grownLogStore, type SetAsideReason } from '../../store/grown-logs.ts'
import { type IndexStep, indexObjects } from '../../store/index-objects.ts'
import { logObjects } from '../../store/log-objects.ts'
import { logSignerOf } from '../log-signer.ts'
import { openOwnCheckpoint } from '../own-checkpoint.ts'
import { publishNewest } from '../publish-log.ts'
import { readLogFile } from '../read-log-file.ts'
import type { IndexAccess } from './open-index.ts'
import { unlistedLogs } from './unlisted-logs.ts'

class SetAsideError extends Error {
  readonly reason: SetAsideReason

  constructor(reason: SetAsideReason, message: string) {
    super(message)
    this.reason = reason
  }
}

/** The row overstates what the index has of a log: `indexedSize` is the true size. */
class OverstatedError extends SetAsideError {
  readonly indexedSize: number

  constructor(row: GrownLog, indexedSize: number) {
    super(
      'overstated',
      `The row of the log says that the index has its size ${row.indexedSize}, and it has ${indexedSize}.`,
    )
    this.indexedSize = indexedSize
  }
}

interface NextHeads {
  readonly heads: IndexStep['heads']
  /** Logs whose head, or a later one, the index has, although the database did not say so. */
  readonly known: readonly { readonly tenantId: string; readonly size: number }[]
}

/** The most heads of one call: each takes about ten calls of R2, and the platform allows a thousand. */
const headCountMax = 60

/**
 * A log with missing tiles is tried again after a minute; one that is unsigned or forked, after ten. An overstated row
 * was corrected, and counts as set aside for a minute.
 */
const retryMilliseconds = { unsigned: 600_000, forked: 600_000, unreadable: 60_000, overstated: 60_000 } as const

/**
 * The heads of grown logs, each with the proof that it continues the newest head of its log in R2. A log whose head
 * cannot be made is set aside with the reason, and tried again later, so that it does not hold up other tenants. A row
 * that overstates what the index has of its log is corrected.
 */
export async function nextHeads(access: IndexAccess): Promise<NextHeads> {
  const { db, isolate } = access
  const now = isolate.now()
  const logs = [...(await grownLogStore(db).unindexed(now, headCountMax)), ...(await unlistedLogs(access))]
  // Two heads of a log that continue the same head would be a fork.
  const logsByTenant = new Map(logs.map((log) => [log.tenantId, log]))
  const found = await inLanes([...logsByTenant.values()], (log) => tryHead(access, log))
  const aside = found.filter((each) => each.is === 'aside')
  for (const { tenantId, reason, fault } of aside) isolate.log(JSON.stringify({ setAside: tenantId, reason, fault }))
  if (aside.length > 0)
    await grownLogStore(db).setAside(
      aside.map(({ tenantId, reason, fault, indexedSize }) => ({
        tenantId,
        indexedSize,
        dueAt: now + retryMilliseconds[reason],
        text: JSON.stringify({ foundAt: timestampOf(now), reason, fault }),
      })),
    )
  return { heads: found.filter((each) => each.is === 'next'), known: found.filter((each) => each.is === 'known') }
}

type Tried =
  | { readonly is: 'next'; readonly tenantId: string; readonly line: string }
  | { readonly is: 'known'; readonly tenantId: string; readonly size: number }
  | Aside

interface Aside {
  readonly is: 'aside'
  readonly tenantId: string
  readonly reason: SetAsideReason
  readonly fault: string
  /** How much of the log the index has: what the row says, or less if the index says so. */
  readonly indexedSize: number
}

async function tryHead(access: IndexAccess, log: GrownLog): Promise<Tried> {
  try {
    return await nextHeadOf(access, log)
  } catch (error) {
    const { tenantId } = log
    const { indexedSize } = error instanceof OverstatedError ? error : log
    const aside = { is: 'aside', tenantId, indexedSize } as const
    if (error instanceof SetAsideError) return { ...aside, reason: error.reason, fault: error.message }
    const fault = error instanceof Error ? `${error.name}: ${error.message}` : 'unknown'
    return { ...aside, reason: 'unreadable', fault }
  }
}

async function nextHeadOf(access: IndexAccess, row: GrownLog): Promise<Tried> {
  const { env, signer } = access
  const { tenantId } = row
  const checkpoint = await signedHeadOf(access, row)
  const log = logNameOf(sha256, checkpoint.origin)
  const newest = await indexObjects(bucketOf(env), signer.origin).newestHead(log)
  const before = newest && placedIn(newest.entry, newest.line)
  const indexedSize = before?.size ?? 0
  if (row.indexedSize > indexedSize) throw new OverstatedError(row, indexedSize)
  if (before !== undefined && before.size >= checkpoint.size)
    return { is: 'known', tenantId, size: knownSizeOf(before, checkpoint) }
  const { size, root } = checkpoint
  const consistency = before === undefined ? [] : await growthOf(access, tenantId, { checkpoint, from: before.size })
  const previous = before === undefined ? null : { entry: before.entry, hash: before.hash }
  const line = formatHead({ log, size, root, previous, consistency })
  const fault = before && growthFault(sha256, headIn(line), before)
  if (fault !== undefined)
    throw new SetAsideError('forked', `The log of ${size} receipts does not continue the one in the index: ${fault}.`)
  return { is: 'next', tenantId, line }
}

/** The newest checkpoint of a log. Throws unless we signed it for the size and root of the log's row. */
async function signedHeadOf(access: IndexAccess, { tenantId, size, root, checkpoint }: GrownLog): Promise<Checkpoint> {
  const opened = await openOwnCheckpoint(access, await logSignerOf(access, tenantId), checkpoint ?? '')
  if (!opened.ok) throw new SetAsideError('unsigned', `The newest checkpoint of the log: ${opened.detail}.`)
  if (opened.value.size === size && opened.value.root === root) return opened.value
  throw new SetAsideError('unsigned', `The row of the log says size ${size}, and ${opened.value.size} was signed.`)
}

function knownSizeOf(before: PlacedHead, { size, root }: Checkpoint): number {
  if (before.size > size || before.root === root) return before.size
  throw new SetAsideError('forked', `The index has another head of size ${size} of this log.`)
}

interface Growth {
  readonly checkpoint: Checkpoint
  readonly from: number
}

/** Proves the growth from the tiles of the log. If tiles are missing, publishes the log first. */
async function growthOf(access: IndexAccess, tenantId: string, growth: Growth): Promise<readonly string[]> {
  try {
    return await proofOfTiles(access, growth)
  } catch (error) {
    if (!(error instanceof TileError)) throw error
    await publishNewest(access, tenantId)
    return proofOfTiles(access, growth)
  }
}

async function proofOfTiles({ env }: IndexAccess, { checkpoint, from }: Growth): Promise<readonly string[]> {
  const objects = logObjects(bucketOf(env), checkpoint.origin)
  const tree = await openTileTree(sha256, checkpoint, async (path) => {
    const name = parseTilePath(path)
    return name.ok ? readLogFile(objects, name.value) : undefined
  })
  return (await tree.consistency(from, checkpoint.size)).hashes
}

const placedIn = (entry: number, line: string): PlacedHead => placeHead(sha256, entry, { line, head: headIn(line) })

function headIn(line: string) {
  const head = parseHead(line)
  if (!head.ok) throw new Error(`A head of ours is none: ${head.detail}`)
  return head.value
}

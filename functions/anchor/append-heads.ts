import {
  createFrontier,
  emptyRoot,
  formatHead,
  fromHex,
  hashOfLine,
  originOf,
  toBase64,
  toHex,
} from '@tallystick/engine'
import type { Env } from '../env.ts'
import { keepKeys } from '../keys/kept-keys.ts'
import { voucherOf } from '../keys/key-hash.ts'
import { logSignerOf, tenantHashOf } from '../log/log-signer.ts'
import { openOwnCheckpoint } from '../log/own-checkpoint.ts'
import { sha256 } from '../platform/hasher.ts'
import type { Isolate } from '../platform/isolate.ts'
import { bucketOf } from '../store/bucket.ts'
import type { Database } from '../store/database.ts'
import { type IndexStep, indexObjects } from '../store/index-objects.ts'
import {
  type IndexHeadRow,
  type IndexLogRow,
  indexCheckpointStore,
  indexHeadStore,
  indexStore,
} from '../store/index-store.ts'
import { signingKeyStore } from '../store/signing-key-store.ts'
import type { IndexSigner, IndexTree } from './index-signer.ts'

/** What keeping the index log needs. */
export interface IndexAccess {
  readonly db: Database
  readonly isolate: Isolate
  readonly env: Env
  readonly signer: IndexSigner
}

/** What is stored of the index log is not what was signed: nothing more is appended to it. */
export class IndexDivergedError extends Error {
  override readonly name = 'IndexDivergedError'
}

/** Heads of one call. The others wait for the next minute. */
const headCountMax = 500
/** Steps that R2 has and the database does not: after a restore, all since then. */
const stepCountMax = 20

/**
 * Appends the heads of the logs that have grown to the index log, and signs its new checkpoint; nothing when none has.
 *
 * Each step is stored in R2 under the size that it goes on from, before the database has it, and never again: so the
 * index log is not forked, even where an older database was restored. A step that R2 has and the database does not is
 * taken over as it is. Throws `IndexDivergedError` where a stored tree is not the one that was signed.
 */
export async function appendHeads(access: IndexAccess): Promise<void> {
  for (let steps = 0; steps < stepCountMax; steps += 1) {
    const log = await soundLog(access)
    const taken = await indexObjects(bucketOf(access.env), access.signer.origin).find(log.size)
    if (taken !== undefined) await takeOver(access, log, taken)
    else return appendGrown(access, log)
  }
}

/** The log, if its newest checkpoint is ours and of the tree of its frontier. */
async function soundLog({ db, signer }: IndexAccess): Promise<IndexLogRow> {
  const store = indexStore(db)
  const [, [log], [newest]] = await db.batch([
    store.create(toHex(emptyRoot(sha256))),
    store.find(),
    indexCheckpointStore(db).newest(),
  ])
  if (log === undefined) throw new Error('The index log has no row')
  const frontier = createFrontier(sha256, { size: log.size, hashes: JSON.parse(log.frontier) })
  if (toHex(frontier.root()) !== log.root) throw new IndexDivergedError('The frontier does not lead to the root')
  const isEmpty = newest === undefined && log.size === 0
  if (!isEmpty && !(newest?.size === log.size && (await signer.hasSigned(newest.note, log))))
    throw new IndexDivergedError('The newest checkpoint is not of this tree, or not ours')
  return log
}

async function appendGrown(access: IndexAccess, log: IndexLogRow): Promise<void> {
  const { env, signer } = access
  const grown = await signedHeads(access)
  if (grown.length === 0) return
  const logOrigin = signer.origin.slice(0, signer.origin.lastIndexOf('/'))
  const heads = grown.map(({ tenantId, size, root }) => ({
    tenantId,
    line: formatHead({ origin: originOf(logOrigin, tenantHashOf(tenantId)), size, root }),
  }))
  const next = treeAfter(log, heads)
  await keepKeys(
    access,
    signer.keys.map(({ publicKey }) => publicKey),
  )
  const step = { note: await signer.sign(next), heads }
  // Another isolate may have been first: its step is taken over by the next call.
  if (!(await indexObjects(bucketOf(env), signer.origin).put(log.size, step))) return
  await store(access, { log, next, step })
}

/**
 * The heads of the logs that have grown, as they were signed. A row of a log that says otherwise stays out of the index,
 * which holds the logs of all tenants, and is the business of that log's next seal.
 */
async function signedHeads({ db, isolate, env }: IndexAccess): Promise<readonly GrownLog[]> {
  const signed: GrownLog[] = []
  for (const { tenantId, size, root, checkpoint } of await indexHeadStore(db).unindexed(headCountMax)) {
    const signer = await logSignerOf({ isolate, env }, tenantId)
    const opened = checkpoint === null ? undefined : await openOwnCheckpoint({ isolate, env }, signer, checkpoint)
    if (opened?.ok && opened.value.size === size && opened.value.root === root) signed.push({ tenantId, size, root })
  }
  return signed
}

interface GrownLog extends IndexTree {
  readonly tenantId: string
}

async function takeOver(access: IndexAccess, log: IndexLogRow, step: IndexStep): Promise<void> {
  const next = treeAfter(log, step.heads)
  if (step.heads.length === 0 || !(await access.signer.hasSigned(step.note, next)))
    throw new IndexDivergedError(`The step from size ${log.size} was signed for another log`)
  await store(access, { log, next, step })
}

interface NextTree extends IndexTree {
  readonly frontier: string
}

function treeAfter({ size, frontier: hashes }: IndexLogRow, heads: IndexStep['heads']): NextTree {
  const frontier = createFrontier(sha256, { size, hashes: JSON.parse(hashes) })
  for (const { line } of heads) frontier.append(fromHex(hashOfLine(sha256, line)))
  return { size: frontier.size(), root: toHex(frontier.root()), frontier: JSON.stringify(frontier.state().hashes) }
}

interface StoredStep {
  readonly log: IndexLogRow
  readonly next: NextTree
  readonly step: IndexStep
}

/** One batch, which fails as a whole where another isolate has stored the step already. */
async function store({ db, isolate, env, signer }: IndexAccess, { log, next, step }: StoredStep): Promise<void> {
  const index = indexStore(db)
  const now = isolate.now()
  const heads: readonly IndexHeadRow[] = step.heads.map(({ tenantId, line }, at) => ({
    tenantId,
    size: JSON.parse(line).size,
    position: log.size + at,
    line,
  }))
  const { size, root } = next
  await db.batch([
    index.advance(log.size, next),
    indexHeadStore(db).append(heads),
    indexHeadStore(db).markIndexed(heads),
    indexCheckpointStore(db).insert({ size, root, note: step.note, timeStamp: null, state: 'signed', createdAt: now }),
    ...signer.keys.map(({ publicKey: bytes }) => {
      const publicKey = toBase64(bytes)
      const use = { publicKey, voucher: voucherOf(env, publicKey), isConfigured: true, first: now, last: now }
      return signingKeyStore(db).remember(use, now)
    }),
  ])
  await indexObjects(bucketOf(env), signer.origin).putCheckpoint(size, step.note)
}

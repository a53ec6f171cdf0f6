import { toBase64, utf8 } from '@tallystick/engine/base'
import { parseHead } from '@tallystick/engine/log'
import { keepKeys } from '../../keys/kept-keys.ts'
import { voucherOf } from '../../keys/key-hash.ts'
import { inLanes } from '../../platform/in-lanes.ts'
import { bucketOf } from '../../store/bucket.ts'
import { grownLogStore } from '../../store/grown-logs.ts'
import { type IndexStep, indexObjects } from '../../store/index-objects.ts'
import { type IndexHeadRow, indexCheckpointStore, indexHeadStore } from '../../store/index-store.ts'
import { publishTiles } from '../../store/publish-tiles.ts'
import { signingKeyStore } from '../../store/signing-key-store.ts'
import type { IndexTree } from './index-signer.ts'
import { nextHeads } from './next-heads.ts'
import {
  entriesOfIndex,
  growTree,
  type IndexAccess,
  IndexDivergedError,
  indexFilesOf,
  storedIndex,
} from './open-index.ts'

/** The most steps that one call takes over from R2: after a restore of the database there may be many more. */
const stepCountMax = 50

/**
 * Appends the heads of grown logs to the index log, publishes it, and gives its newest tree.
 *
 * Each step is stored once in R2, under the size from which it goes on; then its heads, under the names of their logs;
 * then the step is published; last it goes into the database. So neither the index nor a log in it can be forked,
 * whatever the database says: a step that only R2 has is taken over unchanged, and a head continues the newest head of
 * its log in R2. Throws `IndexDivergedError` if stored data differ from what was signed.
 */
export async function appendHeads(access: IndexAccess): Promise<IndexTree> {
  let tree = await storedIndex(access)
  for (let steps = 0; steps < stepCountMax; steps += 1) {
    const step = await objectsOf(access).find(tree.size)
    if (step === undefined) return (await appendGrown(access, tree)) ?? tree
    tree = await takeOver(access, tree, step)
  }
  return tree
}

const objectsOf = ({ env, signer }: IndexAccess) => indexObjects(bucketOf(env), signer.origin)

async function takeOver(access: IndexAccess, tree: IndexTree, step: IndexStep): Promise<IndexTree> {
  const next = await growTree(access, tree, linesOf(step))
  const signed = await access.signer.open(step.note)
  if (step.heads.length === 0 || signed?.size !== next.size || signed.root !== next.root)
    throw new IndexDivergedError(`The step from size ${tree.size} was signed for another log`)
  return store(access, { tree, next, step })
}

async function appendGrown(access: IndexAccess, tree: IndexTree): Promise<IndexTree | undefined> {
  const { db, isolate, signer } = access
  const { heads, known } = await nextHeads(access)
  if (known.length > 0) await grownLogStore(db).markIndexed(known, isolate.now())
  if (heads.length === 0) return undefined
  const next = await growTree(access, tree, linesOf({ heads }))
  await keepKeys(
    access,
    signer.keys.map(({ publicKey }) => publicKey),
  )
  const step = { note: await signer.sign(next), heads }
  // Another isolate has stored this step: the next call takes it over, and appends the heads that it lacks.
  if (!(await objectsOf(access).put(tree.size, step))) return undefined
  return store(access, { tree, next, step })
}

const linesOf = ({ heads }: Pick<IndexStep, 'heads'>): readonly string[] => heads.map(({ line }) => line)

interface SignedStep {
  readonly tree: IndexTree
  readonly next: IndexTree
  readonly step: IndexStep
}

/**
 * Stores and publishes the tree of a step. May be repeated after any failure, and called by several isolates at once.
 */
async function store(access: IndexAccess, { tree, next, step }: SignedStep): Promise<IndexTree> {
  const { db, isolate, env, signer } = access
  const rows = rowsOf(tree, step)
  await inLanes(rows, ({ log, size, position: entry, line }) =>
    objectsOf(access).putHead({ log, size }, { entry, line }),
  )
  await publish(access, { tree, next, step })
  const now = isolate.now()
  await db.batch([
    ...indexHeadStore(db).putFrom(tree.size, rows),
    grownLogStore(db).markIndexed(rows, now),
    indexCheckpointStore(db).put({ ...next, note: step.note, timeStamp: null, state: 'signed', createdAt: now }),
    indexCheckpointStore(db).removeAbove(next.size),
    ...signer.keys.map(({ publicKey: bytes }) => {
      const publicKey = toBase64(bytes)
      const use = { publicKey, voucher: voucherOf(env, publicKey), isConfigured: true, first: now, last: now }
      return signingKeyStore(db).remember(use, now)
    }),
  ])
  return next
}

function rowsOf(tree: IndexTree, { heads }: IndexStep): readonly (IndexHeadRow & { readonly log: string })[] {
  return heads.map(({ tenantId, line }, at) => {
    const head = parseHead(line)
    if (!head.ok) throw new IndexDivergedError(`The entry ${tree.size + at} of the index: ${head.detail}`)
    return { tenantId, size: head.value.size, position: tree.size + at, line, log: head.value.log }
  })
}

async function publish(access: IndexAccess, { tree, next, step }: SignedStep): Promise<void> {
  const source = {
    async *entries(from: number, to: number) {
      yield* entriesOfIndex(access, tree, { from, to: Math.min(to, tree.size) })
      const lines = linesOf(step).slice(Math.max(0, from - tree.size), to - tree.size)
      for (const line of lines) yield utf8(line)
    },
    headFrom: async () => undefined,
  }
  await publishTiles(indexFilesOf(access), source, { ...next, note: step.note })
}

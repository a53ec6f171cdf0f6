import { env } from 'cloudflare:workers'
import { toHex, utf8 } from '@tallystick/engine/base'
import { createFrontier, leafHash, verifyConsistency } from '@tallystick/engine/merkle'
import { describe, expect, it } from 'vitest'
import { createProofCollector } from '../../../../engine/merkle/proof-collector.ts'
import { sha256 } from '../../../../functions/service/platform/hasher.ts'
import type { RunRecord } from '../../../../schema/run.ts'
import { inForms, sizeOf } from '../../../support/forms.ts'
import { createTestApp } from '../../../support/worker/client.ts'
import { distantDatabase } from '../../../support/worker/distant-database.ts'
import { faultyDatabase } from '../../../support/worker/faulty-database.ts'
import { isSignedBy, readNote } from '../../../support/worker/notes.ts'
import { makeRun } from '../../../support/worker/runs.ts'

/** May take over 8 seconds: runs of one tenant are sealed one after the other, some of them over a slow connection. */
const runs = { short: 4, long: 50 }
const runCount = sizeOf(runs)
const pairCount = (runCount * (runCount - 1)) / 2

const times = <Value>(count: number, make: () => Promise<Value>): Promise<Value[]> =>
  Promise.all(Array.from({ length: count }, make))

/** Two isolates that know nothing of each other, for one tenant. */
async function twoIsolates(databases: readonly [D1Database, D1Database] = [env.DB, env.DB]) {
  const [one, other] = databases.map((DB) => createTestApp({ ...stopped, env: { DB } }))
  if (one === undefined || other === undefined) throw new Error('There are two')
  const { secret, tenantId } = await one.newTenant()
  const headers = { 'X-API-Key': secret }
  return { tenantId, clients: [one.clientWith(headers), other.clientWith(headers)] as const }
}

/** Fails the test unless `runs` are all of the tenant's log: one chain, each with the checkpoint of its own tree. */
async function expectOneLog(tenantId: string, made: readonly RunRecord[]): Promise<void> {
  const inOrder = made.toSorted((a, b) => Number(a.sequence) - Number(b.sequence))
  expect(new Set(made.map(({ status }) => status))).toEqual(new Set(['completed']))
  expect(inOrder.map(({ sequence }) => sequence)).toEqual([...Array(runCount).keys()])

  const { results: receipts } = await env.DB.prepare(
    'SELECT run_id, line, checkpoint FROM receipts WHERE tenant_id = ? ORDER BY sequence',
  )
    .bind(tenantId)
    .all<{ run_id: string; line: string; checkpoint: string }>()
  expect(receipts.map(({ run_id, checkpoint }) => [run_id, checkpoint])).toEqual(
    inOrder.map(({ id, checkpoint }) => [id, checkpoint]),
  )
  const leaves = receipts.map(({ line }) => leafHash(sha256, utf8(line)))
  const previous = receipts.map(({ line }) => JSON.parse(line).previous)
  expect(previous).toEqual(['0'.repeat(64), ...leaves.slice(0, -1).map(toHex)])

  const unfinished = await env.DB.prepare("SELECT id FROM runs WHERE tenant_id = ? AND status <> 'completed'")
    .bind(tenantId)
    .all()
  expect(unfinished.results).toEqual([])
  await expectConsistent(leaves, inOrder)
}

/** Every checkpoint is of the tree that its sequence closes, and every pair of them is proven consistent. */
async function expectConsistent(leaves: readonly Uint8Array[], made: readonly RunRecord[]): Promise<void> {
  const notes = made.map(({ checkpoint }) => readNote(checkpoint))
  const frontier = createFrontier(sha256)
  const roots = leaves.map((leaf) => {
    frontier.append(leaf)
    return toHex(frontier.root())
  })
  expect(notes.map(({ size, root }) => [size, root])).toEqual(roots.map((root, index) => [index + 1, root]))
  // Tests of other files may have stored keys of their own.
  const keys = await env.DB.prepare('SELECT public_key AS publicKey FROM signing_keys').all<{ publicKey: string }>()
  const signerCountOf = async (note: (typeof notes)[number]): Promise<number> =>
    (await Promise.all(keys.results.map(({ publicKey }) => isSignedBy(note, publicKey)))).filter(Boolean).length
  expect(await Promise.all(notes.map(signerCountOf))).toEqual(notes.map(() => 1))
  let provenCount = 0
  for (const to of notes) {
    const earlier = notes.slice(0, to.size - 1)
    const collector = createProofCollector(sha256)
    for (const leaf of leaves.slice(0, to.size)) {
      collector.proveBeginning()
      collector.append(leaf)
    }
    const { consistency } = collector.finish()
    for (const from of earlier) {
      const proof = consistency.get(from.size) ?? { from: 0, to: 0, hashes: [] }
      if (verifyConsistency(sha256, { fromRoot: from.root, toRoot: to.root, proof })) provenCount += 1
    }
  }
  expect(provenCount).toBe(pairCount)
}

/** The lease of a run is long over before the last of them is sealed on a busy machine, if time goes by. */
const stopped = { now: () => Date.UTC(2026, 2, 1) }

describe(inForms('runs of one tenant that finish at once', runs), () => {
  it('are one log, through one isolate', async () => {
    const { client, tenantId } = await createTestApp(stopped).newTenant()
    await expectOneLog(tenantId, await times(runCount, () => makeRun(client)))
  })

  it('are one log, through two isolates', async () => {
    const { clients, tenantId } = await twoIsolates()
    const made = await Promise.all(clients.map((client) => times(runCount / 2, () => makeRun(client))))
    await expectOneLog(tenantId, made.flat())
  })

  it('are one log, through an isolate each, all of them far from the database', async () => {
    const { tenantId, secret } = await createTestApp(stopped).newTenant()
    const made = await times(runCount, () => {
      const app = createTestApp({ ...stopped, env: { DB: distantDatabase(env.DB, 30) } })
      return makeRun(app.clientWith({ 'X-API-Key': secret }))
    })
    await expectOneLog(tenantId, made)
  })

  it('are one log when acknowledgements of seals are lost', async () => {
    const lossy = () => faultyDatabase(env.DB, [{ matches: /update "tenant_logs"/i, when: 'after', times: 8 }])
    const { clients, tenantId } = await twoIsolates([lossy(), lossy()])
    const made = await Promise.all(clients.map((client) => times(runCount / 2, () => makeRun(client))))
    await expectOneLog(tenantId, made.flat())
  })
})

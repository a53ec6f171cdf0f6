import { describe, expect, it } from 'vitest'
import type { Lineage } from '../../../../engine/explain/lineage-answer.ts'
import type { Receipt } from '../../../../engine/log/receipt.ts'
import { chainCheckNames } from '../../../../engine/verify/verify-proof-chain.ts'
import { verifySignature } from '../../../../functions/audit/base/verify-signature.ts'
import { openPack } from '../../../../functions/audit/verify/pack-file.ts'
import { verifyPack } from '../../../../functions/audit/verify/verify-pack.ts'
import { sha256 } from '../../../../functions/service/platform/hasher.ts'
import type { ResultResponse } from '../../../../schema/result.ts'
import type { RunRecord } from '../../../../schema/run.ts'
import { type Client, createTestApp } from '../../../support/worker/client.ts'
import { smallLimits } from '../../../support/worker/large-runs.ts'
import { begun, datasetOf, decided, itemsOf, march, marchWithItems, ran } from '../../../support/worker/periods.ts'
import { problemOf } from '../../../support/worker/readers.ts'

const rules = [{ id: 'same', match: [{ field: 'amount' }, { field: 'date' }] }]

async function read<Value>(client: Client, path: string): Promise<Value> {
  const answer = await client.get(path)
  expect(answer.status, await answer.clone().text()).toBe(200)
  return answer.json()
}

async function add(client: Client, path: string, side: 'source' | 'target', lines: readonly string[]): Promise<string> {
  const datasetId = await datasetOf(client, side === 'source' ? 'bank:main' : 'ledger', lines)
  const answer = await client.post(`${path}/datasets`, { datasetId, side })
  expect(answer.status, await answer.clone().text()).toBe(201)
  return datasetId
}

async function scene() {
  const { client, path, reconciliation, ...others } = await marchWithItems({ rules })
  const datasetId = await add(client, path, 'source', [
    's1,2026-03-02,10.00',
    's2,2026-03-03,4.00',
    's3,2026-04-02,7.00',
  ])
  await add(client, path, 'target', ['t1,2026-03-02,10.00', 't2,2026-02-27,20.50'])
  const states = async (of = path) =>
    Object.fromEntries((await itemsOf(client, of)).data.map(({ name, state }) => [name.id, state]))
  return { client, path, reconciliation, ...others, datasetId, states }
}

const links = chainCheckNames.map((name) => [name, 'holds'])

/** The checks of a pack, but those of its anchor. */
async function verified(blob: Blob) {
  const pack = await openPack(blob)
  if (!pack.ok) throw new Error(pack.faults.join())
  const trust = {
    keys: [],
    trustsOwnKeys: true,
    anchoring: { policy: undefined, certificates: [] },
    replay: 'where possible',
  } as const
  const { lines } = await verifyPack({ sha256, verifySignature, now: () => Date.now() }, pack.value, trust)
  return lines.filter(({ name }) => links.some(([link]) => link === name) || name === 'replay')
}

/** A run of March that matches s2 with d by hand, and a comment on b. */
async function decidedScene() {
  const made = await scene()
  const { client, path } = made
  const first = await ran(client, path)
  const { data, revision } = await itemsOf(client, path)
  const named = (id: string) => data.filter(({ name }) => name.id === id).map(({ name }) => name)
  const match = { kind: 'match', items: [...named('s2'), ...named('d')] }
  const comment = { kind: 'comment', items: named('b'), note: 'Ask' }
  expect((await decided(client, path, [match, comment], revision)).status).toBe(201)
  const before = await made.states()
  return { ...made, first, before, run: await ran(client, path) }
}

describe('a run of a period', () => {
  it('matches opening items and datasets, and leaves out what is of a later period', async () => {
    const { client, path, period, states, datasetId } = await scene()
    const run = await ran(client, path)
    expect(run).toMatchObject({ name: 'Main 2026-03', status: 'completed', replayOf: null })
    expect(run.period).toMatchObject({ id: period.id, revision: 3, instructions: null })
    expect(run.source).toMatchObject({ datasetId: null, recordCount: 4, totals: { EUR: '31.5' } })
    expect(run.source.parts).toMatchObject([
      { kind: 'opening', count: 2, lineCount: 2, datasetId: null },
      { kind: 'dataset', count: 2, lineCount: 3, datasetId },
    ])
    expect(run.target.parts?.map(({ kind, count }) => [kind, count])).toEqual([
      ['opening', 2],
      ['dataset', 2],
    ])
    // s1 and t1 matched within the period; the opening item a is settled by t2.
    const expected = { a: 'cleared', b: 'undecided', c: 'undecided', d: 'undecided' }
    expect(await states()).toEqual({ ...expected, s2: 'undecided', s3: 'later', t2: 'cleared' })
    expect((await itemsOf(client, path)).revision).toBe(4)
    expect(await read(client, path)).toMatchObject({ runId: run.id, revision: 4 })
  })

  it('is listed, read and sealed as every run is, by a receipt that names the period and its instructions', async () => {
    const { client, period, run, first } = await decidedScene()
    expect(await read(client, run.links.self)).toEqual(run)
    const { data } = await read<{ data: readonly RunRecord[] }>(client, '/api/v1/runs?adapter=bank:main')
    expect(data.map(({ id }) => id)).toEqual([run.id, first.id])
    expect(data[0]?.period).toEqual(run.period)
    const { receipt } = await read<{ receipt: Receipt }>(client, run.links.evidence)
    expect(receipt).toMatchObject({
      ...{ kind: 'tallystick/receipt@3', run: run.id, sequence: 2, period: period.id, result: run.resultRoot },
      ...{ instructions: run.period?.instructions?.root, source: run.source.root, target: run.target.root },
    })
  })

  it('says of an open item why no rule matched it, by which items are filtered', async () => {
    const { client, path } = await marchWithItems({ rules })
    const fees = ['s4,2026-03-09,1.00', 's5,2026-03-10,2.00', 's6,2026-03-11,3.00']
    await add(client, path, 'source', [...fees, 's1,2026-03-02,10.00'])
    await add(client, path, 'target', ['t1,2026-03-02,10.00', 't9,2026-03-02,11.00'])
    await ran(client, path)
    const { data } = await itemsOf(client, path, '?side=source')
    expect(Object.fromEntries(data.map(({ name, reason, cause }) => [name.id, cause?.kind ?? reason]))).toEqual({
      ...{ a: 'missing_in_target', b: 'missing_in_target' },
      ...{ s4: 'after_other', s5: 'after_other', s6: 'after_other' },
    })
    const ids = async (query: string) => (await itemsOf(client, path, query)).data.map(({ name }) => name.id)
    expect(await ids('?cause=after_other')).toEqual(['s4', 's5', 's6'])
    expect(await ids('?reason=missing_in_source')).toEqual(['c', 'd', 't9'])
    const refused = await client.get(`${path}/items?reason=bad`)
    expect((await problemOf(refused)).errors?.map(({ pointer }) => pointer)).toEqual(['/reason'])
  })

  it('gives the same lines again, as its second run does', async () => {
    const { client, path } = await scene()
    const [first, second] = [await ran(client, path), await ran(client, path)]
    expect(second.resultRoot).toBe(first.resultRoot)
    expect(second.period?.openingRoot).toBe(first.period?.openingRoot)
    expect(second.id).not.toBe(first.id)
  })

  it('obeys the decisions made before it, and shows those made since', async () => {
    const { before, run, states } = await decidedScene()
    expect(before).toMatchObject({ s2: 'matched', d: 'matched', 'd~1': 'undecided' })
    expect(run.period?.instructions?.count).toBe(1)
    expect(await states()).toEqual(before)
  })

  it('hands its open items on, and reads what a dataset has for the next period', async () => {
    const { client, path, reconciliation, states } = await scene()
    const next = (await begun(client, reconciliation)).links.self
    expect((await problemOf(await client.post(`${next}/runs`))).code).toBe('period_not_run')
    await ran(client, path)
    const run = await ran(client, next)
    // The dataset reaches on with s3; s1 and s2 were counted in March.
    expect(run.source).toMatchObject({ recordCount: 3, parts: [{ count: 2 }, { count: 1, lineCount: 3 }] })
    expect(await states(next)).toMatchObject({ b: 'undecided', s2: 'undecided', s3: 'undecided' })
  })

  it('is of one of two runs at the same time, of which the period has one', async () => {
    const { client, path } = await scene()
    const runs = await Promise.all([1, 2].map(() => ran(client, path)))
    const { runId } = await read<{ runId: string }>(client, path)
    expect(runs.map(({ id }) => id)).toContain(runId)
  })

  it('is made once under an idempotency key', async () => {
    const { client, path } = await scene()
    const answers = [1, 2].map(() => client.post(`${path}/runs`, undefined, { 'Idempotency-Key': 'march' }))
    const [first, second] = await Promise.all((await Promise.all(answers)).map((answer) => answer.text()))
    const again = await client.post(`${path}/runs`, undefined, { 'Idempotency-Key': 'march' })
    expect(again.headers.get('Idempotent-Replayed')).toBe('true')
    expect([first, second]).toContain(await again.text())
    const { data } = await read<{ data: readonly RunRecord[] }>(client, '/api/v1/runs')
    expect(data.length).toBe(1)
  })

  it.each([
    ['the hosting plan', (max: number) => ({ env: { RUN_RECORDS_MAX: String(max) } })],
    ['a period', (max: number) => ({ runLimits: { ...smallLimits, periodRecordCountMax: max } })],
  ])('takes no more records than %s does, opening items counted', async (_, optionsOf) => {
    const { secret, path } = await scene()
    const limited = (max: number) => createTestApp(optionsOf(max)).clientWith({ 'X-API-Key': secret })
    expect((await problemOf(await limited(8).post(`${path}/runs`))).code).toBe('run_too_large')
    const run = await ran(limited(9), path)
    const all = await limited(9).get(`${run.links.results}?include=records`, { Accept: 'application/x-ndjson' })
    expect(await all.text()).toContain('"id":"s1"')
  })

  it('is made within its request, whatever that prefers, and by rules that a request has the steps for', async () => {
    const near = [{ id: 'near', match: [{ field: 'amount' }, { field: 'date', days: 9 }] }]
    const { client, secret, path } = await marchWithItems({ rules: near })
    const lines = (side: string) =>
      Array.from({ length: 40 }, (_, row) => `${side}${row},2026-03-${10 + (row % 9)},5.00`)
    await add(client, path, 'source', lines('s'))
    await add(client, path, 'target', lines('t'))
    const runLimits = { ...smallLimits, inlineRecordCountMax: 1_000, inlineStepCountMax: 1 }
    const limited = createTestApp({ runLimits }).clientWith({ 'X-API-Key': secret })
    expect((await problemOf(await limited.post(`${path}/runs`))).code).toBe('work_limit')
    expect(await read(client, path)).toMatchObject({ runId: null })
    const answer = await client.post(`${path}/runs`, undefined, { Prefer: 'respond-async' })
    expect(answer.status, await answer.clone().text()).toBe(201)
  })

  it('reads more datasets than a statement of D1 takes parameters for', async () => {
    const { client, period } = await march({ rules })
    const path = period.links.self
    for (let day = 0; day < 34; day += 1)
      await add(client, path, 'source', [`d${day},2026-03-${10 + (day % 20)},${day + 1}.00`])
    const run = await ran(client, path)
    expect(run.source.parts).toHaveLength(35)
    expect((await itemsOf(client, path, '?limit=100')).data).toHaveLength(34)
  })

  it('of a period without records has none', async () => {
    const { client, period } = await march()
    const { source } = await ran(client, period.links.self)
    expect(source).toMatchObject({ recordCount: 0, parts: [{ kind: 'opening' }] })
    expect((await itemsOf(client, period.links.self)).data).toEqual([])
  })

  it('cannot be deleted, unlike its replays', async () => {
    const { client, run } = await decidedScene()
    const { code } = await problemOf(await client.delete(run.links.self))
    expect(code).toBe('period_holds')
    const answer = await client.post(run.links.replay)
    const replayed = await answer.json<{ run: RunRecord; replay: { identical: boolean } }>()
    expect(replayed.replay).toMatchObject({ identical: true, actual: run.resultRoot })
    expect(replayed.run).toMatchObject({ replayOf: run.id, period: run.period })
    expect((await client.delete(replayed.run.links.self)).status).toBe(204)
  })

  it('counts the bytes of what it read beside datasets as stored', async () => {
    const { app, client, tenantId, path } = await scene()
    const stored = async () => (await read<{ storage: { usedBytes: number } }>(client, '/api/v1/usage')).storage
    const before = await stored()
    await ran(client, path)
    const sql = 'SELECT sum(length(text)) AS bytes FROM close_lines WHERE tenant_id = ?'
    const row = await app.env.DB.prepare(sql).bind(tenantId).first<{ bytes: number }>()
    expect((await stored()).usedBytes - before.usedBytes).toBeGreaterThan(Number(row?.bytes) / 2)
  })

  it('shows matches by hand without a confidence, and what they leave as a record', async () => {
    const { client, run } = await decidedScene()
    const { matches, total_matches } = await read<ResultResponse>(client, `${run.links.results}?include=records`)
    expect(total_matches).toBe(3)
    const byHand = matches.find(({ decision }) => decision !== undefined)
    expect(byHand).toMatchObject({
      ...{ source_transaction_id: 's2', target_transaction_id: 'd', rule_id: 'decision', evidence: [] },
      residual: { side: 'target', transaction_id: 'd~1', amount: '16' },
      records: [
        { side: 'source', id: 's2', amount: '4' },
        { side: 'target', id: 'd', amount: '20' },
      ],
    })
    expect(byHand).not.toHaveProperty('confidence')
    const { breaks } = await read<ResultResponse>(client, `${run.links.results}?view=breaks&include=records`)
    const records = breaks.flatMap((each) => each.records ?? [])
    expect(records).toContainEqual(expect.objectContaining({ id: 'd~1', residual_of: 'd', amount: '16' }))
    const csv = await (await client.get(run.links.results, { Accept: 'text/csv' })).text()
    expect(csv).toContain('matched by hand, by the decision dcn_')
  })

  it('holds in every check, by the service and from its pack', async () => {
    const { client, run } = await decidedScene()
    const report = await read<{ verified: boolean }>(client, `${run.links.self}/trust-explorer/verifyProofChain`)
    expect(report, JSON.stringify(report)).toMatchObject({ verified: true })
    const pack = await client.get(`${run.links.evidence}?format=zip`)
    expect(pack.status, await pack.clone().text()).toBe(200)
    // The match by hand is of a record of the opening.
    const byHand = await verified(await pack.blob())
    expect(byHand.map(({ name, verdict }) => [name, verdict])).toEqual([...links, ['replay', 'not covered']])
    const { client: other, path } = await scene()
    const plain = await ran(other, path)
    const checks = await verified(await (await other.get(`${plain.links.evidence}?format=zip`)).blob())
    expect(checks.map(({ name, verdict }) => [name, verdict])).toEqual([...links, ['replay', 'holds']])
  })

  it('is explained with its parts and decisions: as a graph, from its lines, and by its rules', async () => {
    const { client, run } = await decidedScene()
    const explorer = `${run.links.self}/trust-explorer`
    const { nodes } = await read<{ nodes: readonly { id: string }[] }>(client, `${explorer}/getExecutionGraph`)
    const ids = nodes.map(({ id }) => id)
    expect(ids).toEqual(expect.arrayContaining(['instructions', 'decisions', 'claims:decisions', 'part:source:2']))
    const impact = await read<{ rules: readonly { fromRun: { matches: number } }[] }>(
      client,
      `${explorer}/findPolicyImpact`,
    )
    expect(impact.rules.map(({ fromRun }) => fromRun.matches)).toEqual([2])
    const { matches } = await read<ResultResponse>(client, run.links.results)
    const byHand = matches.find(({ decision }) => decision !== undefined)
    const traced = await read<Lineage>(client, `${explorer}/traceArtifactLineage?artifact=${byHand?.id}`)
    expect(traced.backward.records.map(({ id }) => id)).toEqual(['s2', 'd'])
    expect(traced.backward).not.toHaveProperty('rule')
    expect(traced.backward.evidence).toMatchObject({ decision: byHand?.decision })
    const residual = await read<Lineage>(client, `${explorer}/traceArtifactLineage?artifact=target:d~1`)
    expect(residual.artifact.kind).toBe('residual')
    const proof = await client.get(`${run.links.evidence}?matchId=${byHand?.id}`)
    expect(proof.status, await proof.clone().text()).toBe(200)
  })
})

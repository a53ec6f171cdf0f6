import { env } from 'cloudflare:workers'
import { engineVersion } from '@tallystick/engine/base'
import type { Lineage } from '@tallystick/engine/explain'
import { describe, expect, it } from 'vitest'
import type { RunRecord } from '../../../../../schema/run.ts'
import { breakingDatabase } from '../../../../support/worker/broken-bindings.ts'
import { type Client, createTestApp } from '../../../../support/worker/client.ts'
import { expectRefusals, explore, explorerPath, itemsOf, runOf } from '../../../../support/worker/explorer.ts'
import { naive } from '../../../../support/worker/naive-proof.ts'
import { problemOf } from '../../../../support/worker/readers.ts'
import { demoRun, makeRun } from '../../../../support/worker/runs.ts'
import { rechunkDataset } from '../../../../support/worker/stored-rows.ts'
import { variedCase } from '../../../../support/worker/varied-case.ts'

const name = 'traceArtifactLineage'
const pathOf = (artifact: string) => `${name}?artifact=${encodeURIComponent(artifact)}`
type Answer = Omit<Lineage, 'faults'>
const trace = (client: Client, run: RunRecord, artifact: string) => explore<Answer>(client, run, pathOf(artifact))

/** A run over datasets of several chunks. */
async function variedRun() {
  const app = createTestApp()
  const tenant = await app.newTenant()
  const run = await runOf(tenant, variedCase)
  await rechunkDataset(run.source.datasetId ?? '', 3)
  await rechunkDataset(run.target.datasetId ?? '', 3)
  return { ...app, ...tenant, run }
}

let made: ReturnType<typeof variedRun> | undefined
/** One that tests only read: once for all of them. */
const shared = () => {
  made ??= variedRun()
  return made
}

const namesOf = ({ backward }: Answer): string[] => backward.records.map(({ side, id }) => `${side}:${id}`)

/** Checks by code of its own that the line of each record is at its place in the dataset of the run. */
async function expectProven(client: Client, run: RunRecord, { backward }: Answer): Promise<void> {
  for (const { side, datasetId, root, line, leafIndex, leafHash, bytes, inclusion } of backward.records) {
    expect([datasetId, root]).toEqual([run[side].datasetId, run[side].root])
    expect(naive.holdsLine(bytes, run[side].root, inclusion)).toBe(true)
    expect([naive.leafOf(bytes), inclusion.index, inclusion.size]).toEqual([leafHash, leafIndex, run[side].recordCount])
    const ndjson = await client.get(`/api/v1/datasets/${datasetId}/records`, { Accept: 'application/x-ndjson' })
    expect(new TextDecoder().decode(await ndjson.arrayBuffer()).split('\n')[line - 1]).toBe(bytes)
  }
}

const closed = ['wasDerivedFrom result', 'wasDerivedFrom receipt', 'wasDerivedFrom checkpoint']
const forwardOf = ({ forward }: Answer): string[] => forward.map(({ id, relation }) => `${relation} ${id}`)

describe('traceArtifactLineage', () => {
  it('leads from a match of several records to each of their lines, its rule and what that compared', async () => {
    const { client, run } = await shared()
    const match = (await itemsOf(client, run, 'matches')).find(({ rule_id }) => rule_id === 'payout')
    const answer = await trace(client, run, match?.id ?? '')
    expect(namesOf(answer)).toEqual(['source:s4', 'source:s5', 'target:t4'])
    await expectProven(client, run, answer)
    expect(answer.artifact).toMatchObject({ kind: 'match', hash: match?.deterministic_hash })
    expect(answer.backward).toMatchObject({ policy: run.policy.hash, engine: engineVersion, truncated: false })
    expect(answer.backward.rule).toEqual(run.rules.find(({ id }) => id === 'payout'))
    expect(answer.backward.evidence).toMatchObject({ sum: ['50.6', '50.6'], equal: { reference: 'PAY-1' } })
    expect(forwardOf(answer)).toEqual(closed)
  })

  it('leads from a break to its records and candidates', async () => {
    const { client, run } = await shared()
    for (const item of await itemsOf(client, run, 'breaks')) {
      const answer = await trace(client, run, item.id)
      expect(answer.artifact).toMatchObject({ kind: 'break', hash: item.deterministic_hash })
      const own = [
        ...item.source_transaction_ids.map((id) => `source:${id}`),
        ...item.target_transaction_ids.map((id) => `target:${id}`),
      ]
      expect(namesOf(answer)).toEqual(expect.arrayContaining(own))
      await expectProven(client, run, answer)
      expect(forwardOf(answer).slice(-3)).toEqual(closed)
    }
  })

  it.each([
    ['suggestions', 'suggestion', ['source:s3', 'target:t3']],
    ['excluded', 'excluded', ['source:s8']],
  ])('leads from what is in the view %s to its records', async (view, kind, names) => {
    const { client, run } = await shared()
    const page = await (await client.get(`${run.links.results}?view=${view}`)).json<Record<string, { id: string }[]>>()
    const answer = await trace(client, run, page[view]?.[0]?.id ?? '')
    expect([answer.artifact.kind, namesOf(answer)]).toEqual([kind, names])
    await expectProven(client, run, answer)
  })

  it.each(['source', 'target'] as const)(
    'leads from each record of the %s to all that was made of it',
    async (side) => {
      const { client, run } = await shared()
      const items = [...(await itemsOf(client, run, 'matches')), ...(await itemsOf(client, run, 'breaks'))]
      for (const [index, { id }] of variedCase[side].entries()) {
        const answer = await trace(client, run, `${side}:${id}`)
        expect(answer.artifact).toMatchObject({ kind: 'record', index, line: { id } })
        expect(namesOf(answer)).toEqual([`${side}:${id}`])
        await expectProven(client, run, answer)
        const made = answer.forward.filter(({ relation }) => relation === 'holds').map((each) => each.id)
        const own = items.filter((item) => JSON.stringify([item[`${side}_transaction_ids`], item]).includes(`"${id}"`))
        for (const each of made) expect(each).toMatch(/^(mat|sug|brk|exc)_/)
        expect(own.map((each) => each.id).filter((each) => /^mat/.test(each))).toEqual(
          made.filter((each) => /^mat/.test(each)),
        )
        expect(forwardOf(answer).slice(-3)).toEqual(closed)
      }
    },
  )

  it('leads from a dataset, the result and the receipt to what they are of, and on', async () => {
    const { client, run } = await shared()
    const evidence = await (await client.get(run.links.evidence)).json<{ receipt: object; receiptHash: string }>()
    const dataset = await trace(client, run, run.target.datasetId ?? '')
    expect(dataset.artifact).toMatchObject({ kind: 'dataset', hash: run.target.root })
    expect(forwardOf(dataset)).toEqual(closed)
    for (const id of ['result', run.resultRoot ?? '', `aud_${run.resultRoot?.slice(0, 26)}`]) {
      const result = await trace(client, run, id)
      expect(result.artifact).toMatchObject({ kind: 'result', hash: run.resultRoot })
      const { totals: _, ...source } = run.source
      const { totals: __, ...target } = run.target
      expect(result.backward.datasets).toEqual([
        { side: 'source', ...source },
        { side: 'target', ...target },
      ])
    }
    const receipt = await trace(client, run, 'receipt')
    expect(receipt.artifact).toMatchObject({ kind: 'receipt', hash: evidence.receiptHash, line: evidence.receipt })
    expect(receipt.forward).toMatchObject([{ kind: 'checkpoint', hash: naive.digestOf(run.checkpoint ?? '') }])
  })

  it('goes through built-in records', async () => {
    const { client } = await createTestApp().newTenant()
    const run = await makeRun(client)
    const [match] = await itemsOf(client, run, 'matches')
    const { backward } = await trace(client, run, match?.id ?? '')
    expect(backward.records.map(({ datasetId }) => datasetId)).toEqual(['demo-bank', 'demo-ledger'])
    for (const { bytes, root, inclusion } of backward.records)
      expect(naive.holdsLine(bytes, root, inclusion)).toBe(true)
  })

  it('shows no line of a dataset to a key that may not read datasets', async () => {
    const { client, run } = await shared()
    const made = await client.post('/api/v1/keys', { name: 'Auditor', scopes: ['evidence:read'] })
    const { secret } = await made.json<{ secret: string }>()
    const auditor = createTestApp().clientWith({ 'X-API-Key': secret })
    for (const artifact of ['source:s1', 'receipt']) {
      const [shown, hidden] = [await trace(client, run, artifact), await trace(auditor, run, artifact)]
      const isRecord = shown.artifact.kind === 'record'
      const { line: _, ...named } = shown.artifact
      expect(hidden).toEqual({
        ...shown,
        artifact: isRecord ? named : shown.artifact,
        backward: { ...shown.backward, records: shown.backward.records.map(({ bytes: _, ...place }) => place) },
      })
      expect(JSON.stringify(hidden)).not.toContain('INV-7')
    }
    const etagOf = async (each: Client) => (await each.get(explorerPath(run, pathOf('source:s1')))).headers.get('ETag')
    expect(await etagOf(client)).not.toBe(await etagOf(auditor))
  })

  it('never changes: 304 for who has it', async () => {
    const { client, run } = await shared()
    const path = explorerPath(run, pathOf('source:s1'))
    const { headers } = await client.get(path)
    expect(headers.get('Cache-Control')).toContain('immutable')
    expect((await client.get(path, { 'If-None-Match': headers.get('ETag') ?? '' })).status).toBe(304)
  })
})

describe('traceArtifactLineage of what there is not', () => {
  it.each([
    'mat_00000000000000000000000000',
    'brk_00000000000000000000000000',
    'source:t1',
    'source:',
    'sideways:s1',
    'dat_01kabcdefghjkmnpqrstvwxyz0',
    '0'.repeat(64),
    'checkpoints',
    "'; DROP TABLE runs; --",
  ])('finds nothing called %s', async (artifact) => {
    const { client, run } = await shared()
    const { code, detail } = await problemOf(client.get(explorerPath(run, pathOf(artifact))))
    expect(code).toBe('artifact_not_found')
    for (const form of ['mat_', 'source:<record id>', 'dataset', 'result', 'receipt', 'checkpoint'])
      expect(detail).toContain(form)
  })

  it('asks for an artifact', async () => {
    const { client, run } = await shared()
    for (const query of ['', '?artifact=', '?artifact=a&artifact=b'])
      expect((await problemOf(client.get(explorerPath(run, `${name}${query}`)))).code).toBe('invalid_query')
  })

  it('is refused before the run has ended, and answers like for no run when it is another tenant’s', async () => {
    const { run, ...app } = await shared()
    const stopped = createTestApp({ env: { DB: breakingDatabase(3) } }).clientWith({ 'X-API-Key': app.secret })
    const location = (await stopped.post('/api/v1/runs', demoRun)).headers.get('Location')
    const early = app.client.get(`${location}/trust-explorer/${pathOf('result')}`)
    expect((await problemOf(early)).code).toBe('run_not_finished')
    await expectRefusals(app, run, (client, id) => client.get(`/api/v1/runs/${id}/trust-explorer/${pathOf('result')}`))
  })

  it.each([
    ['a record', `UPDATE dataset_chunks SET text = replace(text, '"5000"', '"5001"') WHERE dataset_id = :source`],
    ['a line of the result', `UPDATE result_chunks SET text = replace(text, '"t2"', '"t9"') WHERE run_id = :run`],
    ['the receipt', `UPDATE receipts SET line = replace(line, 'engine', 'Engine') WHERE run_id = :run`],
  ])('says which stored bytes are not those that were sealed: %s', async (_, sql) => {
    const { client, run } = await variedRun()
    const named = sql.replace(':run', `'${run.id}'`).replace(':source', `'${run.source.datasetId}'`)
    expect((await env.DB.prepare(named).run()).meta.changes).toBeGreaterThan(0)
    const response = await client.get(explorerPath(run, pathOf('source:s1')))
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    const problem = await problemOf(response)
    expect(problem).toMatchObject({ code: 'records_altered', errors: [{ code: 'broken_link' }] })
    expect(problem.detail).toContain('verifyProofChain')
  })
})

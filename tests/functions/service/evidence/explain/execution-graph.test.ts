import { env } from 'cloudflare:workers'
import { canonicalize } from '@tallystick/engine/base'
import { formatGraphviz, formatMermaid } from '@tallystick/engine/explain'
import { describe, expect, it } from 'vitest'
import type { ExecutionGraph } from '../../../../../engine/explain/graph-builder.ts'
import { breakingDatabase } from '../../../../support/worker/broken-bindings.ts'
import { createTestApp } from '../../../../support/worker/client.ts'
import { sealedRun } from '../../../../support/worker/evidence.ts'
import { expectRefusals, explore, explorerPath } from '../../../../support/worker/explorer.ts'
import { naive } from '../../../../support/worker/naive-proof.ts'
import { runOfOtherEngine } from '../../../../support/worker/other-engine.ts'
import { problemOf } from '../../../../support/worker/readers.ts'
import { demoRun, makeRun } from '../../../../support/worker/runs.ts'

const name = 'getExecutionGraph'
let made: ReturnType<typeof sealedRun> | undefined
/** One that tests only read: once for all of them. */
const shared = () => {
  made ??= sealedRun()
  return made
}

const nodeOf = (graph: ExecutionGraph, id: string) => graph.nodes.find((node) => node.id === id)

/** Changes the row of a run behind the service’s back. */
const alter = (runId: string, set: string) => env.DB.prepare(`UPDATE runs SET ${set} WHERE id = ?`).bind(runId).run()

describe('getExecutionGraph', () => {
  it('has a hash that follows from its nodes and edges as they are answered', async () => {
    const { client, run } = await shared()
    const { graphHash, nodes, edges } = await explore<ExecutionGraph>(client, run, name)
    const text = canonicalize({ edges: edges.map((edge) => ({ ...edge })), nodes: JSON.parse(JSON.stringify(nodes)) })
    expect(naive.digestOf(text)).toBe(graphHash)
  })

  it('ends in the hashes that the evidence has', async () => {
    const { client, run } = await shared()
    const graph = await explore<ExecutionGraph>(client, run, name)
    const evidence = await (await client.get(run.links.evidence)).json<{ receiptHash: string; versionHash: string }>()
    const hashes = Object.fromEntries(graph.nodes.map(({ id, hash }) => [id, hash]))
    expect(hashes).toMatchObject({
      'dataset:source': run.source.root,
      'dataset:target': run.target.root,
      policy: run.policy.hash,
      result: run.resultRoot,
      receipt: evidence.receiptHash,
      checkpoint: naive.digestOf(run.checkpoint ?? ''),
      engine: evidence.versionHash,
    })
  })

  it('counts pass by pass what the summary of the run counts', async () => {
    const { client, run } = await shared()
    const graph = await explore<ExecutionGraph>(client, run, name)
    for (const [index, rule] of (run.summary?.rules ?? []).entries())
      expect(nodeOf(graph, `pass:${index + 1}:${rule.id}`)?.counts).toMatchObject({
        matches: rule.matches,
        ambiguous: rule.ambiguous,
        leftSource: rule.leftSource,
        leftTarget: rule.leftTarget,
      })
    expect(nodeOf(graph, 'breaks')?.counts).toEqual(run.summary?.breaks)
  })

  it('is drawn for Graphviz and for Mermaid', async () => {
    const { client, run } = await shared()
    const draw = async (type: string) => {
      const response = await client.get(explorerPath(run, name), { Accept: type })
      expect(response.headers.get('Content-Type')).toBe(`${type}; charset=utf-8`)
      return response.text()
    }
    const graph = await explore<ExecutionGraph>(client, run, name)
    expect(await draw('text/vnd.graphviz')).toBe(formatGraphviz(graph))
    expect(await draw('text/vnd.mermaid')).toBe(formatMermaid(graph))
  })

  it('names the built-in policy of a run that had no rules', async () => {
    const { client } = await createTestApp().newTenant()
    const graph = await explore<ExecutionGraph>(client, await makeRun(client), name)
    expect(nodeOf(graph, 'policy')?.label).toBe('Policy default@2')
  })

  it('never changes: it has an ETag of its own in each form, and nothing is computed for who has it', async () => {
    const { client, run, recorder } = await shared()
    const path = explorerPath(run, name)
    const etags = new Set<string>()
    for (const type of ['application/json', 'text/vnd.graphviz', 'text/vnd.mermaid']) {
      const first = await client.get(path, { Accept: type })
      const etag = first.headers.get('ETag') ?? ''
      expect(first.headers.get('Cache-Control')).toBe('private, max-age=31536000, immutable')
      etags.add(etag)
      recorder.reset()
      expect((await client.get(path, { Accept: type, 'If-None-Match': etag })).status).toBe(304)
      expect(recorder.roundTrips).toBe(1)
    }
    expect(etags.size).toBe(3)
  })
})

describe('getExecutionGraph of a run that it cannot be made of', () => {
  it('answers like for no run when it is another tenant’s', async () => {
    const { run, ...app } = await shared()
    await expectRefusals(app, run, (client, id) => client.get(`/api/v1/runs/${id}/trust-explorer/${name}`))
  })

  it('is refused before the run has ended', async () => {
    const app = createTestApp()
    const { secret, client } = await app.newTenant()
    const stopped = createTestApp({ env: { DB: breakingDatabase(3) } }).clientWith({ 'X-API-Key': secret })
    const location = (await stopped.post('/api/v1/runs', demoRun)).headers.get('Location')
    expect((await problemOf(client.get(`${location}/trust-explorer/${name}`))).code).toBe('run_not_finished')
  })

  it.each([
    ['a changed record', `UPDATE dataset_chunks SET text = replace(text, 'INV-7', 'INV-1') WHERE dataset_id = :source`],
    ['a changed rule', `UPDATE runs SET rules = replace(rules, '"days":2', '"days":0') WHERE id = :run`],
    ['rules that are none', `UPDATE runs SET rules = '[{}]' WHERE id = :run`],
    ['another result root', `UPDATE runs SET result_root = policy_hash WHERE id = :run`],
    ['a changed receipt', `UPDATE receipts SET line = replace(line, 'engine', 'Engine') WHERE run_id = :run`],
  ])('says that the stored bytes are not those that were sealed, and nothing else: %s', async (_, sql) => {
    const { client, run } = await sealedRun()
    const named = sql.replace(':run', `'${run.id}'`).replace(':source', `'${run.source.datasetId}'`)
    expect((await env.DB.prepare(named).run()).meta.changes).toBeGreaterThan(0)
    const response = await client.get(explorerPath(run, name))
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    const problem = await problemOf(response)
    expect([problem.code, problem.detail]).toEqual([
      'records_altered',
      'What is stored of this run is not what it was sealed with; verifyProofChain says which link is broken.',
    ])
  })

  it('names the command that does it offline when there are more records than are gone through here', async () => {
    const { client, run } = await sealedRun()
    await alter(run.id, "source = json_set(source, '$.recordCount', 50000)")
    expect(await problemOf(client.get(explorerPath(run, name)))).toMatchObject({
      code: 'run_too_large',
      detail:
        'Got 50003 records, at most 50000 are gone through in one request. Its evidence pack tells the same offline: npx tallystick explain pack.zip --graph',
    })
  })

  it('names it as well when the run was made by another version of the engine', async () => {
    const { client, run } = await runOfOtherEngine()
    const problem = await problemOf(client.get(explorerPath(run, name)))
    expect(problem.code).toBe('run_not_replayable')
    expect(problem.detail).toContain('npx tallystick explain pack.zip --graph')
  })
})

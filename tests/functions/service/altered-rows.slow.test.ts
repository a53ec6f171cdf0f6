import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { isProblemCode } from '../../../schema/problem-table.ts'
import type { ResultResponse } from '../../../schema/result.ts'
import type { RunRecord } from '../../../schema/run.ts'
import { inForms, sizeOf } from '../../support/forms.ts'
import type { Client } from '../../support/worker/client.ts'
import { sealedRun } from '../../support/worker/evidence.ts'

/**
 * Every column of every table that a run stands on, set to values that the service never stores, and every route that
 * reads: what comes is an answer or a problem by name, never a 500. Takes over 8 seconds: it is thousands of requests.
 */

/** As SQL. A column refuses what its type or a check forbids; such a case is left out. */
const values = ["''", "'x'", "'{'", "'null'", "'[]'", "'{}'", 'NULL', '-1', '9007199254740991', '9223372036854775807']
const valueCounts = { short: 1, long: values.length }
/** The short form asks for every 60th path: all of them in turn, over the columns. */
const stride = sizeOf({ short: 60, long: 1 })

/** Rows by table, as a condition on them. */
const tables = (run: RunRecord): readonly (readonly [table: string, where: string])[] => [
  ['runs', `id = '${run.id}'`],
  ['receipts', `run_id = '${run.id}'`],
  ['tenant_logs', '1'],
  ['datasets', `id = '${run.source.datasetId}'`],
  ['dataset_chunks', `dataset_id = '${run.source.datasetId}'`],
  ['policy_parts', '1'],
  ...['header', 'matches', 'breaks', 'totals'].map(
    (view) => ['result_chunks', `run_id = '${run.id}' AND view = '${view}'`] as const,
  ),
]

const columnsOf = async (table: string): Promise<readonly string[]> =>
  (await env.DB.prepare(`SELECT name FROM pragma_table_info('${table}')`).all<{ name: string }>()).results.map(
    ({ name }) => name,
  )

/** Every path that reads something of the run. */
async function pathsOf(client: Client, run: RunRecord) {
  const { self, results, evidence, policy } = run.links
  const { matches } = await (await client.get(results)).json<ResultResponse>()
  const match = matches[0]?.id
  const explorer = `${self}/trust-explorer`
  const dataset = `/api/v1/datasets/${run.source.datasetId}`
  const json = [
    ...['/api/v1/runs', '/api/v1/runs?lost=true', '/api/v1/datasets', self, policy, evidence, results, dataset],
    ...['breaks', 'excluded', 'suggestions'].map((view) => `${results}?view=${view}`),
    ...[`${results}?confidence=exact`, `${results}?view=breaks&rule=near`],
    ...[`${evidence}?leaf=1`, `${evidence}?matchId=${match}`, `${evidence}?format=zip`],
    ...['verifyProofChain', 'getExecutionGraph', 'findPolicyImpact'].map((name) => `${explorer}/${name}`),
    ...['result', 'source:s1', match].map((artifact) => `${explorer}/traceArtifactLineage?artifact=${artifact}`),
    ...[`${dataset}/records`, `${dataset}/records?id=s1`],
    ...['/api/v1/log/verify', '/api/v1/log/checkpoint', '/api/v1/log/consistency?from=1&to=2'],
  ].map((path) => [path, 'application/json'] as const)
  const others = [results, `${dataset}/records`].flatMap((path) =>
    ['text/csv', 'application/x-ndjson'].map((type) => [path, type] as const),
  )
  return [...json.map(([path]) => [path, '*/*'] as const), ...others, [evidence, 'text/plain'] as const]
}

async function createVictim() {
  const { client, tenantId, run } = await sealedRun({ tables: { customers: { ACME: '1' } } })
  return { client, tenantId, run, paths: await pathsOf(client, run) }
}

/** Looks at every `stride`th path, from the one that is its turn. Gives what failed. */
async function look(
  { client, run, paths }: Awaited<ReturnType<typeof createVictim>>,
  turn: number,
): Promise<readonly string[]> {
  const failures: string[] = []
  const note = async (what: string, answer: Promise<Response>) => {
    // A body that was begun breaks off where what is stored cannot be read: for the client, too, which checks it.
    const response = await answer.catch(({ message }: Error) =>
      Response.json(message, { status: isProblemCode(message) ? 200 : 599 }),
    )
    const bytes = await response.arrayBuffer().catch(() => new ArrayBuffer())
    const text = new TextDecoder().decode(bytes)
    const isNamed = response.status < 500 || text.includes('"code":"log_diverged"')
    if (!isNamed) failures.push(`${what} ${response.status} ${text.slice(0, 200)}`)
  }
  const asked = paths.filter((_, index) => index % stride === turn % stride)
  for (const [path, type] of asked) await note(`${path} ${type}`, client.get(path, { Accept: type }))
  if (turn % stride === 0) await note('replay', client.post(run.links.replay))
  return failures
}

describe(inForms('rows that were changed behind the service’s back, values a column', valueCounts), () => {
  it('are never a 500', async () => {
    const victim = await createVictim()
    for (let turn = 0; turn < stride; turn += 1) expect(await look(victim, turn)).toEqual([])
    const failures: string[] = []
    let turn = 0
    for (const [table, where] of tables(victim.run)) {
      const condition = `tenant_id = '${victim.tenantId}' AND ${where}`
      const row = await env.DB.prepare(`SELECT rowid AS rowid FROM ${table} WHERE ${condition}`).first<{
        rowid: number
      }>()
      if (row === null) throw new Error(`The victim has no row in ${table} with ${where}`)
      for (const column of await columnsOf(table)) {
        const chosen = Array.from({ length: sizeOf(valueCounts) }, (_, index) => values[(turn + index) % values.length])
        turn += sizeOf(valueCounts)
        for (const value of chosen) {
          const faults = await whileSet(
            `${table} SET ${column}`,
            `rowid = ${row.rowid}`,
            { value, column, table },
            () => look(victim, turn),
          )
          failures.push(...faults.map((fault) => `${table}.${column} = ${value} (${where}): ${fault}`))
        }
      }
    }
    expect(failures).toEqual([])
  })
})

describe('a list with a row that was changed', () => {
  it('names that row, and shows the others', async () => {
    const { client, run } = await sealedRun()
    await env.DB.prepare("UPDATE runs SET summary = 'x' WHERE id = ?").bind(run.id).run()
    await env.DB.prepare("UPDATE datasets SET totals = 'x' WHERE id = ?").bind(run.source.datasetId).run()
    const runs = await (await client.get('/api/v1/runs')).json<{ data: RunRecord[]; altered: string[] }>()
    expect([runs.data.length, runs.altered]).toEqual([2, [run.id]])
    const datasets = await (await client.get('/api/v1/datasets')).json<{ data: RunRecord[]; altered: string[] }>()
    expect([datasets.data.length, datasets.altered]).toEqual([1, [run.source.datasetId]])
  })
})

interface Setting {
  readonly table: string
  readonly column: string
  readonly value: string | undefined
}

/** What `during` finds while a column is set; nothing where the column refuses the value. */
async function whileSet(
  update: string,
  where: string,
  { table, column, value }: Setting,
  during: () => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const old = await env.DB.prepare(`SELECT CAST(${column} AS TEXT) AS value FROM ${table} WHERE ${where}`).first<{
    value: string | null
  }>()
  const isSet = await env.DB.prepare(`UPDATE ${update} = ${value} WHERE ${where}`)
    .run()
    .then(() => true)
    .catch(() => false)
  if (!isSet) return []
  try {
    return await during()
  } finally {
    // A log that has lost its row gets another, which says so.
    if (table === 'tenant_logs') await env.DB.prepare(`DELETE FROM tenant_logs WHERE NOT (${where})`).run()
    await env.DB.prepare(`UPDATE ${update} = ? WHERE ${where}`)
      .bind(old?.value ?? null)
      .run()
    await env.DB.prepare('UPDATE tenant_logs SET diverged = NULL').run()
  }
}

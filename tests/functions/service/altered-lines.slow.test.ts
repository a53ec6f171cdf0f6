import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { RunRecord } from '../../../schema/run.ts'
import { eachOf } from '../../support/forms.ts'
import { type Client, createTestApp } from '../../support/worker/client.ts'
import { type Artifact, lineReaders } from '../../support/worker/line-readers.ts'
import { problemOf } from '../../support/worker/readers.ts'
import { makeRun } from '../../support/worker/runs.ts'
import { linesKeyOf, moveResult, objectKeys } from '../../support/worker/stored-objects.ts'
import { csvOfOnePart, uploadJson, withSmallBound } from '../../support/worker/uploads.ts'
import { createVictim } from '../../support/worker/victim.ts'

/** Lines that are gone or changed behind the service's back: no reader takes what is left of them for the whole. */

type Damage = readonly [what: string, artifact: Artifact, ...sql: readonly string[]]

const source = 'WHERE dataset_id = :source'
const target = 'WHERE dataset_id = :target'
const matches = "WHERE run_id = :run AND view = 'matches'"
const breaks = "WHERE run_id = :run AND view = 'breaks'"
const withoutFirstLine = 'text = substr(text, instr(text, char(10)) + 1)'

const damages: readonly Damage[] = [
  ['all lines of the source', 'source', `DELETE FROM dataset_chunks ${source}`],
  ['the first chunk of the source', 'source', `DELETE FROM dataset_chunks ${source} AND seq = 0`],
  ['a chunk of the source', 'source', `DELETE FROM dataset_chunks ${source} AND seq = 1`],
  ['the last chunk of the source', 'source', `DELETE FROM dataset_chunks ${source} AND seq = 2`],
  ['a line of a chunk', 'target', `UPDATE dataset_chunks SET ${withoutFirstLine} ${target} AND seq = 0`],
  [
    'a line of the last chunk, and of its count',
    'target',
    `UPDATE dataset_chunks SET ${withoutFirstLine}, count = count - 1 ${target} AND seq = 1`,
  ],
  ['the text of a chunk', 'target', `UPDATE dataset_chunks SET text = '' ${target} AND seq = 1`],
  ['an amount', 'source', `UPDATE dataset_chunks SET text = replace(text, '20.5', '20.6') ${source}`],
  ['all matches', 'matches', `DELETE FROM result_chunks ${matches}`],
  ['the first matches', 'matches', `DELETE FROM result_chunks ${matches} AND seq = 0`],
  ['the last matches', 'matches', `DELETE FROM result_chunks ${matches} AND seq = 1`],
  ['a match in a chunk', 'matches', `UPDATE result_chunks SET text = '' ${matches} AND seq = 1`],
  [
    'a match in a chunk, and in its counts',
    'matches',
    `UPDATE result_chunks SET text = '', count = 0, counts = '{}' ${matches} AND seq = 1`,
  ],
  ['all breaks', 'breaks', `DELETE FROM result_chunks ${breaks}`],
  ['the amount of a break', 'breaks', `UPDATE result_chunks SET text = replace(text, '0.07', '0.08') ${breaks}`],
]

const asObjects = damages.map(([what, artifact, ...sql]) => ({ what, artifact, sql }))

/** The readers that gave something whole of what they have to read, and what they gave. */
async function takenForWhole(asked: { client: Client; run: RunRecord; tenantId: string }, artifact: Artifact) {
  const taken: (readonly [string, string])[] = []
  for (const { name, reads, ask } of lineReaders) {
    const outcome = reads.includes(artifact) ? await ask(asked) : 'breaks off'
    if (outcome !== 'records_altered' && outcome !== 'breaks off') taken.push([name, outcome.slice(0, 400)])
  }
  return taken
}

let madeVictim: ReturnType<typeof createVictim> | undefined
/** One for all tests, each of which leaves it as it was. */
const victim = () => {
  madeVictim ??= createVictim()
  return madeVictim
}

describe('lines in rows that are gone or changed', () => {
  it.each(eachOf(3, asObjects))('are missed by every reader: $what', async ({ artifact, sql }) => {
    const { client, run, tenantId, whileAltered } = await victim()
    await whileAltered(sql, async () => expect(await takenForWhole({ client, run, tenantId }, artifact)).toEqual([]))
  })

  it('are missed by a filter that would pass them over', async () => {
    const { client, run, tenantId, whileAltered } = await victim()
    const filtered = lineReaders.filter(({ name }) => name.startsWith('filtered') && name.endsWith('matches'))
    expect(filtered).toHaveLength(5)
    for (const [what, , ...sql] of damages.filter(([, artifact]) => artifact === 'matches'))
      for (const { name, ask } of filtered) {
        const outcome = await whileAltered(sql, () => ask({ client, run, tenantId }))
        expect([what, name, outcome]).toEqual([what, name, 'records_altered'])
      }
  })

  it('are not missed where all is as it was stored', async () => {
    const { client, run, tenantId } = await victim()
    for (const { name, ask } of lineReaders) {
      const outcome = await ask({ client, run, tenantId })
      expect([name, outcome]).not.toEqual([name, expect.stringMatching(/^(records_altered|breaks off)/)])
    }
  })
})

/** A run whose source and result are in objects, and a small target. */
async function largeScene() {
  const { client, tenantId } = await createTestApp(withSmallBound).newTenant()
  const body = csvOfOnePart().replaceAll(/^r/gm, 's')
  const uploaded = await client.post('/api/v1/datasets?name=Large&adapter=bank:a', body, { 'Content-Type': 'text/csv' })
  expect(uploaded.status).toBe(201)
  await uploadJson(client, { name: 'Ledger', adapter: 'ledger:a', records: ledger })
  const rules = [
    { id: 'exact', match: [{ field: 'reference' }, { field: 'amount' }, { field: 'date' }] },
    { id: 'near', match: [{ field: 'reference' }, { field: 'amount' }, { field: 'date', days: 2 }] },
  ]
  const run = await makeRun(client, { sourceAdapter: 'bank:a', targetAdapter: 'ledger:a', rules })
  await moveResult(run.id)
  return { client, tenantId, run }
}

const ledger = [
  { id: 't1', amount: '1.01', currency: 'EUR', date: '2026-03-01', reference: 'INV-0' },
  { id: 't2', amount: '2.01', currency: 'EUR', date: '2026-03-03', reference: 'INV-1' },
  { id: 't3', amount: '3', currency: 'EUR', date: '2026-03-03', reference: 'INV-other' },
]

/** What an object is changed to; undefined for one that is removed. */
type Change = (bytes: Uint8Array) => Uint8Array | undefined

const gone: Change = () => undefined
const ofOneByte: Change = (bytes) => bytes.subarray(0, 1)
const cutOff: Change = (bytes) => bytes.subarray(0, bytes.length - 30)
const otherByABit: Change = (bytes) => bytes.map((byte, index) => (index === bytes.length - 20 ? byte ^ 1 : byte))
const other: Change = (bytes) => bytes.map((byte) => byte ^ 1)

let made: ReturnType<typeof largeScene> | undefined
const shared = () => {
  made ??= largeScene()
  return made
}

describe('lines in objects', () => {
  it.each([
    ['the lines of the source: gone', 'source', gone],
    ['the lines of the source: another bit', 'source', otherByABit],
    ['the breaks: of one byte', 'breaks', ofOneByte],
    ['the breaks: cut off', 'breaks', cutOff],
  ] as const)('are missed by every reader where an object is not as it was stored: %s', async (_, artifact, change) => {
    const scene = await shared()
    const { run, tenantId } = scene
    const resultKey = (await objectKeys(tenantId)).find((key) => key.startsWith('runs/'))
    const key = artifact === 'source' ? linesKeyOf(tenantId, run.source.datasetId ?? '') : (resultKey ?? '')
    const taken = await whileObject(key, change, () => takenForWhole(scene, artifact))
    // Whether there is a record of an id is known from the index alone.
    expect(taken.filter(([name]) => name !== 'a record that the source does not have')).toEqual([])
  })

  it('are not known to have no such record where the index by ids is not as it was stored', async () => {
    const { client, run, tenantId } = await shared()
    const path = `/api/v1/datasets/${run.source.datasetId}/records?id=`
    const key = (await objectKeys(tenantId)).find((each) => each.endsWith('ids/0')) ?? ''
    expect(await (await client.get(`${path}nobody`)).json()).toMatchObject({ data: [] })
    for (const change of [gone, ofOneByte, other])
      for (const id of ['nobody', 's7'])
        await whileObject(key, change, async () =>
          expect(await problemOf(client.get(`${path}${id}`))).toMatchObject({
            status: 409,
            code: 'records_altered',
            detail: expect.stringContaining(`Part 0 of the index by ids of the dataset ${run.source.datasetId}`),
          }),
        )
    await env.DB.prepare('DELETE FROM id_segments WHERE tenant_id = ?').bind(tenantId).run()
    expect(await problemOf(client.get(`${path}nobody`))).toMatchObject({ status: 409, code: 'records_altered' })
  })
})

/** What `look` sees while an object is changed. */
async function whileObject<Seen>(key: string, change: Change, look: () => Promise<Seen>): Promise<Seen> {
  const whole = await (await env.BUCKET.get(key))?.bytes()
  if (whole === undefined) throw new Error(`There is no object ${key}`)
  const changed = change(whole)
  await (changed === undefined ? env.BUCKET.delete(key) : env.BUCKET.put(key, changed))
  try {
    return await look()
  } finally {
    await env.BUCKET.put(key, whole)
  }
}

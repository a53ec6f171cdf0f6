import { describe, expect, it } from 'vitest'
import { toHex, utf8 } from '../../../../engine/base/bytes.ts'
import { linesOf } from '../../../../engine/base/line-splitter.ts'
import { createLineTree } from '../../../../engine/merkle/line-tree.ts'
import { hashOfLine } from '../../../../engine/merkle/tree.ts'
import { sha256 } from '../../../../functions/service/platform/hasher.ts'
import type { PeriodVerification } from '../../../../schema/signoff.ts'
import {
  datasetOf,
  decided,
  itemsOf,
  ran,
  readyPeriod,
  stepped,
  submittedRoot,
} from '../../../support/worker/periods.ts'
import { problemOf } from '../../../support/worker/readers.ts'

/** A ready period, whose run has kept the lines that its fold wants. */
async function scene() {
  const ready = await readyPeriod()
  const { app, client, tenantId, path } = ready
  const { tripsOf } = counting(app)
  const change = (sql: string, ...values: readonly string[]) =>
    app.env.DB.prepare(sql)
      .bind(...values)
      .run()
  const [kept] = (
    await app.env.DB.prepare(
      `SELECT owner, text FROM close_lines WHERE tenant_id = ? AND owner IN (
         SELECT (period ->> '$.id') || '-' || (period ->> '$.kept.root') FROM runs
         WHERE tenant_id = ? AND id IN (SELECT run_id FROM periods WHERE tenant_id = ?))`,
    )
      .bind(tenantId, tenantId, tenantId)
      .all<{ owner: string; text: string }>()
  ).results
  if (kept === undefined) throw new Error('The run has kept no lines')
  const verification = async () => (await client.get(`${path}/verify`)).json<PeriodVerification>()
  return { ...ready, kept, change, tripsOf, verification }
}

const counting = ({ recorder }: { readonly recorder: { readonly roundTrips: number } }) => ({
  async tripsOf(act: () => Promise<unknown>): Promise<number> {
    const before = recorder.roundTrips
    await act()
    return recorder.roundTrips - before
  },
})

const failing = ({ checks }: PeriodVerification) =>
  checks.flatMap(({ name, detail, passed }) => (passed ? [] : [[name, detail]]))

describe('the lines that a run of a period has kept', () => {
  it('are those of open items, and not those of matches of rules', async () => {
    const { kept } = await scene()
    const ids = linesOf(kept.text).flatMap((line) => JSON.parse(line).id ?? [])
    expect(ids).toEqual(expect.arrayContaining(['a', 's2']))
    expect(ids).not.toContain('s1')
  })

  it('give the items that all lines give, as of a run that has kept none', async () => {
    const { client, tenantId, path, change, tripsOf } = await scene()
    const all = await itemsOf(client, path)
    expect(await tripsOf(() => itemsOf(client, path))).toBe(2)
    await change("UPDATE runs SET period = json_remove(period, '$.kept') WHERE tenant_id = ?", tenantId)
    expect(await itemsOf(client, path)).toEqual(all)
    expect(await tripsOf(() => itemsOf(client, path))).toBeGreaterThan(2)
  })

  it('lack a record that a rule has matched, and a decision about it is found all the same', async () => {
    const { client, path, datasetIds } = await scene()
    const { root } = await (await client.get(`/api/v1/datasets/${datasetIds[0]}`)).json<{ root: string }>()
    const line = '{"amount":"10","currency":"EUR","date":"2026-03-02","id":"s1"}'
    const name = { side: 'source', root, id: 's1', leaf: hashOfLine(sha256, line) }
    const { revision } = await itemsOf(client, path)
    const flagged = await decided(client, path, [{ kind: 'flag', items: [name] }], revision)
    expect(flagged.status, await flagged.clone().text()).toBe(201)
    const found = async () => (await itemsOf(client, path, '?state=cleared&side=source')).data.map((item) => item.name)
    expect(await found()).toEqual([name])
    await ran(client, path)
    expect(await found()).toEqual([name])
  })

  it('go when a run with other items takes the place of their run, and stay when the next one has the same', async () => {
    const { app, client, tenantId, path, kept } = await scene()
    const owners = async () => {
      const rows = app.env.DB.prepare(
        `SELECT owner FROM close_lines WHERE tenant_id = ? AND text GLOB '{"hidesResidualId"*'`,
      )
      return (await rows.bind(tenantId).all<{ owner: string }>()).results.map(({ owner }) => owner)
    }
    await ran(client, path)
    expect(await owners()).toEqual([kept.owner])
    const datasetId = await datasetOf(client, 'bank:main', ['s3,2026-03-09,4.25'])
    expect((await client.post(`${path}/datasets`, { datasetId, side: 'source' })).status).toBe(201)
    await ran(client, path)
    expect(await owners()).toEqual([expect.not.stringContaining(kept.owner)])
    expect((await itemsOf(client, path, '?state=undecided')).data.map(({ name }) => name.id)).toEqual(['s3'])
  })

  it('are altered where one was changed', async () => {
    const { client, tenantId, path, kept, change } = await scene()
    await change(
      "UPDATE close_lines SET text = replace(text, '-2.5', '-3.5') WHERE tenant_id = ? AND owner = ?",
      ...[tenantId, kept.owner],
    )
    expect((await problemOf(await client.get(`${path}/items`))).code).toBe('records_altered')
  })

  it('are not what is signed, and verification finds that they are others than those of the run', async () => {
    const { client, preparer, tenantId, path, kept, change, verification } = await scene()
    const before = await verification()
    expect(failing(before)).toEqual([])
    const changed = kept.text.replace('missing_in_target', 'missing_in_source')
    const tree = createLineTree(sha256)
    tree.addLines(utf8(changed))
    const root = toHex(tree.root())
    const owner = kept.owner.replace(/-[0-9a-f]{64}$/, `-${root}`)
    await change(
      'UPDATE close_lines SET text = ?, owner = ? WHERE tenant_id = ? AND owner = ?',
      changed,
      owner,
      tenantId,
      kept.owner,
    )
    await change(
      "UPDATE runs SET period = json_set(period, '$.kept.root', ?) WHERE tenant_id = ? AND period IS NOT NULL",
      root,
      tenantId,
    )
    expect((await itemsOf(client, path)).data.map(({ reason }) => reason)).toContain('missing_in_source')
    const after = await verification()
    expect(failing(after)).toEqual([['run', expect.stringContaining('its run has kept')]])
    expect(after.root).toBe(before.root)
    expect((await stepped(preparer.client, path, 'submit')).status).toBe(200)
    expect(await submittedRoot(client, path)).toBe(before.root)
  })
})

import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { RunRecord } from '../../../../schema/run.ts'
import { createTestApp } from '../../../support/worker/client.ts'
import { readChain } from '../../../support/worker/evidence.ts'
import { problemOf } from '../../../support/worker/readers.ts'
import { makeReplay, replayCountOf } from '../../../support/worker/replays.ts'
import { makeRun } from '../../../support/worker/runs.ts'

const rules = [{ id: 'reference', match: [{ field: 'reference' }] }]
const otherRules = [{ id: 'date', match: [{ field: 'amount' }, { field: 'date' }] }]
const tables = { customers: { 'ACME LTD': '10023' } }
const rates = [{ from: 'USD', to: 'EUR', date: '2026-03-02', rate: '0.9215' }]

async function runWithTables() {
  const app = createTestApp()
  const tenant = await app.newTenant()
  return { ...app, ...tenant, run: await makeRun(tenant.client, { rules, tables, rates }) }
}

/** The members of a replay's policy besides its rules, and the ids of its rules. */
async function policyOf({ client }: Awaited<ReturnType<typeof runWithTables>>, run: RunRecord) {
  const policy = await (await client.get(run.links.policy)).json<object>()
  const { rules: own, ...others } = { rules: policy, ...policy }
  return { ids: Array.isArray(own) ? own.map(({ id }) => id) : [], ...others }
}

const withoutElements = (policy: object) =>
  Object.fromEntries(Object.entries(policy).filter(([name]) => !/^\d+$/.test(name)))

describe('a what-if', () => {
  it.each([
    [
      'tables: the rules and rates of the run stay',
      { tables: { other: { a: '1' } } },
      { ids: ['reference'], rates, tables: { other: { a: '1' } } },
    ],
    ['rules: its tables and rates stay', { rules: otherRules }, { ids: ['date'], rates, tables }],
    ['rules without any table', { rules: otherRules, tables: {} }, { ids: ['date'], rates }],
    ['everything', { rules: otherRules, tables: {}, rates: [], calendars: {} }, { ids: ['date'] }],
    ['the built-in rules, which refer to nothing', { rules: [] }, { ids: ['reference', 'id', 'amount-date'] }],
  ])('replaces what it brings: %s', async (_, body, policy) => {
    const tenant = await runWithTables()
    const { run: child } = await makeReplay(tenant.client, tenant.run, body)
    expect(withoutElements(await policyOf(tenant, child))).toEqual(policy)
    expect(await readChain(tenant.client, child.id)).toMatchObject({ verified: true })
  })

  it('with nothing is a plain replay under the same policy', async () => {
    const { client, run } = await runWithTables()
    const { run: child, replay } = await makeReplay(client, run, {})
    expect([child.policy, replay.identical]).toEqual([run.policy, true])
  })

  it('is refused with every fault in its own members', async () => {
    const { client, run } = await runWithTables()
    const body = {
      rules: [
        { id: 'a', match: [{ field: 'amont' }] },
        { id: 'a', match: [{ field: 'reference' }] },
      ],
    }
    const problem = await problemOf(await client.post(run.links.replay, body))
    expect([problem.code, problem.errors?.map(({ pointer }) => pointer)]).toEqual([
      'validation_failed',
      ['/rules/0/match/0/field', '/rules/1/id'],
    ])
    expect(await replayCountOf(run)).toBe(0)
  })

  it('is refused for reference data beside the built-in rules', async () => {
    const { client, run } = await runWithTables()
    const problem = await problemOf(await client.post(run.links.replay, { rules: [], rates }))
    expect(problem.errors).toMatchObject([{ pointer: '/rates', code: 'conflict' }])
  })

  it('may bring rules and all for a run whose stored policy is damaged, and nothing less', async () => {
    const { client, run, tenantId } = await runWithTables()
    await env.DB.prepare("UPDATE policy_parts SET text = replace(text, '10023', '10024') WHERE tenant_id = ?")
      .bind(tenantId)
      .run()
    expect(await problemOf(await client.post(run.links.replay, { tables }))).toMatchObject({
      code: 'run_not_replayable',
    })
    expect(await problemOf(await client.post(run.links.replay, { rules }))).toMatchObject({
      code: 'run_not_replayable',
    })
    expect((await makeReplay(client, run)).run.failure?.detail).toBe('The stored rules of the run cannot be read.')
    const { run: child } = await makeReplay(client, run, { rules, tables: {}, rates: [], calendars: {}, signs: {} })
    expect(child.status).toBe('completed')
  })
})

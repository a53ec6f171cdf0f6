import { env } from 'cloudflare:workers'
import { toHex } from '@tallystick/engine/base'
import { describe, expect, it } from 'vitest'
import { sha256 } from '../../../../functions/service/platform/hasher.ts'
import { inForms, sizeOf } from '../../../support/forms.ts'
import { createTestApp } from '../../../support/worker/client.ts'
import { makeReplay } from '../../../support/worker/replays.ts'
import { demoRun, makeRun } from '../../../support/worker/runs.ts'

const rules = [{ id: 'reference', match: [{ field: 'reference' }] }]
const rates = [{ from: 'USD', to: 'EUR', date: '2026-03-02', rate: '0.9215' }]
const calendars = { ours: { weekend: ['sat', 'sun'], holidays: ['2026-12-25'] } }
const tables = { customers: { 'ACME LTD': '10023', '007': 'Bond' } }

const bigTable = (count: number, pad = 0) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`KEY ${index}`, `${index}${'é'.repeat(pad)}`]))

const setUp = async () => {
  const app = createTestApp()
  return { ...app, ...(await app.newTenant()) }
}

const partsOf = async (tenantId: string) => {
  const { results } = await env.DB.prepare(
    'SELECT policy_hash, seq, length(CAST(text AS BLOB)) AS bytes FROM policy_parts WHERE tenant_id = ? ORDER BY seq',
  )
    .bind(tenantId)
    .all<{ policy_hash: string; seq: number; bytes: number }>()
  return results
}

describe('a policy with reference data', () => {
  it('is answered byte for byte as it was hashed, and for ever', async () => {
    const { client } = await setUp()
    const run = await makeRun(client, { rules, tables, rates, calendars })
    const response = await client.get(run.links.policy)
    const text = await response.text()
    expect(toHex(sha256(new TextEncoder().encode(text)))).toBe(run.policy.hash)
    expect(JSON.parse(text)).toEqual({ calendars, rates, rules: run.rules, tables })
    const etag = response.headers.get('ETag') ?? ''
    expect((await client.get(run.links.policy, { 'If-None-Match': etag })).status).toBe(304)
  })

  it('is the list of rules alone when it brings nothing else, and then has no parts', async () => {
    const { client, tenantId } = await setUp()
    const run = await makeRun(client, { rules, tables: {}, rates: [] })
    expect(await (await client.get(run.links.policy)).json()).toEqual(run.rules)
    expect(run.policy.hash).toBe((await makeRun(client, { rules })).policy.hash)
    expect(await partsOf(tenantId)).toEqual([])
  })

  it('is stored once for all runs of the tenant, in parts of a million bytes', async () => {
    const { client, tenantId } = await setUp()
    const body = { rules, tables: { big: bigTable(1_100, 490) } }
    const first = await makeRun(client, body)
    const second = await makeRun(client, body)
    expect(second.policy.hash).toBe(first.policy.hash)
    const parts = await partsOf(tenantId)
    expect(parts.map(({ seq }) => seq)).toEqual([0, 1])
    expect(parts.every(({ bytes }) => bytes <= 1_000_000)).toBe(true)
    const text = await (await client.get(first.links.policy)).text()
    expect(toHex(sha256(new TextEncoder().encode(text)))).toBe(first.policy.hash)
    const chain = await client.get(`${first.links.self}/trust-explorer/verifyProofChain`)
    expect(await chain.json()).toMatchObject({ verified: true })
  })

  const entries = { short: 3_000, long: 50_000 }

  it(inForms('takes its full size, of nearly 8 MB in the long form', entries), async () => {
    const { client } = await setUp()
    const run = await makeRun(client, { rules, tables: { big: bigTable(sizeOf(entries), 70) } })
    expect(run.status).toBe('completed')
    expect(await (await client.post(run.links.replay)).json()).toMatchObject({ replay: { identical: true } })
  })

  it('keeps the signs of its sides in replays, also in those by the built-in rules', async () => {
    const { client } = await setUp()
    const run = await makeRun(client, { rules, signs: { source: 'turned' } })
    const signs = { source: 'turned', target: 'as-is' }
    expect(await (await client.get(run.links.policy)).json()).toMatchObject({ signs })
    expect(await (await client.post(run.links.replay)).json()).toMatchObject({ replay: { identical: true } })
    const builtIn = await makeReplay(client, run, { rules: [] })
    expect(await (await client.get(builtIn.run.links.policy)).json()).toMatchObject({ signs })
    const asIs = await makeReplay(client, run, { signs: {} })
    expect(asIs.run.policy.hash).not.toBe(run.policy.hash)
    expect(asIs.run.rules).toEqual(run.rules)
  })

  it('is of its tenant alone', async () => {
    const { client, newTenant } = await setUp()
    const run = await makeRun(client, { rules, tables })
    const other = await newTenant()
    expect((await other.client.get(run.links.policy)).status).toBe(404)
  })

  it('is left out of lists of runs, rules and all', async () => {
    const { client } = await setUp()
    const { rules: _, ...listed } = await makeRun(client, { rules, tables })
    expect(await (await client.get('/api/v1/runs')).json()).toEqual({ data: [listed], nextCursor: null })
  })
})

describe('a request with reference data', () => {
  const refused = async (body: object) => {
    const { client } = await setUp()
    const response = await client.post('/api/v1/runs', { ...demoRun, rules, ...body })
    const problem = await response.json<{
      code: string
      errors?: { pointer: string; code: string; detail: string }[]
    }>()
    return (problem.errors ?? []).map(({ pointer, code, detail }) => `${pointer} ${code}: ${detail}`)
  }

  it.each<[string, object, readonly string[]]>([
    [
      'pairs that are none',
      { tables: { customers: [['a', 'b'], ['c', 'd', 'e'], 'f', [7, 'g'], ['', null]] } },
      [
        '/tables/customers/1 invalid_type: Got a list, wanted [key, value]',
        '/tables/customers/2 invalid_type: Got "f", wanted [key, value]',
        '/tables/customers/3/0 invalid_type: Got 7, wanted text',
        '/tables/customers/4/0 invalid_key: Wanted a key of 1 to 1000 characters',
        '/tables/customers/4/1 invalid_type: Got null, wanted text',
      ],
    ],
    [
      'values that are no text, at their keys as written',
      { tables: { customers: { 'a/b': 7, '007': true } } },
      [
        '/tables/customers/a~1b invalid_type: Got 7, wanted text',
        '/tables/customers/007 invalid_type: Got true, wanted text',
      ],
    ],
    [
      'what is no table, rate or calendar, all at once',
      { name: '', tables: [1], rates: { a: 1 }, calendars: { x: { weekends: [] }, y: 1 } },
      [
        '/name too_small: Got an empty text, wanted at least 1 character',
        '/tables invalid_type: Got a list, wanted an object',
        '/rates invalid_type: Got an object, wanted a list',
        '/calendars/x/weekends unknown_member: There is no such member here; did you mean weekend?',
        '/calendars/y invalid_type: Got 1, wanted an object',
      ],
    ],
    [
      'a rate with members of its own',
      { rates: [rates[0], { from: 'USD', to: 7, date: '2026-03-02', rate: '1', on: 1 }] },
      ['/rates/1/to invalid_type: Got 7, wanted text', '/rates/1/on unknown_member: There is no such member here'],
    ],
    [
      'names that are none',
      { tables: { '': {}, ['x'.repeat(65)]: {} } },
      [
        '/tables/ invalid_key: Wanted a name of 1 to 64 characters',
        `/tables/${'x'.repeat(65)} invalid_key: Wanted a name of 1 to 64 characters`,
      ],
    ],
    [
      'too many tables',
      { tables: Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`t${index}`, {}])) },
      ['/tables too_big: Got 21 members, wanted at most 20'],
    ],
    [
      'too many entries',
      { tables: { a: bigTable(25_000), b: bigTable(25_001) } },
      ['/tables too_big: Got 50001 entries in all, wanted at most 50000'],
    ],
    [
      'reference data for the built-in policy, and another fault beside it',
      { name: 7, rules: [], tables },
      [
        '/name invalid_type: Got 7, wanted text',
        '/tables conflict: The built-in policy refers to no tables: wanted rules that do',
      ],
    ],
  ])('is refused for %s', async (_, body, errors) => {
    expect(await refused(body)).toEqual(errors)
  })

  it('is refused for rules of more than 256 KB, whatever its tables have', async () => {
    const strip = Array.from({ length: 1_000 }, (_, index) => `${index}${'x'.repeat(55)}`)
    const long = {
      id: 'long',
      match: [{ field: 'reference', normalize: Array.from({ length: 5 }, () => ({ strip })) }],
    }
    expect(await refused({ rules: [long] })).toEqual([
      expect.stringMatching(/^\/rules too_big: Got rules of 304\d\d\d bytes/),
    ])
  })

  it('is refused for a key twice, with a pointer to it', async () => {
    const { client } = await setUp()
    const body = `{"name":"x","sourceAdapter":"demo-bank","targetAdapter":"demo-ledger","rules":[],"tables":{"t":{"a/b":"1","a/b":"2"}}}`
    const response = await client.post('/api/v1/runs', body, { 'Content-Type': 'application/json' })
    expect(await response.json()).toMatchObject({
      code: 'malformed_json',
      errors: [{ pointer: '/tables/t/a~1b', code: 'duplicate_member' }],
    })
  })

  it('is refused above 8 MB', async () => {
    const { client } = await setUp()
    const response = await client.post('/api/v1/runs', {
      ...demoRun,
      rules,
      tables: { t: { a: 'x'.repeat(8 * 1024 * 1024) } },
    })
    expect(response.status).toBe(413)
  })

  it('keeps a key and a calendar called __proto__, and refuses a table of that name', async () => {
    const { client } = await setUp()
    const post = (members: string) => {
      const body = `${JSON.stringify({ ...demoRun, rules }).slice(0, -1)},${members}}`
      return client.post('/api/v1/runs', body, { 'Content-Type': 'application/json' })
    }
    const calendar = '"calendars":{"__proto__":{"holidays":["2026-12-25"],"weekend":["sun"]}}'
    const response = await post(`${calendar},"tables":{"t":{"__proto__":"x"}}`)
    const run = await response.json<{ links: { policy: string } }>()
    const text = await (await client.get(run.links.policy)).text()
    expect(text).toContain('"tables":{"t":{"__proto__":"x"}}')
    expect(text).toContain(calendar)
    expect(await (await post('"tables":{"__proto__":{"a":"x"}}')).json()).toMatchObject({
      errors: [{ pointer: '/tables/__proto__', code: 'invalid_value' }],
    })
  })

  it('has every member in the fingerprint of its idempotency key', async () => {
    const { client } = await setUp()
    const key = { 'Idempotency-Key': 'k' }
    const post = (body: object) => client.post('/api/v1/runs', { ...demoRun, rules, tables, rates, ...body }, key)
    const first = await (await post({})).text()
    expect(await (await post({})).text()).toBe(first)
    for (const other of [{ tables: {} }, { rates: [] }, { calendars }, { tables: { customers: { 'ACME LTD': '1' } } }])
      expect((await post(other)).status).toBe(422)
  })
})

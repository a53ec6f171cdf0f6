import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inForms, sizeOf } from '../../../support/forms.ts'
import { createTestApp } from '../../../support/worker/client.ts'
import { eur } from '../../../support/worker/results.ts'
import { demoRun } from '../../../support/worker/runs.ts'
import { uploadJson } from '../../../support/worker/uploads.ts'

/** Requests for runs whose members contradict each other, or mean nothing. */

const bankRun = { name: 'March', sourceAdapter: 'bank', targetAdapter: 'ledger' }

/** A run or a problem. */
interface Answer {
  readonly status: string | number
  readonly errors?: readonly { readonly pointer: string; readonly code: string; readonly detail: string }[]
}

async function tenantOf2019() {
  const app = createTestApp()
  const { client } = await app.newTenant()
  const records = [eur({ id: 'r1', amount: '1', date: '2019-12-30', reference: 'R' })]
  await uploadJson(client, { name: 'Bank', adapter: 'bank', records })
  await uploadJson(client, { name: 'Ledger', adapter: 'ledger', records })
  const post = async (body: object) => {
    const response = await client.post('/api/v1/runs', body)
    const { status: state, errors = [] } = await response.json<Answer>()
    return { status: response.status, state, faults: errors.map(({ pointer, code }) => `${pointer} ${code}`), errors }
  }
  return { ...app, client, post }
}

const byCalendar = { field: 'date', businessDays: 1, calendar: 'gb' }
const rate = { from: 'USD', to: 'EUR', date: '2026-03-02', rate: '0.9215' }

/** Two faults of each kind: of members that contradict each other, of rates, of tables, of calendars and of their years. */
const everything = {
  rules: [
    { id: 'days', match: [{ field: 'reference' }, byCalendar, { field: 'amount', businessDays: 1, calendar: 'gb' }] },
    {
      id: 'money',
      convert: { to: 'EUR' },
      crossCurrency: true,
      residual: 'open',
      match: [
        { field: 'reference', normalize: [{ lookup: 'gone' }] },
        { field: 'amount', tolerance: '1%' },
      ],
    },
    { id: 'net', side: 'source', convert: { to: 'EUR' }, match: [{ field: 'reference' }, { ...byCalendar, days: 1 }] },
  ],
  rates: [{ ...rate, rate: '0' }, rate, { ...rate, rate: -1, date: '2026-02-30' }],
  tables: {
    customers: [
      ['a', '1'],
      ['a', '2'],
    ],
  },
  calendars: { ours: { weekend: ['sat', 'sat'] }, gb: { holidays: ['2026-12-25'] } },
}

describe('a request with faults of every kind', () => {
  it('is refused with all of them at once, those of the dates of its datasets too', async () => {
    const { post, recorder } = await tenantOf2019()
    recorder.reset()
    const { status, faults, errors } = await post({ ...bankRun, ...everything })
    expect(status).toBe(422)
    expect(faults).toEqual(
      expect.arrayContaining([
        '/rules/0/match/1/calendar calendar_years',
        '/rules/0/match/2/businessDays conflict',
        '/rules/1/convert conflict',
        '/rules/1/crossCurrency conflict',
        '/rules/1/match/0/normalize/0/lookup unknown_table',
        '/rules/2/side conflict',
        '/rules/2/match/1/businessDays conflict',
        '/rules/2/match/1/calendar calendar_years',
        '/rates/0/rate invalid_value',
        '/rates/1 repeated_value',
        '/rates/2/date invalid_value',
        '/rates/2/rate invalid_value',
        '/tables/customers/1 repeated_key',
        '/calendars/ours/weekend/1 repeated_value',
        '/calendars/ours/holidays required',
        '/calendars/gb conflict',
      ]),
    )
    expect(errors.find(({ code }) => code === 'calendar_years')?.detail).toContain('the dates need 2019 to 2035')
    expect(recorder.rowsWritten).toBe(0)
  })

  it('is refused for years as criteria of one rule, and beside a wrong name', async () => {
    const { post } = await tenantOf2019()
    const wrong = { field: 'amount', tolerance: '-1' }
    expect((await post({ ...bankRun, name: 7, rules: [{ field: 'reference' }, byCalendar, wrong] })).faults).toEqual([
      '/name invalid_type',
      '/rules/1/calendar calendar_years',
      '/rules/2/tolerance invalid_value',
    ])
  })

  it('is refused without faults of years where there are no such datasets', async () => {
    const { post } = await tenantOf2019()
    const rules = [{ field: 'reference' }, byCalendar, { field: 'amount', tolerance: '-1' }]
    const gone = { ...bankRun, sourceAdapter: 'dataset:dat_01kabcdefghjkmnpqrstvwxyz0' }
    for (const body of [gone, { ...bankRun, sourceAdapter: 'ledger' }, { ...bankRun, sourceAdapter: 'strype' }])
      expect((await post({ ...body, rules })).faults).toContain('/rules/2/tolerance invalid_value')
  })

  it('is refused for the years of built-in records as well', async () => {
    const { post } = await tenantOf2019()
    const calendars = { ours: { holidays: ['2025-12-25'] } }
    const rules = [{ match: [{ field: 'reference' }, { ...byCalendar, calendar: 'ours' }] }]
    expect(await post({ ...demoRun, rules, calendars })).toMatchObject({
      status: 422,
      errors: [{ code: 'calendar_years', detail: expect.stringContaining('knows 2025: the dates need 2025 to 2026') }],
    })
  })
})

/** At most `countMax` of the members, each with a value of its list. */
const fewOf = (members: Readonly<Record<string, readonly unknown[]>>, countMax: number) =>
  fc
    .subarray(Object.entries(members), { maxLength: countMax })
    .chain((chosen) =>
      fc.record(Object.fromEntries(chosen.map(([name, values]) => [name, fc.constantFrom(...values)]))),
    )

const criteria = fewOf(
  {
    op: ['equals', 'near', 'starts', 'listed', 'transposed'],
    tolerance: ['0', '-1', '1%', { from: '-1%', to: 1 }, { from: 2, to: 1 }, 'x'],
    days: [1, { from: 2, to: 1 }, { before: 0, after: 1 }],
    businessDays: [1, { from: -1, to: 3 }],
    calendar: ['gb', 'ours', 'none', '__proto__'],
    normalize: [[{ lookup: 't' }], [{ lookup: '__proto__' }], [{ extract: '-' }]],
    mask: ['INV-###', 'abc'],
    sign: ['same', 'opposite', 'absolute'],
    nulls: ['skip', 'match'],
  },
  2,
)
const fields = fc.constantFrom('amount', 'reference', 'date', 'currency', 'id', 'attributes.x', 'net')

/** Members of rules and criteria with values that are right, wrong or out of place. */
const rules = fc.record({
  match: fc
    .array(
      fc.tuple(fields, criteria).map(([field, members]) => ({ field, ...members })),
      { maxLength: 2 },
    )
    .map((others) => [{ field: 'reference' }, ...others]),
  members: fewOf(
    {
      action: ['match', 'suggest', 'exclude'],
      cardinality: ['1:1', '1:n', 'n:1', 'n:m'],
      side: ['source', 'target'],
      sum: [{}, { tolerance: '-5' }, { source: [{ percent: '2', of: 'amount' }] }],
      select: ['group', 'subset'],
      assign: ['closest', 'most'],
      ambiguous: ['defer', 'best', 'drop'],
      rank: ['as-written', ['days', 'days']],
      convert: [{ to: 'EUR' }, { to: 'XYZ', maxAgeDays: 1 }, {}],
      residual: ['open'],
      variance: ['fx', 'fee'],
      ignoreAmount: [true, false],
      sign: ['same', 'opposite'],
      crossCurrency: [true, false],
    },
    3,
  ),
})

const bodies = fc
  .record({
    rules: fc.array(rules, { minLength: 1, maxLength: 2 }),
    others: fewOf(
      {
        rates: [[{ ...rate, rate: '0' }], [rate], [rate, rate], [{ ...rate, to: 'USD' }], [{ ...rate, date: 'x' }]],
        tables: [{ t: { R: 'S' } }, everything.tables, {}],
        calendars: [{ ours: { holidays: ['2019-01-01'] } }, everything.calendars, { ours: {} }],
      },
      2,
    ),
  })
  .map((body) => ({ ...body.others, rules: body.rules.map(({ match, members }) => ({ match, ...members })) }))

const tried = { short: 40, long: 400 }

it(inForms('is answered with a run or with faults, whatever members stand together', tried), async () => {
  const { post, logLines } = await tenantOf2019()
  const statuses = new Map<number, number>()
  for (const body of fc.sample(bodies, { numRuns: sizeOf(tried), seed: 20_260_301 })) {
    const { status, state, errors } = await post({ ...bankRun, ...body })
    expect(['completed', 422], JSON.stringify(body)).toContain(state)
    expect(errors.length > 0, JSON.stringify(body)).toBe(status === 422)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  expect(Math.min(statuses.get(201) ?? 0, statuses.get(422) ?? 0)).toBeGreaterThan(sizeOf(tried) / 20)
  expect(logLines.filter((line) => line.includes('internal_error'))).toEqual([])
})

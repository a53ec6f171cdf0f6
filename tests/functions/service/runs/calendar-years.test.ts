import { describe, expect, it } from 'vitest'
import { createTestApp } from '../../../support/worker/client.ts'
import { problemOf } from '../../../support/worker/readers.ts'
import { makeRun, manyRecords } from '../../../support/worker/runs.ts'
import { uploadJson } from '../../../support/worker/uploads.ts'

/** Rules that count days by a calendar which does not know the years of the records. */

const byCalendar = { field: 'date', businessDays: 1, calendar: 'gb' }
const asRules = [{ match: [{ field: 'reference' }, byCalendar] }]
const detail =
  'Rule rule-1 counts days by gb, which knows 2020 to 2035: the dates need 2019 to 2035, wanted a calendar of the run in its place'

async function datedTenant(date: string) {
  const app = createTestApp()
  const tenant = await app.newTenant()
  const dated = manyRecords(2, (record, index) => (index === 0 ? { ...record, date } : record))
  await uploadJson(tenant.client, { name: 'Bank', adapter: 'bank', records: manyRecords(2) })
  await uploadJson(tenant.client, { name: 'Ledger', adapter: 'ledger', records: dated })
  app.recorder.reset()
  return { ...app, ...tenant }
}

const bankRun = { name: 'March', sourceAdapter: 'bank', targetAdapter: 'ledger' }

describe('a run whose calendar does not know a year of its records', () => {
  it.each([
    ['a rule', asRules, '/rules/0/match/1/calendar'],
    ['a criterion', [{ field: 'reference' }, byCalendar], '/rules/1/calendar'],
  ])('is refused at %s with the years needed, and nothing is stored', async (_what, rules, pointer) => {
    const { client, recorder } = await datedTenant('2019-12-30')
    const problem = await problemOf(client.post('/api/v1/runs', { ...bankRun, rules }))
    expect(problem).toMatchObject({ code: 'validation_failed', status: 422 })
    expect(problem.errors).toEqual([{ pointer, code: 'calendar_years', detail }])
    expect(recorder.rowsWritten).toBe(0)
  })

  it('is refused as a replay with such rules', async () => {
    const { client } = await datedTenant('2019-12-30')
    const run = await makeRun(client, { ...bankRun, rules: [] })
    const problem = await problemOf(client.post(run.links.replay, { rules: asRules }))
    expect(problem.errors).toEqual([{ pointer: '/rules/0/match/1/calendar', code: 'calendar_years', detail }])
  })
})

it('runs where the calendar knows all years', async () => {
  const { client } = await datedTenant('2026-03-02')
  const run = await makeRun(client, { ...bankRun, rules: asRules })
  expect(run.summary?.matchCount).toBe(2)
})

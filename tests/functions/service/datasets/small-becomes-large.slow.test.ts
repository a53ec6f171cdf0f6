import { describe, expect, it } from 'vitest'
import type { Fault } from '../../../../schema/problem.ts'
import { isLong } from '../../../support/forms.ts'
import { type Client, createTestApp } from '../../../support/worker/client.ts'

const path = '/api/v1/datasets'
const json = { 'Content-Type': 'application/json' }
const csv = { 'Content-Type': 'text/csv' }
const { newTenant } = createTestApp()

interface Problem {
  readonly status: number
  readonly code: string
  readonly detail: string
  readonly errors?: readonly Fault[]
}

async function refusal(...[url, body, headers]: Parameters<Client['post']>): Promise<Problem> {
  const { client } = await newTenant()
  const problem: Problem = await (await client.post(url, body, headers)).json()
  if (url.startsWith(path)) {
    const page: { data: unknown[] } = await (await client.get(path)).json()
    expect(page.data).toEqual([])
  }
  return problem
}

const placesOf = ({ errors = [] }: Problem) => errors.map(({ pointer, line, code }) => [pointer ?? line, code])

const jsonOf = (members: string) => `{"name":"n","adapter":"bank:a",${members}}`
const exportOf = (query = '') => `${path}?name=n&adapter=bank:a${query}`
const list = (count: number, of: (index: number) => string) => Array.from({ length: count }, (_, i) => of(i)).join(',')

describe('the records of a JSON upload', () => {
  it('are read one at a time: a million that are none are twenty faults', async () => {
    const problem = await refusal(path, jsonOf(`"records":[${'0,'.repeat(1_000_000)}0]`), json)
    expect(problem).toMatchObject({ status: 422, code: 'unreadable_record' })
    expect(placesOf(problem).slice(0, 1)).toEqual([['/records/0', 'invalid_record']])
    expect(problem.errors).toHaveLength(20)
  })

  it('have at most a thousand members each', async () => {
    const members = (count: number) => `{"amount":1,"attributes":{${list(count - 2, (index) => `"a${index}":1`)}}}`
    const problem = await refusal(path, jsonOf(`"records":[${members(1_000)},${members(1_001)}]`), json)
    expect(problem).toMatchObject({ status: 413, code: 'payload_too_large' })
    expect(problem.detail).toContain('1000 members')
    expect(placesOf(problem)).toEqual([['/records/1', 'too_many_members']])
  })

  it('are told of as malformed before anything else, at the first place of the body', async () => {
    const problem = await refusal(path, '{"records":[{"a":1,}],"x":1}', json)
    expect(problem).toMatchObject({ status: 400, code: 'malformed_json', errors: [{ line: 1, column: 20 }] })
  })

  it('are told of by their pointer where one has a name twice', async () => {
    const problem = await refusal(path, jsonOf('"records":[{"amount":1},{"amount":1,"amount":2}]'), json)
    expect(placesOf(problem)).toEqual([['/records/1/amount', 'duplicate_member']])
  })

  it('may stand before what says how to read them', async () => {
    const { client } = await newTenant()
    const body =
      '{"records":[{"betrag":"1,5"}],"mapping":{"amount":"betrag","decimal":","},"name":"n","adapter":"bank:a"}'
    expect(await (await client.post(path, body, json)).json()).toMatchObject({ recordCount: 1, totals: { XXX: '1.5' } })
  })
})

describe('the members of a JSON upload beside its records', () => {
  it('are at most ten thousand', async () => {
    const problem = await refusal(path, jsonOf(`"records":[],${list(20_000, (index) => `"${index}":0`)}`), json)
    expect(problem).toMatchObject({ status: 413, code: 'payload_too_large' })
    expect(placesOf(problem)).toEqual([['/9997', 'too_many_values']])
  })

  it('are a mapping of at most a thousand members with short names', async () => {
    const many = list(1_001, (index) => `"attributes.a${index}":"x"`)
    const problem = await refusal(path, jsonOf(`"records":[],"mapping":{${many}}`), json)
    expect(problem).toMatchObject({ status: 422, code: 'validation_failed' })
    expect(placesOf(problem)).toEqual([['/mapping', 'too_many_members']])
    const long = `"attributes.${'x'.repeat(60_000)}":"x"`
    const other = await refusal(path, jsonOf(`"records":[],"mapping":{${long}}`), json)
    expect(placesOf(other)).toEqual([['/mapping', 'name_too_long']])
    expect(JSON.stringify(other).length).toBeLessThan(1_000)
  })
})

describe('the columns of a CSV', () => {
  it('are refused with a name of 60 KB, which every record would repeat', async () => {
    const text = `date,amount,${'x'.repeat(60_000)}\n${'20260301,1,y\n'.repeat(5_000)}`
    const problem = await refusal(exportOf(), text, csv)
    expect(problem).toMatchObject({ status: 422, code: 'unreadable_record' })
    expect(placesOf(problem)).toEqual([
      [1, 'name_too_long'],
      [1, 'header_too_large'],
    ])
    expect(JSON.stringify(problem).length).toBeLessThan(1_500)
  })
})

describe('the number of records', () => {
  it.runIf(isLong)('is at most 4,000,000', async () => {
    const text = `a\n${'1\n'.repeat(4_000_001)}`
    const problem = await refusal(exportOf('&mapping={"amount":"a"}'), text, csv)
    expect(problem).toMatchObject({ status: 413, code: 'payload_too_large' })
    expect(placesOf(problem)).toEqual([[4_000_002, 'too_many_records']])
  })

  it('is warned of where a setting lets no run read them all', async () => {
    const { client } = await createTestApp({ env: { RUN_RECORDS_MAX: '50000' } }).newTenant()
    const csvOf = (count: number) =>
      `id,amount,currency\n${list(count, (index) => `${index},1,EUR`).replaceAll(/(\d+,1,EUR),/g, '$1\n')}`
    const warningsOf = async (count: number) => {
      const response = await client.post(exportOf('&mapping={"amount":"amount"}'), csvOf(count), csv)
      const { warnings }: { warnings: unknown } = await response.json()
      return warnings
    }
    expect(await warningsOf(50_000)).toEqual([])
    expect(await warningsOf(50_001)).toEqual([
      { code: 'larger_than_a_run', count: 50_001, firstLine: null, limit: 50_000 },
    ])
  })
})

describe('the body of a run', () => {
  const runOf = (members: string) => `{"name":"n","sourceAdapter":"bank:a","targetAdapter":"ledger:b",${members}}`

  it('may not be more members and elements than are held in memory', async () => {
    for (const members of [
      `"rules":[],"rates":[${'{},'.repeat(300_000)}{}]`,
      `"rules":[${'0,'.repeat(1_100_000)}0]`,
      `"rules":[],"tables":{"t":{${list(600_000, (index) => `"${index}":0`)}}}`,
    ]) {
      const problem = await refusal('/api/v1/runs', runOf(members), json)
      expect(problem).toMatchObject({ status: 413, code: 'payload_too_large', errors: [{ code: 'too_many_values' }] })
    }
  })

  it('has a hundred faults of its rates at most', async () => {
    const problem = await refusal('/api/v1/runs', runOf(`"rules":[],"rates":[${'{"a":1},'.repeat(40_000)}{}]`), json)
    expect(problem).toMatchObject({ status: 422, code: 'validation_failed' })
    expect(problem.errors).toHaveLength(100)
    expect(placesOf(problem).slice(0, 2)).toEqual([
      ['/rates/0/a', 'unknown_member'],
      ['/rates/0/from', 'invalid_type'],
    ])
  })
})

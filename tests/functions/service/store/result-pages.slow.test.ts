import { describe, expect, it } from 'vitest'
import type { ResultResponse } from '../../../../schema/result.ts'
import { problemOf } from '../../../support/worker/readers.ts'
import { chunkedRun, pages, runWithFees } from '../../../support/worker/results.ts'

let made: ReturnType<typeof chunkedRun> | undefined
/** One run for all that only reads it; what counts queries has one of its own. */
const shared = () => {
  made ??= chunkedRun()
  return made
}

let feesMade: ReturnType<typeof runWithFees> | undefined
const feesRun = () => {
  feesMade ??= runWithFees()
  return feesMade
}

describe('pages of results', () => {
  it.each([1, 2, 3, 4, 7, 29, 30, 1000])('hold every match once at a limit of %i', async (limit) => {
    const { client, run } = await shared()
    const seen = await pages(client, `${run.links.results}?limit=${limit}`, 'matches')
    const ids = seen.flat().map(({ id }) => id)
    expect([ids.length, new Set(ids).size]).toEqual([30, 30])
    expect(Math.max(...seen.map((page) => page.length))).toBeLessThanOrEqual(limit)
  })

  it.each(['rule=first', 'rule=second', 'confidence=exact', 'confidence=exact&rule=second', 'rule=none'])(
    'hold what the filter %s takes, in the order of the view',
    async (filter) => {
      const { client, run } = await shared()
      const path = `${run.links.results}?limit=4`
      const all = (await pages(client, path, 'matches')).flat()
      const query = new URLSearchParams(filter)
      const wanted = all.filter(
        (item) =>
          'rule_id' in item &&
          (query.get('rule') ?? item.rule_id) === item.rule_id &&
          (query.get('confidence') ?? item.confidence) === item.confidence,
      )
      expect((await pages(client, `${path}&${filter}`, 'matches')).flat()).toEqual(wanted)
    },
  )

  it('filter breaks by their reason', async () => {
    const { client, run } = await shared()
    const path = `${run.links.results}?view=breaks&limit=3`
    const all = (await pages(client, path, 'breaks')).flat()
    const missing = (await pages(client, `${path}&reason=missing_in_source`, 'breaks')).flat()
    expect(missing).toEqual(all.filter((item) => 'reason' in item && item.reason === 'missing_in_source'))
  })

  it.each([1, 2, 4, 1000])('filter breaks by their cause, over chunks without one, at a limit of %i', async (limit) => {
    const { client, run } = await feesRun()
    const path = `${run.links.results}?view=breaks&limit=${limit}`
    const fees = (await pages(client, path, 'breaks')).flat().filter((item) => 'cause' in item)
    expect(fees).toMatchObject(Array.from({ length: 6 }, () => ({ cause: { kind: 'one_side', value: 'FEE' } })))
    const seen = await pages(client, `${path}&cause=one_side`, 'breaks')
    expect(seen[0]).toEqual([])
    expect(seen.flat()).toEqual(fees)
    expect(Math.max(...seen.map((page) => page.length))).toBeLessThanOrEqual(limit)
    const both = await pages(client, `${path}&cause=one_side&reason=missing_in_target`, 'breaks')
    expect(both.flat()).toEqual(fees)
    expect((await pages(client, `${path}&cause=type`, 'breaks')).flat()).toEqual([])
    const ndjson = await client.get(`${run.links.results}?view=breaks&cause=one_side`, {
      Accept: 'application/x-ndjson',
    })
    expect((await ndjson.text()).match(/"cause":/g)).toHaveLength(6)
  })

  it.each([
    ['view=breaks&confidence=exact', 'confidence'],
    ['reason=duplicate', 'reason'],
    ['cause=type', 'cause'],
    ['view=breaks&cause=weather', 'cause'],
    ['limit=1001', 'limit'],
    ['limit=0', 'limit'],
    ['view=everything', 'view'],
    ['colour=red', 'colour'],
  ])('refuse %s', async (query, parameter) => {
    const { client, run } = await shared()
    const problem = await problemOf(client.get(`${run.links.results}?${query}`))
    expect(problem.code).toBe('invalid_query')
    expect(problem.errors?.[0]?.pointer).toContain(parameter)
  })

  it('refuse the cursor of another filter', async () => {
    const { client, run } = await shared()
    const page = await (await client.get(`${run.links.results}?limit=2`)).json<ResultResponse>()
    const problem = await problemOf(client.get(`${run.links.results}?limit=2&rule=second&cursor=${page.next_cursor}`))
    expect(problem.code).toBe('invalid_cursor')
  })

  it('cost two queries, and read no more chunks than they show', async () => {
    const { client, run, recorder } = await chunkedRun()
    await client.get(`${run.links.results}?limit=2`)
    expect(recorder.roundTrips).toBe(2)
    // Of all 14 chunks the counts alone, which show that none is gone.
    expect(await recorder.rowsRead()).toBeLessThan(80)
    expect(recorder.sql.filter((sql) => sql.includes('"text"'))).toHaveLength(1)
  })

  it('cost two queries far into a view', async () => {
    const { client, run, recorder } = await chunkedRun()
    let page = await (await client.get(`${run.links.results}?limit=9`)).json<ResultResponse>()
    page = await (await client.get(`${run.links.results}?limit=9&cursor=${page.next_cursor}`)).json()
    recorder.reset()
    await client.get(`${run.links.results}?limit=9&cursor=${page.next_cursor}`)
    expect(recorder.roundTrips).toBe(2)
  })
})

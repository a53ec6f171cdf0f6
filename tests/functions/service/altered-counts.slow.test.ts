import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { runLimits } from '../../../functions/service/platform/run-limits.ts'
import { type CountedChunk, voucherOfCounts } from '../../../functions/service/store/count-vouchers.ts'
import { eachOf } from '../../support/forms.ts'
import { createRunApp, executeInstance, queueRun } from '../../support/worker/large-runs.ts'
import { lineReaders } from '../../support/worker/line-readers.ts'
import { problemOf } from '../../support/worker/readers.ts'
import { chunkedRun, pages } from '../../support/worker/results.ts'
import { demoRun, makeRun } from '../../support/worker/runs.ts'
import { moveResult } from '../../support/worker/stored-objects.ts'
import { createVictim } from '../../support/worker/victim.ts'

/**
 * The counts of chunks, by which a filtered view passes over chunks that have none of its lines: whoever exchanges them
 * behind the service's back gets no view that is short of lines.
 */

const chunk = (view: string, seq: number) => `WHERE run_id = :run AND view = '${view}' AND seq = ${seq}`
const set = (view: string, seq: number, columns: string) => `UPDATE result_chunks SET ${columns} ${chunk(view, seq)}`

/** Sets columns of a chunk to those of another chunk of the view. */
const copied = (view: string, [to, from]: readonly [number, number], ...columns: readonly string[]) =>
  set(view, to, columns.map((name) => `${name} = (SELECT ${name} FROM result_chunks ${chunk(view, from)})`).join(', '))

/** Of the victim's chunks each has a line: two matches, of `exact` and `near`, and breaks of two reasons. */
const exchanges = (['matches', 'breaks'] as const).flatMap((view) =>
  (
    [
      ['no counts', set(view, 1, "counts = '{}'")],
      ['another key', set(view, 1, `counts = '{"other|other":1}'`)],
      [
        'a key less than nothing',
        set(view, 1, `counts = json_patch('{"other|other":2}', replace(counts, ':1', ':-1'))`),
      ],
      ['a list', set(view, 1, "counts = '[1]'")],
      ['the counts of another chunk', copied(view, [1, 0], 'counts')],
      ['the counts of another chunk, with their voucher', copied(view, [1, 0], 'counts', 'voucher')],
      ['all but the lines of another chunk', copied(view, [1, 0], 'counts', 'voucher', 'sha256')],
    ] as const
  ).map(([what, sql]) => ({ view, what, sql })),
)

const filteredReaders = (view: string) =>
  lineReaders.filter(({ name }) => name.startsWith('filtered') && name.endsWith(view))

let madeVictim: ReturnType<typeof createVictim> | undefined
/** One for all tests, each of which leaves it as it was. */
const victim = () => {
  madeVictim ??= createVictim()
  return madeVictim
}

describe('counts of a chunk that were exchanged', () => {
  it.each(eachOf(3, exchanges))('leave no filtered view of the $view short of lines: $what', async ({ view, sql }) => {
    const { client, run, tenantId, whileAltered } = await victim()
    const readers = filteredReaders(view)
    expect(readers).toHaveLength(5)
    for (const { name, ask } of readers) {
      const outcome = await whileAltered([sql], () => ask({ client, run, tenantId }))
      expect([name, outcome]).toEqual([name, 'records_altered'])
    }
  })

  it('are named by their chunk', async () => {
    const { client, run, whileAltered } = await victim()
    await whileAltered([set('matches', 1, `counts = '{"other|other":1}'`)], async () =>
      expect(await problemOf(client.get(`${run.links.results}?rule=near`))).toMatchObject({
        status: 409,
        code: 'records_altered',
        detail: expect.stringContaining('Chunk 1 of the view matches'),
      }),
    )
  })
})

/** Sets columns of chunks of matches; fails the test where there are none. */
async function setMatches(runId: string, columns: string, where = '1'): Promise<void> {
  const { meta } = await env.DB.prepare(
    `UPDATE result_chunks SET ${columns} WHERE run_id = ? AND view = 'matches' AND ${where}`,
  )
    .bind(runId)
    .run()
  expect(meta.changes).toBeGreaterThan(0)
}

describe('a chunk that the service stores', () => {
  it.each(['in a request', 'in pieces'])('has a voucher of its counts: %s', async (how) => {
    const app = createRunApp(how === 'in pieces' ? {} : { runLimits })
    const { client, tenantId } = await app.newTenant()
    const { id: runId } = how === 'in pieces' ? await queueRun(client, demoRun) : await makeRun(client)
    for (const { params } of app.started) await executeInstance(app, params)
    const { results } = await env.DB.prepare('SELECT * FROM result_chunks WHERE run_id = ?')
      .bind(runId)
      .all<CountedChunk & { readonly attempt: number; readonly voucher: string }>()
    expect(results.length).toBeGreaterThan(3)
    for (const { attempt, view, seq, count, sha256, counts, voucher } of results)
      expect(voucher).toBe(voucherOfCounts(env, tenantId, { runId, attempt, view, seq, count, sha256, counts }))
  })
})

describe('a page of a filtered view', () => {
  it.each(['rows', 'objects'])('is not taken from later chunks for one that was exchanged: in %s', async (place) => {
    const { client, run } = await chunkedRun()
    if (place === 'objects') await moveResult(run.id)
    const path = `${run.links.results}?rule=second&limit=2`
    const [first] = await pages(client, path, 'matches')
    expect(first).toHaveLength(2)
    // Chunk 5 has lines of the rule, too, but none of these.
    await setMatches(run.id, "counts = replace(counts, '|second', '|first')", 'seq < 5')
    expect(await problemOf(client.get(path))).toMatchObject({ status: 409, code: 'records_altered' })
  })

  it('reads none of the chunks that it passes over', async () => {
    const { client, run, recorder } = await chunkedRun()
    // What is not read is not missed.
    await setMatches(run.id, "text = ''", "NOT instr(counts, '|second')")
    const [page] = await pages(client, `${run.links.results}?rule=second`, 'matches')
    expect(page).toHaveLength(15)
    expect(recorder.roundTrips).toBe(2)
  })
})

describe('counts that nothing vouches for, as after a change of KEY_PEPPER', () => {
  it('are compared with the lines, and filtered views stay what they were', async () => {
    const { client, run, tenantId } = await chunkedRun()
    const paths = ['rule=second', 'rule=first', 'rule=none', 'confidence=exact&rule=second'].map(
      (filter) => `${run.links.results}?${filter}&limit=4`,
    )
    const readAll = async () => {
      const views: unknown[] = []
      for (const path of paths) views.push((await pages(client, path, 'matches')).flat())
      for (const { ask } of filteredReaders('matches').filter(({ name }) => /ndjson|csv/.test(name)))
        views.push(await ask({ client, run, tenantId }))
      return views
    }
    const before = await readAll()
    await setMatches(run.id, "voucher = ''")
    expect(await readAll()).toEqual(before)
  })

  it('are read, of a few chunks a page', async () => {
    const { client, run } = await chunkedRun()
    await setMatches(run.id, "voucher = ''")
    // Eight of the ten chunks, then the others.
    expect(await pages(client, `${run.links.results}?rule=none`, 'matches')).toEqual([[], []])
  })
})

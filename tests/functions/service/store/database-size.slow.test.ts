import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { inForms, sizeOf } from '../../../support/forms.ts'
import { notePromise } from '../../../support/promised.ts'
import { createTestApp, origin } from '../../../support/worker/client.ts'
import { allInObjects, csvOf } from '../../../support/worker/uploads.ts'

const sizes = { short: 60, long: 2_000 }
/** Before these the proofs of a receipt are short, and two receipts fit a page of the database. */
const earlierCount = 100
const runCount = sizeOf(sizes)

const rules = [
  { id: 'exact', match: [{ field: 'reference' }, { field: 'amount' }] },
  { id: 'fee', match: [{ field: 'reference' }, { field: 'amount', tolerance: '0.05' }], variance: 'fee' },
]

const byteCountOfDatabase = async () => (await env.DB.prepare('SELECT 1').run()).meta.size_after

/** Uploads two small files and reconciles them, with all lines in objects. Not checked against the contract. */
async function runsOf() {
  const { fetch, newTenant } = createTestApp(allInObjects)
  const { secret } = await newTenant()
  // Files of the same records would have the run store a warning.
  const [bank, ledger] = [csvOf(10), csvOf(10).replaceAll('\nr', '\nl')]
  const post = async (path: string, body: string, type: string) => {
    const headers = { 'X-API-Key': secret, 'Content-Type': type }
    const response = await fetch(new Request(`${origin}/api/v1/${path}`, { method: 'POST', headers, body }))
    expect(response.status).toBe(201)
    await response.body?.cancel()
  }
  const run = JSON.stringify({ name: 'Daily', sourceAdapter: 'bank:a', targetAdapter: 'ledger:b', rules })
  return async (count: number) => {
    for (let made = 0; made < count; made += 1) {
      await post('datasets?name=Statement&adapter=bank:a', bank, 'text/csv')
      await post('datasets?name=Ledger&adapter=ledger:b', ledger, 'text/csv')
      await post('runs', run, 'application/json')
    }
  }
}

describe(inForms('the database of runs whose lines are in objects', sizes), () => {
  it('has at most 13 KB for a run with both of its files', { timeout: 3_600_000 }, async (context) => {
    const make = await runsOf()
    await make(earlierCount)
    const before = await byteCountOfDatabase()
    await make(runCount)
    const byteCount = Math.round(((await byteCountOfDatabase()) - before) / runCount)
    notePromise(context, {
      property: 'database-size: bytes of D1 for a run with two files, lines in R2',
      wanted: 'at most 13,000',
      reached: `${byteCount} of ${runCount} runs`,
    })
    expect(byteCount).toBeLessThan(13_000)
  })
})

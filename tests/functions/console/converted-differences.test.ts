import { describe, expect, it } from 'vitest'
import { createEngineSession } from '../../../functions/console/engine-worker/engine-session.ts'
import { type LineQuery, plainQuery } from '../../../functions/console/engine-worker/line-types.ts'
import { titleOf } from '../../../functions/console/line/line-title.ts'
import { openRows } from '../../engine/support/open-rows.ts'
import { sha256 } from '../../engine/support/sha256.ts'

/** Breaks of rules that compare in a currency which the records do not have: their differences are amounts of that one. */

const head = 'id,date,amount,currency,reference\n'
const source = `${head}s1,2026-01-01,100.00,CHF,A\ns2,2026-01-01,200.00,CHF,B\n`
const target = `${head}t1,2026-01-01,97.00,EUR,A\nt2,2026-01-01,210.00,CHF,B\n`
const rates = [{ from: 'CHF', to: 'EUR', date: '2026-01-01', rate: '0.95' }]
const policyOf = (id: string, tolerance: string) => ({
  rates,
  rules: [
    { id, convert: { to: 'EUR', maxAgeDays: 3 }, match: [{ field: 'reference' }, { field: 'amount', tolerance }] },
  ],
})

const inEuros: LineQuery = { ...plainQuery('breaks'), currency: 'EUR' }

async function openRun() {
  const policy = policyOf('converted', '0')
  const session = createEngineSession({ sha256, openRows })
  for (const [side, text] of [['source', source] as const, ['target', target] as const])
    await session.readSide({ side, file: new File([text], `${side}.csv`), settings: {} }, () => undefined)
  const start = await session.reconcile({ policy }, () => undefined)
  if (start.kind !== 'done') throw new Error(JSON.stringify(start))
  return { session, run: start.run }
}

describe('the difference of a break that was compared after conversion', () => {
  it('counts in the currency that was compared in', async () => {
    const { run } = await openRun()
    const mismatch = run.reasons.find(({ reason }) => reason === 'amount_mismatch')
    expect(mismatch).toMatchObject({ count: 2, value: { EUR: '11.5' } })
  })

  it('is shown and found in that currency', async () => {
    const { session, run } = await openRun()
    const { lines } = session.lines(run.id, inEuros, { from: 0, count: 9 })
    expect(lines.map(titleOf)).toEqual(['2.00 EUR over in target', '9.50 EUR over in target'])
  })

  it('counts in that currency where it goes with a changed rule', async () => {
    const { session, run } = await openRun()
    const end = await session.lineChanges(run.id, { view: 'breaks', position: 0 }, () => undefined)
    const closed = { count: 1, amounts: { EUR: '2' } }
    expect(end).toMatchObject({ choices: [{ kind: 'wider', trial: { lists: { closed } } }] })
  })
})

import { describe, expect, it } from 'vitest'
import { createEngineSession } from '../../../functions/console/engine-worker/engine-session.ts'
import { plainQuery } from '../../../functions/console/engine-worker/line-types.ts'
import { titleOf } from '../../../functions/console/line/line-title.ts'
import { openRows } from '../../engine/support/open-rows.ts'
import { sha256 } from '../../engine/support/sha256.ts'

/** Matches of records of which one has a currency and the other has none, or another. */

const head = 'id,date,amount,currency,reference\n'
const source = `${head}s1,2026-01-01,100.00,EUR,A\ns2,2026-01-01,200.00,,B\ns3,2026-01-01,300.00,EUR,C\ns4,2026-01-01,400.00,EUR,D\n`
const target = `${head}t1,2026-01-01,100.00,,A\nt2,2026-01-01,200.00,EUR,B\nt3,2026-01-01,300.00,USD,C\nt4,2026-01-01,401.00,,D\n`

const matches = plainQuery('matches')

async function openRun() {
  const session = createEngineSession({ sha256, openRows })
  for (const [side, text] of [['source', source] as const, ['target', target] as const])
    await session.readSide({ side, file: new File([text], `${side}.csv`), settings: {} }, () => undefined)
  const policy = [{ id: 'by-reference', ignoreAmount: true, crossCurrency: true, match: [{ field: 'reference' }] }]
  const start = await session.reconcile({ policy }, () => undefined)
  if (start.kind !== 'done') throw new Error(JSON.stringify(start))
  return { session, run: start.run }
}

describe('a match of a record with a currency and one without', () => {
  it('is of the amount that both have, in the currency that one has', async () => {
    const { session, run } = await openRun()
    const { lines } = session.lines(run.id, matches, { from: 0, count: 9 })
    expect(lines.map(titleOf)).toEqual([
      '100.00 EUR matched',
      '200.00 EUR matched',
      '2 records matched',
      '2 records matched',
    ])
  })

  it('is found by its amount', async () => {
    const { session, run } = await openRun()
    const found = session.lines(run.id, { ...matches, amountMin: '150', currency: 'EUR' }, { from: 0, count: 9 })
    expect(found.lines.map(titleOf)).toEqual(['200.00 EUR matched'])
  })
})

import { addDecimals, at, formatDecimal, parseDecimal } from '@tallystick/engine/base'
import { describe, expect, it } from 'vitest'
import { createEngineSession } from '../../../functions/console/engine-worker/engine-session.ts'
import { totalRows } from '../../../functions/console/result/total-rows.ts'
import { openRows } from '../../engine/support/open-rows.ts'
import { sha256 } from '../../engine/support/sha256.ts'

/** Matches whose signs are opposite: the totals add up only with what turning the target's sign changed. */

const source = 'id,date,amount,currency,reference\ns1,2026-01-01,250.00,EUR,A\ns2,2026-01-01,10.00,EUR,B\n'
const target = 'id,date,amount,currency,reference\nt1,2026-01-01,-250.01,EUR,A\nt2,2026-01-01,10.00,EUR,B\n'
const opposite = {
  id: 'opposite',
  match: [{ field: 'reference' }, { field: 'amount', sign: 'opposite', tolerance: '0.01' }],
}
const equal = { id: 'equal', match: [{ field: 'reference' }, { field: 'amount' }] }

async function openRun(policy = [opposite, equal]) {
  const session = createEngineSession({ sha256, openRows })
  for (const [side, text] of [['source', source] as const, ['target', target] as const])
    await session.readSide({ side, file: new File([text], `${side}.csv`), settings: {} }, () => undefined)
  const start = await session.reconcile({ policy }, () => undefined)
  if (start.kind !== 'done') throw new Error(JSON.stringify(start))
  return { session, run: start.run }
}

const sumOf = (texts: readonly string[]): string =>
  formatDecimal(texts.flatMap((text) => parseDecimal(text) ?? []).reduce(addDecimals))

describe('matches with opposite signs', () => {
  it('are in the totals as what was turned, which then add up', async () => {
    const rows = totalRows((await openRun()).run.totals, 'EUR')
    expect(rows.find(({ kind }) => kind === 'turned')).toMatchObject({
      label: 'Turned',
      between: { amount: '-500.02', words: 'by a changed sign' },
    })
    const amounts = rows.flatMap(({ between }) => between?.amount ?? [])
    const matched = at(rows, 0)
    expect(sumOf([matched.source ?? '', ...amounts])).toBe(matched.target)
  })

  it('are no row where nothing was turned', async () => {
    const { run } = await openRun()
    expect(totalRows({ ...run.totals, turned: {} }, 'EUR').map(({ kind }) => kind)).not.toContain('turned')
  })

  it('show what a changed rule turns', async () => {
    const exact = { id: 'opposite', match: [{ field: 'reference' }, { field: 'amount', sign: 'opposite' }] }
    const { session, run } = await openRun([exact, equal])
    const end = await session.lineChanges(run.id, { view: 'breaks', position: 0 }, () => undefined)
    const turned = [{ currency: 'EUR', total: { before: '0', after: '-500.02' } }]
    expect(end).toMatchObject({ choices: [{ kind: 'wider', trial: { turned } }] })
  })
})

import { expect, it } from 'vitest'
import { createEngineSession } from '../../../functions/console/engine-worker/engine-session.ts'
import { openRows } from '../../engine/support/open-rows.ts'
import { sha256 } from '../../engine/support/sha256.ts'

const head = 'id,date,amount,currency,reference\n'
const texts = {
  source: `${head}s1,2026-03-02,100.00,EUR,A\n`,
  target: `${head}t1,2026-03-02,60.00,EUR,A\nt2,2026-03-02,40.00,EUR,late\n`,
}
const whole = [{ id: 'whole', match: [{ field: 'reference' }, { field: 'amount' }] }]
const inParts = [
  { id: 'part', residual: 'open', match: [{ field: 'reference' }], cardinality: '1:n', sum: { tolerance: '50' } },
  { id: 'rest', match: [{ field: 'amount' }, { field: 'date', days: 2 }] },
]

/** Source records with their amounts, of a run under rules that others are tried on. */
async function tried(policy: typeof whole, other: typeof whole, kind: 'gained' | 'lost') {
  const session = createEngineSession({ sha256, openRows })
  for (const side of ['source', 'target'] as const)
    await session.readSide({ side, file: new File([texts[side]], `${side}.csv`), settings: {} }, () => undefined)
  const start = await session.reconcile({ policy }, () => undefined)
  if (start.kind !== 'done') throw new Error(start.kind)
  const end = await session.tryRules(start.run.id, { policy: other }, () => undefined)
  if (end.kind !== 'done') throw new Error(end.kind)
  return end.trial.lists[kind].rows.map(({ source: { id, amount } }) => `${id} ${amount}`)
}

it('shows of what a match leaves over what is left, under the rules that leave it', async () => {
  expect(await tried(whole, inParts, 'gained')).toEqual(['s1 100', 's1~1 40'])
  expect(await tried(inParts, whole, 'lost')).toEqual(['s1 100', 's1~1 40'])
})

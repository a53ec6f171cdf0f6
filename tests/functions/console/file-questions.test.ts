import { expect, it } from 'vitest'
import { createEngineSession } from '../../../functions/console/engine-worker/engine-session.ts'
import { openRows } from '../../engine/support/open-rows.ts'
import { sha256 } from '../../engine/support/sha256.ts'

const head = 'id,date,amount,currency,reference\n'
const texts = { source: `${head}s1,2026-03-01,10.00,EUR,A\n`, target: `${head}t1,2026-03-01,10.00,EUR,A\n` }

it('looks for rules beside a run: neither ends the other', async () => {
  const session = createEngineSession({ sha256, openRows })
  for (const side of ['source', 'target'] as const)
    await session.readSide({ side, file: new File([texts[side]], `${side}.csv`), settings: {} }, () => undefined)
  const before = session.propose()
  const run = session.reconcile({ policy: [] }, () => undefined)
  const after = session.propose()
  expect((await run).kind).toBe('done')
  expect(await before).toBeUndefined()
  expect(await after).toMatchObject({ rules: expect.any(Array) })
  const last = session.propose()
  await session.reconcile({ policy: [] }, () => undefined)
  expect(await last).toBeDefined()
})

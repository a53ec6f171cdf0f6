import { describe, expect, it } from 'vitest'
import { eachOf } from '../../../support/forms.ts'
import { notePromise } from '../../../support/promised.ts'
import { endOf, expectedEnd } from '../../../support/worker/fault-end.ts'
import { everyScene } from '../../../support/worker/scenes/every-scene.ts'
import { askedWith } from '../../../support/worker/with-faults.ts'

/** It says which store is away. */
const { getReadiness, ...scenes } = everyScene

describe.each([
  { store: 'kv', kind: 'before' },
  { store: 'kv', kind: 'silent' },
  { store: 'queue', kind: 'before' },
  { store: 'queue', kind: 'silent' },
] as const)('while every call of $store fails, $kind', (fault) => {
  it.each(Object.entries(scenes))('%s answers without another try as it does with it', async (operationId, scene) => {
    const clean = await askedWith(scene)
    const without = await askedWith(scene, fault)
    expect([without.status, without.retryCount], operationId).toEqual([clean.status, 0])
  })
})

describe.each(['d1', 'r2', 'workflow'] as const)('where every call of %s fails', (store) => {
  it.each(eachOf(3, Object.entries(scenes)))(
    '%s is done once the store is back, and once only',
    async (name, scene) => {
      const clean = await askedWith(scene)
      const fault = { store, kind: 'before' } as const
      expect(await endOf(name, scene, { fault, clean })).toMatchObject(expectedEnd(clean))
    },
  )
})

it('says which store is away', async () => {
  for (const store of ['d1', 'kv', 'r2'] as const) {
    const { firstStatus } = await askedWith(getReadiness, { store, kind: 'silent' })
    expect(firstStatus, store).toBe(503)
  }
})

it('says what was tried', (context) => {
  notePromise(context, {
    property: 'stores-down: KV, the queue, D1, R2 or the Workflows away altogether',
    wanted: 'without KV or the queue all as usual; without another store nothing half-done, and done when it is back',
    reached: `${Object.keys(scenes).length} operations`,
  })
})

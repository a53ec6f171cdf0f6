import { describe, expect, it } from 'vitest'
import { eachOf } from '../../../support/forms.ts'
import { notePromise } from '../../../support/promised.ts'
import { createTestApp } from '../../../support/worker/client.ts'
import { endOf, expectedEnd } from '../../../support/worker/fault-end.ts'
import { faultKinds, type StoreFault } from '../../../support/worker/faulty-stores.ts'
import { everyScene, operationIds } from '../../../support/worker/scenes/every-scene.ts'
import { askedWith, type Outcome } from '../../../support/worker/with-faults.ts'

const figures = { cases: 0, operations: 0 }

it('knows a request of each operation', async () => {
  expect(Object.keys(everyScene).sort()).toEqual([...(await operationIds(createTestApp()))].sort())
})

describe('a client that tries again at most three times has a final answer, and nothing is lost or doubled', () => {
  it.each(eachOf(7, Object.entries(everyScene)))('%s', async (operationId, scene) => {
    const clean = await askedWith(scene)
    expect(clean.status, clean.code).toBeLessThan(400)
    figures.operations += 1
    for (const fault of eachOf(9, faultsOf(clean))) {
      const end = await endOf(operationId, scene, { fault, clean })
      expect(end, JSON.stringify(fault)).toMatchObject(expectedEnd(clean))
      if (end.wasMet) figures.cases += 1
    }
  })
})

it('says how much was tried', (context) => {
  notePromise(context, {
    property: 'fault-matrix: one call of a store fails, is lost or silent, or the Worker ends there',
    wanted: 'a final answer within three tries, nothing lost or doubled, stored bytes as summed',
    reached: `${figures.cases} cases of ${figures.operations} operations`,
  })
  expect(figures.cases).toBeGreaterThan(0)
})

const faultsOf = ({ callCount }: Outcome): readonly StoreFault[] =>
  Array.from({ length: callCount }, (_, index) => faultKinds.map((kind) => ({ number: index + 1, kind }))).flat()

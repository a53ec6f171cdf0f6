import { describe, expect, it } from 'vitest'
import type { RunRecord } from '../../../../schema/run.ts'
import { largeRunScene as scene } from '../../../support/worker/large-run-scene.ts'
import { executeInstance, largeRun, queueRun } from '../../../support/worker/large-runs.ts'
import { problemOf } from '../../../support/worker/readers.ts'

/** `POST /runs/{id}/cancel`, which cancels a run and can delete none. */

const pathOf = (id: string): string => `/api/v1/runs/${id}/cancel`

describe('a request to cancel a run', () => {
  it('answers with the cancelled run, as often as it is sent', async () => {
    const { client, state, states } = await scene()
    const { id } = await queueRun(client)
    for (let sent = 0; sent < 3; sent += 1) {
      const response = await client.post(pathOf(id))
      expect([response.status, await response.json<RunRecord>()]).toMatchObject([200, { id, status: 'cancelled' }])
    }
    expect([(await state(id)).status, states.get(`${id}-1`)]).toEqual(['cancelled', 'terminated'])
  })

  it('leaves a run that has ended as it is, for a key that may delete it', async () => {
    const { client, execute, state } = await scene()
    const { id } = await queueRun(client)
    await execute(id)
    for (let sent = 0; sent < 2; sent += 1)
      expect(await problemOf(client.post(pathOf(id)))).toMatchObject({
        status: 409,
        code: 'run_finished',
        detail: 'The run is completed: there is nothing to cancel.',
      })
    expect((await state(id)).status).toBe('completed')
  })

  it('is refused while a receipt of the run may be signed', async () => {
    const { client, tenantId, env: bindings, isolate, state } = await scene()
    const { id } = await queueRun(client)
    const refused: unknown[] = []
    const before = async (step: string): Promise<void> => {
      if (step === 'seal') refused.push(await problemOf(client.post(pathOf(id))))
    }
    await executeInstance({ env: bindings, isolate }, { tenantId, runId: id, attempt: 1 }, { before })
    expect(refused).toMatchObject([{ status: 409, code: 'run_not_finished' }])
    expect((await state(id)).status).toBe('completed')
  })

  it.each([['runs:write'], ['runs:delete']] as const)('is taken from a key with %s alone', async (scope) => {
    const { client, clientWith } = await scene()
    const { id } = await queueRun(client)
    const key = await client.post('/api/v1/keys', { name: 'One scope', scopes: [scope] })
    const { secret } = await key.json<{ secret: string }>()
    const response = await clientWith({ 'X-API-Key': secret }).post(pathOf(id))
    expect([response.status, (await response.json<RunRecord>()).status]).toEqual([200, 'cancelled'])
  })

  it('tells a run that was deleted from one that never was', async () => {
    const { client } = await scene()
    const { id } = await queueRun(client)
    await client.post(pathOf(id))
    await client.delete(`/api/v1/runs/${id}`)
    expect((await problemOf(client.post(pathOf(id)))).code).toBe('records_deleted')
    expect((await problemOf(client.post(pathOf('run_x')))).code).toBe('run_not_found')
  })

  it('frees the place of the run and its Idempotency-Key', async () => {
    const { client } = await scene()
    const key = { 'Idempotency-Key': 'cancelled' }
    const { id } = await queueRun(client, {}, key)
    await client.post(pathOf(id))
    const again = await client.post('/api/v1/runs', largeRun, key)
    expect([again.status, await again.json<RunRecord>()]).toMatchObject([201, { id, status: 'cancelled' }])
  })
})

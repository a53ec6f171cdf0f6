import { expect, it } from 'vitest'
import { eachOf, sizeOf } from '../../../support/forms.ts'
import { notePromise } from '../../../support/promised.ts'
import { type Client, createTestApp } from '../../../support/worker/client.ts'
import { issuerLines } from '../../../support/worker/people.ts'
import { problemOf, settableClock } from '../../../support/worker/readers.ts'
import { everyScene } from '../../../support/worker/scenes/every-scene.ts'
import type { Scene } from '../../../support/worker/scenes/scene.ts'

const path = '/api/v1/keys'
const figures = { operations: 0 }

it.each<[string, Scene]>(eachOf(7, Object.entries(everyScene)))(
  '%s is closed to a key that is mistyped, revoked or replaced elsewhere, or has expired',
  async (_, scene) => {
    const clock = settableClock()
    const options = { now: clock.now, env: { OIDC_ISSUERS: issuerLines.join('\n') } }
    const [here, elsewhere] = [createTestApp(options), createTestApp(options)]
    const { client, secret, ...tenant } = await here.newTenant()
    const { by, method, path: asked, headers = {}, body } = await scene(here, { client, secret, ...tenant })
    const codeFor = async (key: string | undefined) => {
      const who = key === undefined ? elsewhere.client : elsewhere.clientWith({ 'X-API-Key': key })
      const answer = await who.send(asked, { method, headers, ...(body !== undefined && { body }) })
      return answer.status === 401 ? (await problemOf(answer)).code : undefined
    }
    // Members and the operator have no key, and anybody may ask the public routes.
    if (by !== undefined || (await codeFor(undefined)) !== 'api_key_missing') return
    figures.operations += 1

    elsewhere.recorder.reset()
    expect(await codeFor(`${secret.slice(0, -1)}${secret.endsWith('0') ? '1' : '0'}`)).toBe('api_key_invalid')
    expect(elsewhere.recorder.calls).toEqual([])

    const soon = new Date(clock.now() + 60_000).toISOString()
    const [revoked, replaced, expiring] = [await made(client), await made(client), await made(client, soon)]
    for (const key of [revoked, replaced, expiring])
      expect((await elsewhere.clientWith({ 'X-API-Key': key.secret }).get('/api/v1/runs')).status).toBe(200)
    expect((await client.delete(`${path}/${revoked.id}`)).status).toBe(204)
    expect((await client.post(`${path}/${replaced.id}/rotate`, { overlapSeconds: 0 })).status).toBe(201)
    clock.advance(15_000)
    expect(await codeFor(revoked.secret)).toBe('api_key_revoked')
    expect(await codeFor(replaced.secret)).toMatch(/^api_key_(expired|revoked)$/)
    clock.advance(45_000)
    expect(await codeFor(expiring.secret)).toBe('api_key_expired')
  },
)

it('says how many operations were tried', (context) => {
  notePromise(context, {
    property: 'keys: mistyped, revoked or replaced in another isolate 15 seconds ago, expired',
    wanted: 'refused, the mistyped without a call of a store',
    reached: `${figures.operations} operations`,
  })
  expect(figures.operations).toBeGreaterThan(sizeOf({ quick: 0, short: 3, long: 3 }))
})

interface MadeKey {
  readonly id: string
  readonly secret: string
}

async function made(client: Client, expiresAt: string | null = null): Promise<MadeKey> {
  const answer = await client.post(path, { name: 'Another', scopes: ['runs:read'], expiresAt })
  expect(answer.status, await answer.clone().text()).toBe(201)
  const { id, secret } = await answer.json<MadeKey>()
  return { id, secret }
}

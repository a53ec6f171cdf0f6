import { fromBase64 } from '@tallystick/engine/base'
import { expect, it } from 'vitest'
import { signatureBy } from '../../../../../functions/service/tenants/webhooks/signing-secret.ts'
import { createTestApp } from '../../../../support/worker/client.ts'
import { makeWebhook, outside, testedWebhook, webhooksPath } from '../../../../support/worker/endpoint.ts'

/** Of Standard Webhooks: the example of its specification, and what its libraries are tested with. */
const vector = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  message: { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1_614_265_330, body: '{"test": 2432232314}' },
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
}

const keyOf = (secret: string) => fromBase64(secret.replace('whsec_', '')) ?? new Uint8Array()

const signed = (secret: string, { headers, body }: { readonly headers: Headers; readonly body: string }) =>
  signatureBy(keyOf(secret), {
    ...{ id: headers.get('webhook-id') ?? '', timestamp: Number(headers.get('webhook-timestamp')), body },
  })

it('signs as the specification does', () => {
  expect(signatureBy(keyOf(vector.secret), vector.message)).toBe(vector.signature)
})

it('signs what it sends with the secret that it showed once, and stores no secret', async () => {
  const { sent } = outside()
  const { client, env, tenantId } = { ...createTestApp(), ...(await createTestApp().newTenant()) }
  const { id, secret } = await testedWebhook(client)
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(sent).toHaveLength(1)
  const [test] = sent
  expect(test?.headers.get('webhook-signature')).toBe(test && signed(secret, test))
  expect(test?.headers.get('webhook-id')).toMatch(/^msg_[0-9a-z]{26}$/)
  const row = await env.DB.prepare('SELECT * FROM webhooks WHERE tenant_id = ?').bind(tenantId).first()
  expect(JSON.stringify(row)).not.toContain(secret.slice('whsec_'.length))
  expect(await (await client.get(`${webhooksPath}/${id}`)).text()).not.toContain('whsec_')
})

it('signs with the secrets before as well until the overlap is over', async () => {
  const { sent } = outside()
  let now = Date.parse('2026-03-01T00:00:00Z')
  const { client } = await createTestApp({ now: () => now }).newTenant()
  const { id, secret } = await makeWebhook(client)
  const rotate = async (overlapSeconds: number) =>
    (await client.post(`${webhooksPath}/${id}/rotate-secret`, { overlapSeconds })).json<{ secret: string }>()
  const second = await rotate(3600)
  const third = await rotate(3600)
  const tried = async () => {
    await client.post(`${webhooksPath}/${id}/test`)
    const last = sent.at(-1)
    if (last === undefined) throw new Error('Nothing was sent')
    return { got: last.headers.get('webhook-signature')?.split(' '), by: (key: string) => signed(key, last) }
  }
  const within = await tried()
  expect(within.got).toEqual([third.secret, second.secret, secret].map(within.by))
  now += 3_600_000
  const after = await tried()
  expect(after.got).toEqual([after.by(third.secret)])
  const fourth = await rotate(0)
  const atOnce = await tried()
  expect(atOnce.got).toEqual([atOnce.by(fourth.secret)])
})

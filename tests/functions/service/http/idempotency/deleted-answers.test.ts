import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { createTestApp } from '../../../../support/worker/client.ts'
import { problemOf } from '../../../../support/worker/readers.ts'
import { demoRun } from '../../../../support/worker/runs.ts'
import { jsonUpload } from '../../../../support/worker/uploads.ts'

/** KV as another location sees it that has not heard of removals yet: what was put stays. */
const lateKv = new Proxy(env.KV, {
  get(kv, name) {
    if (name === 'delete') return () => Promise.resolve()
    const member: unknown = Reflect.get(kv, name)
    return typeof member === 'function' ? member.bind(kv) : member
  },
})

const requests = [
  ['a run', '/api/v1/runs', demoRun],
  ['a dataset', '/api/v1/datasets', jsonUpload],
] as const

describe('what was deleted', () => {
  it.each(requests)('is not brought back by KV, which may be behind: %s', async (_, path, body) => {
    const { client } = await createTestApp({ env: { KV: lateKv } }).newTenant()
    const post = () => client.post(path, body, { 'Idempotency-Key': 'one' })
    const { id } = await (await post()).json<{ id: string }>()
    expect((await post()).headers.get('Idempotent-Replayed')).toBe('true')
    expect((await client.delete(`${path}/${id}`)).status).toBe(204)
    expect(await problemOf(post())).toMatchObject({ status: 410, code: 'records_deleted' })
  })
})

import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { queries } from '../../../../functions/service/store/database.ts'
import { idempotencyStore, isClaimConflict } from '../../../../functions/service/store/idempotency-store.ts'

const db = queries(env.DB)
const store = idempotencyStore(db)
const fields = { keyHash: 'k', fingerprint: 'f', resource: 'run_1', expiresAt: 1000 }

const failureOf = (attempt: PromiseLike<unknown>) =>
  attempt.then(
    () => undefined,
    (error: unknown) => error,
  )

describe('the claims of idempotency keys', () => {
  it('hold one resource a key, and the batch of a second claim fails as a conflict', async () => {
    await store.claim('ten_a', fields)
    const second = { ...fields, resource: 'run_2' }
    const error = await failureOf(
      db.batch([store.release('ten_a', { keyHash: 'k', now: 999 }), store.claim('ten_a', second)]),
    )
    expect(isClaimConflict(error)).toBe(true)
    expect((await store.find('ten_a', 'k')).map((row) => row.resource)).toEqual(['run_1'])
  })

  it('are those of one tenant', async () => {
    await store.claim('ten_b', fields)
    await store.claim('ten_c', { ...fields, resource: 'run_3' })
    expect((await store.find('ten_c', 'k')).map((row) => row.resource)).toEqual(['run_3'])
  })

  it('are free again from the moment they expire', async () => {
    await store.claim('ten_d', fields)
    await db.batch([
      store.release('ten_d', { keyHash: 'k', now: 1000 }),
      store.claim('ten_d', { ...fields, resource: 'run_4', expiresAt: 2000 }),
    ])
    expect((await store.find('ten_d', 'k')).map((row) => row.resource)).toEqual(['run_4'])
  })

  it('are final once their resource has an answer, and stay so', async () => {
    await store.claim('ten_e', fields)
    await store.finish('ten_e', { resource: 'run_1', status: 201, body: '{"a":1}' })
    await store.finish('ten_e', { resource: 'run_1', status: 202, body: '{"a":2}' })
    const [row] = await store.find('ten_e', 'k')
    expect([row?.status, row?.body]).toEqual([201, '{"a":1}'])
  })

  it('are not finished by the answer of another tenant', async () => {
    await store.claim('ten_f', fields)
    await store.finish('ten_g', { resource: 'run_1', status: 201, body: '{}' })
    expect((await store.find('ten_f', 'k'))[0]?.status).toBeNull()
  })

  it('are swept when they have expired, a bounded number at a time', async () => {
    for (const keyHash of ['1', '2', '3']) await store.claim('ten_h', { ...fields, keyHash, expiresAt: 10 })
    await store.claim('ten_h', { ...fields, keyHash: '4', expiresAt: 11 })
    await store.sweep(10, 2)
    await store.sweep(10, 2)
    const left = await Promise.all(['1', '2', '3', '4'].map((keyHash) => store.find('ten_h', keyHash)))
    expect(left.map((rows) => rows.length)).toEqual([0, 0, 0, 1])
  })
})

describe('isClaimConflict', () => {
  it('does not take other failures for one', async () => {
    expect(isClaimConflict(new Error('D1_ERROR: UNIQUE constraint failed: receipts.tenant_id'))).toBe(false)
    expect(isClaimConflict('UNIQUE constraint failed: idempotency_keys.tenant_id')).toBe(false)
  })
})

import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import { createIsolate } from '../../../../functions/service/platform/isolate.ts'
import { inScope, openScope } from '../../../../functions/service/platform/work-scope.ts'
import { bucketOf } from '../../../../functions/service/store/bucket.ts'

it('counts what R2 charges for, and the bytes that are written, in the scope of whoever asks', async () => {
  const scope = openScope(createIsolate())
  await inScope(scope, async () => {
    const bucket = bucketOf(env)
    await bucket.put('counted/a', new Uint8Array(3))
    expect((await bucket.get('counted/a'))?.size).toBe(3)
    await bucket.head('counted/b')
    const begun = await bucket.createMultipartUpload('counted/b')
    const part = await bucket.resumeMultipartUpload('counted/b', begun.uploadId).uploadPart(1, new Uint8Array(4))
    await begun.complete([part])
    await bucket.list({ prefix: 'counted/' })
    await bucket.delete(['counted/a', 'counted/b'])
  })
  expect(scope).toMatchObject({ bucketWrites: 5, bucketReads: 2, bucketBytesWritten: 7 })
  await bucketOf(env).head('counted/a')
  expect(scope.bucketReads).toBe(2)
})

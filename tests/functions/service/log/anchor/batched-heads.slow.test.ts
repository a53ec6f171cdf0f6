import { expect, it } from 'vitest'
import { faultyBucket } from '../../../../support/worker/faulty-bucket.ts'
import { anchor, BUCKET, DB, indexApp, sealRun, standAlone, stores } from '../../../../support/worker/index-log.ts'
import { emptyRun, makeRun } from '../../../../support/worker/runs.ts'

standAlone()

it('takes the head of a size that was published only together with later ones', async () => {
  const { secret, tenantId } = await sealRun()
  await anchor()
  const [asked, published] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  // The index looks for a tile of the size that it has read when the log is published up to a later one.
  const inIndex = faultyBucket(BUCKET, [
    {
      matches: /tile\/0\/000\.p\/4$/,
      when: 'late',
      meanwhile: async () => {
        asked.resolve()
        await published.promise
      },
    },
  ])
  let indexed: Promise<unknown> = Promise.resolve()
  const ofSeals = { method: 'put', matches: /^once\/log\//, when: 'late' } as const
  const bucket = faultyBucket(stores.BUCKET, [
    // All runs wait to be sealed before the first one is.
    { ...ofSeals, meanwhile: () => new Promise((resolve) => setTimeout(resolve, 1_500)) },
    {
      ...ofSeals,
      skip: 2,
      meanwhile: async () => {
        indexed = anchor({ BUCKET: inIndex })
        await asked.promise
      },
    },
  ])
  const client = indexApp({ publicationMilliseconds: 5_000, env: { BUCKET: bucket } }).clientWith({
    'X-API-Key': secret,
  })
  await Promise.all(Array.from({ length: 6 }, () => makeRun(client, emptyRun)))
  published.resolve()
  await indexed
  const log = await DB.prepare('SELECT size, indexed_size, set_aside FROM tenant_logs WHERE tenant_id = ?')
    .bind(tenantId)
    .first()
  expect(log).toEqual({ size: 7, indexed_size: 4, set_aside: null })
})

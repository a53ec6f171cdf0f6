import { env } from 'cloudflare:workers'
import { createTestApp } from './client.ts'
import { interceptDatabase } from './intercept-database.ts'

/**
 * Begins to delete a dataset: the deletion has looked at what uses it, and waits before the batch that removes it until the
 * function is called that comes back, which gives the status of the answer.
 */
export async function holdDeletion(secret: string, datasetId: string): Promise<() => Promise<number>> {
  const mayCommit = Promise.withResolvers<void>()
  const hasLooked = Promise.withResolvers<void>()
  const DB = interceptDatabase(env.DB, async ({ sql }, call) => {
    if (sql.some((each) => /delete from "datasets"/i.test(each))) {
      hasLooked.resolve()
      await mayCommit.promise
    }
    return call()
  })
  const there = createTestApp({ env: { DB } }).clientWith({ 'X-API-Key': secret })
  const deleting = there.delete(`/api/v1/datasets/${datasetId}`)
  await hasLooked.promise
  return async () => {
    mayCommit.resolve()
    return (await deleting).status
  }
}

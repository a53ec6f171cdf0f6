import { env } from 'cloudflare:workers'
import { appendReceipt, emptyLog } from '@tallystick/engine/log'
import { logSignerOf, tenantHashOf } from '../../../functions/service/log/log-signer.ts'
import { sha256 } from '../../../functions/service/platform/hasher.ts'
import { bucketOf } from '../../../functions/service/store/bucket.ts'
import { checkpointStore } from '../../../functions/service/store/checkpoint-store.ts'
import { queries } from '../../../functions/service/store/database.ts'
import { logStore } from '../../../functions/service/store/log-store.ts'
import { madeReceiptFields } from '../receipt-fields.ts'
import type { TestApp } from './client.ts'

/** Statements that go into one batch. */
const statementCount = 100

/**
 * Puts a log of `size` receipts straight into the tables of a tenant without runs, signed once, as a service would have left
 * it that never published it. The runs are not there: only their receipts are looked at.
 */
export async function seedLog({ isolate }: Pick<TestApp, 'isolate'>, tenantId: string, size: number): Promise<void> {
  const db = queries(env.DB)
  const store = logStore(db)
  const signer = await logSignerOf({ isolate, env }, tenantId)
  const signed = checkpointStore(bucketOf(env), signer.origin)
  let log = emptyLog(sha256)
  for (let start = 0; start < size; start += statementCount) {
    const inserts: ReturnType<typeof store.append>[] = []
    const puts: Promise<boolean>[] = []
    for (let index = start; index < Math.min(size, start + statementCount); index += 1) {
      const sealed = appendReceipt(sha256, log, madeReceiptFields(index, tenantHashOf(tenantId)))
      log = sealed.log
      const note = await signer.sign(log)
      puts.push(signed.put(index + 1, { note, receipt: sealed.line }))
      inserts.push(store.append(tenantId, `run_${index}`, { ...sealed, checkpoint: note }))
    }
    await Promise.all(puts)
    const [first, ...others] = inserts
    if (first) await db.batch([first, ...others])
  }
  await store.advance(tenantId, emptyLog(sha256), log)
}

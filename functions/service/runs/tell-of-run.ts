import type { RunRow } from '../store/run-store.ts'
import { tell, toldEvent } from '../store/told-events.ts'
import type { Executor } from './executor.ts'

/** Tells webhooks that a run has ended. Goes into the batch that ends it. */
export function tellOfRun(
  { db, isolate }: Pick<Executor, 'db' | 'isolate'>,
  { tenantId, id, period }: RunRow,
  type: 'run.completed' | 'run.failed',
) {
  const now = isolate.now()
  const data = { runId: id, periodId: period?.id ?? null, link: `/api/v1/runs/${id}` }
  return tell(db, tenantId, { events: [toldEvent({ type, now, data, periodId: period?.id })], now })
}

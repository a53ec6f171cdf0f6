import { engineVersion } from '@tallystick/engine/base'
import type { Context } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { createId } from '../platform/ids.ts'
import type { RunRow } from '../store/run-store.ts'
import { leaseMilliseconds } from './executor.ts'
import { columnsInPieces, isForWorkflow } from './queue-run.ts'
import type { StoredPolicy } from './stored-policy.ts'

/** What a request decides of a run: name, adapters, pinned sides and policy. */
export interface RunContent
  extends Pick<
    RunRow,
    'name' | 'sourceAdapter' | 'targetAdapter' | 'source' | 'target' | 'warnings' | 'replayOf' | 'byteCount' | 'period'
  > {
  readonly policy: StoredPolicy
}

/** The row of a new run of the request's tenant. A request or a Workflow executes the run later. */
export function queuedRun(c: Context<AppEnv>, { policy, ...content }: RunContent): RunRow {
  const createdAt = c.var.isolate.now()
  const { source, target, byteCount } = content
  const extent = { recordCount: source.recordCount + target.recordCount, byteCount }
  return {
    ...content,
    ...policy.columns,
    tenantId: c.var.identity.tenantId,
    id: createId('run', createdAt),
    status: 'queued',
    engineVersion,
    requestId: c.var.requestId,
    createdAt,
    startedAt: null,
    completedAt: null,
    attempt: 0,
    leaseUntil: createdAt + leaseMilliseconds,
    inPieces: false,
    reservedBytes: 0,
    // What a period's run reads beside datasets, no step of a Workflow knows.
    ...(content.period === null && isForWorkflow(c, extent) && columnsInPieces(createdAt, extent)),
    progress: null,
    recordsRead: 0,
    currentRule: null,
    isSealing: false,
    summary: null,
    resultRoot: null,
    sequence: null,
    checkpoint: null,
    failure: null,
    createdBy: c.var.identity.actor.id,
  }
}

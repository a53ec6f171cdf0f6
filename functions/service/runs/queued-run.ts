import { engineVersion } from '@tallystick/engine/base'
import type { Context } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { createId } from '../platform/ids.ts'
import type { RunRow } from '../store/run-store.ts'
import { leaseMilliseconds } from './executor.ts'
import { columnsInPieces, isForWorkflow } from './queue-run.ts'
import type { PinnedSide } from './resolve-adapter.ts'

/** The columns of a run that its request decides: name, adapters, pinned sides and policy. */
export type RunContent = Pick<
  RunRow,
  | 'name'
  | 'sourceAdapter'
  | 'targetAdapter'
  | 'source'
  | 'target'
  | 'warnings'
  | 'rules'
  | 'policyId'
  | 'policyHash'
  | 'policyParts'
  | 'replayOf'
  | 'byteCount'
>

/** A new run of the request's tenant, as it is stored before it is executed: by the request, or by a Workflow. */
export function queuedRun(c: Context<AppEnv>, content: RunContent): RunRow {
  const createdAt = c.var.isolate.now()
  const { source, target, byteCount } = content
  const extent = { recordCount: recordCountIn(source) + recordCountIn(target), byteCount }
  return {
    ...content,
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
    ...(isForWorkflow(c, extent) && columnsInPieces(createdAt, extent)),
    recordsRead: 0,
    currentRule: null,
    isSealing: false,
    summary: null,
    resultRoot: null,
    sequence: null,
    checkpoint: null,
    failure: null,
    createdBy: c.var.identity.keyId,
  }
}

function recordCountIn(side: string): number {
  const { recordCount }: PinnedSide = JSON.parse(side)
  return recordCount
}

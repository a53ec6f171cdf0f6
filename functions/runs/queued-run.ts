import { engineVersion } from '@tallystick/engine'
import type { Context } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { createId } from '../platform/ids.ts'
import type { RunRow } from '../store/run-store.ts'
import { leaseMilliseconds } from './executor.ts'

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
>

/** A new run of the request's tenant, as it is stored before it is executed. */
export function queuedRun(c: Context<AppEnv>, content: RunContent): RunRow {
  const createdAt = c.var.isolate.now()
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
    summary: null,
    resultRoot: null,
    sequence: null,
    checkpoint: null,
    failure: null,
    createdBy: c.var.identity.keyId,
  }
}

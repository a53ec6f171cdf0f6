import type { Context } from 'hono'
import type { AppEnv } from '../../http/app-env.ts'
import { ProblemError } from '../../http/problem.ts'
import { requireScope } from '../../http/scopes.ts'
import { unsealed } from '../../http/unsealed.ts'
import { cancelRun } from '../../runs/cancel-run.ts'
import { executorOf } from '../../runs/executor.ts'
import { runRecordOf } from '../../runs/run-record.ts'
import { databaseOf, queries } from '../../store/database.ts'
import { uploadStore } from '../../store/upload-store.ts'
import { deleteDataset } from './delete-dataset.ts'
import { deleteRun } from './delete-run.ts'

/** Deletes an ended run, or cancels one that a Workflow executes. Repeating it is no fault. */
export async function answerRunDeletion(c: Context<AppEnv>, runId: string): Promise<Response> {
  const { tenantId, actor } = c.var.identity
  const cancelled = await cancelRun(executorOf(c), tenantId, runId)
  if (cancelled !== undefined) return c.json(runRecordOf(cancelled), 200)
  requireScope(c, 'runs:delete')
  const outcome = await deleteRun(executorOf(c), { tenantId, runId, actor: actor.id })
  if (outcome === 'unknown') throw new ProblemError('run_not_found')
  if (outcome === 'lost') throw new ProblemError('records_lost')
  if (outcome === 'held') throw new ProblemError('period_holds')
  if (outcome === 'unfinished')
    throw new ProblemError('run_not_finished', {
      detail: 'The run is about to end: it is executed by a request, or is being sealed. It can be deleted then.',
      headers: { 'Retry-After': '1' },
    })
  return c.body(null, 204)
}

/** Repeating it is no fault. */
export async function answerDatasetDeletion(c: Context<AppEnv>, datasetId: string): Promise<Response> {
  const { tenantId, actor } = c.var.identity
  const outcome = await deleteDataset(executorOf(c), { tenantId, datasetId, actor: actor.id })
  if (outcome === 'unknown') throw await unknownDataset(c, datasetId)
  if (outcome === 'held') throw new ProblemError('period_holds')
  if (outcome === 'in_use') throw new ProblemError('dataset_in_use', { headers: { 'Retry-After': '1' } })
  return c.body(null, 204)
}

async function unknownDataset(c: Context<AppEnv>, datasetId: string): Promise<ProblemError> {
  const { tenantId } = c.var.identity
  const [upload] = await uploadStore(queries(databaseOf(c.env, tenantId))).find(tenantId, datasetId)
  return upload === undefined ? new ProblemError('dataset_not_found') : unsealed(upload.state)
}

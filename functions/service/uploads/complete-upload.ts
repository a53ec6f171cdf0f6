import { type DatasetInAnyState, partByteCountMin } from '@tallystick/schema/upload'
import type { Context } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { type Fault, ProblemError } from '../http/problem.ts'
import { databaseOf, queries } from '../store/database.ts'
import { type UploadPartRow, type UploadRow, uploadStore } from '../store/upload-store.ts'
import { readDataset } from './read-upload.ts'
import { startReading } from './start-reading.ts'
import { lookMilliseconds } from './upload-settings.ts'

/**
 * Completes an upload. When the request is repeated, the dataset may be `sealed` or `refused` already. Three round
 * trips to D1, and one to the Workflow.
 */
export async function completeUpload(c: Context<AppEnv>, id: string): Promise<DatasetInAnyState> {
  const { tenantId } = c.var.identity
  const db = queries(databaseOf(c.env, tenantId))
  const store = uploadStore(db)
  const [[upload], parts] = await db.batch([store.find(tenantId, id), store.parts(tenantId, id)])
  if (upload?.state === 'receiving') {
    const errors = faultsOf(upload, parts)
    if (errors.length > 0) throw new ProblemError('upload_incomplete', { errors })
    await store.complete(tenantId, id, c.var.isolate.now() + lookMilliseconds)
  }
  const state = await readDataset(c, id)
  if (state.state === 'receiving') throw new ProblemError('upload_incomplete', { errors: [replacedPart] })
  if (state.state === 'reading') await startReading(c.env, { tenantId, id, attempt: Math.max(1, upload?.attempt ?? 1) })
  return state
}

const replacedPart = {
  pointer: '/parts',
  code: 'replaced',
  detail: 'A part was replaced by another of another size meanwhile',
}

/** Missing or faulty parts of the declared file: at most a hundred faults. */
function faultsOf({ byteCount }: UploadRow, parts: readonly UploadPartRow[]): readonly Fault[] {
  const numbers = new Set(parts.map(({ number }) => number))
  const last = Math.max(1, ...numbers)
  const missing = Array.from({ length: last }, (_, index) => index + 1).filter((number) => !numbers.has(number))
  const total = parts.reduce((sum, part) => sum + part.byteCount, 0)
  const small = parts.filter((part) => part.number < last && part.byteCount < partByteCountMin)
  const faults = [
    ...missing.map((number) => fault(number, 'missing_part', 'The part has not arrived')),
    ...small.map((part) =>
      fault(part.number, 'too_small', `Got ${part.byteCount} bytes, wanted at least ${partByteCountMin}`),
    ),
  ]
  const size = { pointer: '/byteCount', code: 'wrong_size', detail: `Got ${total} bytes, ${byteCount} were declared` }
  return [...faults.slice(0, 99), ...(total === byteCount ? [] : [size])]
}

const fault = (number: number, code: string, detail: string): Fault => ({ pointer: `/parts/${number}`, code, detail })

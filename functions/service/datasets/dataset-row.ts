import type { DatasetSummary } from '@tallystick/engine/intake'
import type { ReceivedFile } from '@tallystick/engine/log'
import type { Env } from '../env.ts'
import { runRecordCountMaxOf } from '../platform/record-limit.ts'
import type { DatasetRow } from '../store/dataset-store.ts'
import { warningsOf } from './dataset-limits.ts'

type DatasetDraft = Pick<DatasetRow, 'tenantId' | 'id' | 'name' | 'adapter' | 'createdAt' | 'createdBy'>

export const draftRowOf = (draft: DatasetDraft): DatasetRow => ({
  ...draft,
  format: '',
  state: 'receiving',
  recordCount: 0,
  byteCount: 0,
  root: '',
  totals: '{}',
  periodFrom: null,
  periodTo: null,
  warnings: '[]',
  received: null,
  statements: null,
})

export const sealedRowOf = (
  env: Pick<Env, 'RUN_RECORDS_MAX'>,
  draft: DatasetRow,
  { summary, received }: { readonly summary: DatasetSummary; readonly received: ReceivedFile },
): DatasetRow => ({
  ...draft,
  state: 'sealed',
  format: received.format,
  recordCount: summary.recordCount,
  byteCount: summary.byteCount,
  root: summary.root,
  totals: JSON.stringify(summary.totals),
  periodFrom: summary.period.from,
  periodTo: summary.period.to,
  warnings: JSON.stringify(warningsOf(summary, runRecordCountMaxOf(env))),
  received: JSON.stringify(received),
  statements: summary.statements.length === 0 ? null : JSON.stringify(summary.statements),
})

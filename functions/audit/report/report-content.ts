import type { DatasetSummary } from '@tallystick/engine/intake'
import type { ReconcileResult } from '@tallystick/engine/reconcile'
import type { Table } from '@tallystick/engine/record'
import type { Residual } from './residuals.ts'

type Outcome = Pick<ReconcileResult, 'summary' | 'leafCount' | 'resultRoot'>

/** A finished reconciliation, as its report reads it. The chunks of a workbook's views have to be there. */
export interface ReportContent {
  readonly outcome: Outcome & {
    readonly chunks: readonly Pick<ReconcileResult['chunks'][number], 'view' | 'text'>[]
    readonly passes: readonly Pick<ReconcileResult['passes'][number], 'excludedSource' | 'excludedTarget'>[]
  }
  readonly sides: { readonly source: ReportSide; readonly target: ReportSide }
  readonly residuals: readonly Residual[]
  /** The path of the file of the rules; undefined without one. */
  readonly rules: string | undefined
}

/** A side of a reconciliation, as its report reads it. */
export interface ReportSide {
  readonly table: Table
  readonly summary: Pick<DatasetSummary, 'recordCount'>
  /** Where the file of the side is, or its name alone. The report shows the last segment. */
  readonly path: string
}

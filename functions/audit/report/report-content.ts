import type { DatasetSummary } from '@tallystick/engine/intake'
import type { ReconcileResult } from '@tallystick/engine/reconcile'
import type { Table } from '@tallystick/engine/record'
import type { Residual } from './residuals.ts'

type Outcome = Pick<ReconcileResult, 'summary' | 'leafCount' | 'resultRoot'>

/** The content of a report. `chunks` must hold the header, the totals and every view that is reported. */
export interface ReportContent {
  readonly outcome: Outcome & {
    readonly chunks: readonly Pick<ReconcileResult['chunks'][number], 'view' | 'text'>[]
    readonly passes: readonly Pick<ReconcileResult['passes'][number], 'excludedSource' | 'excludedTarget'>[]
  }
  readonly sides: { readonly source: ReportSide; readonly target: ReportSide }
  readonly residuals: readonly Residual[]
  /** The path of the rules file; undefined where no rules were given. */
  readonly rules: string | undefined
}

interface ReportSide {
  readonly table: Table
  readonly summary: Pick<DatasetSummary, 'recordCount'>
  /** A path or a name, of which the report shows the last segment. */
  readonly path: string
}

import type { ReconcileResult } from '@tallystick/engine'
import type { Sides } from './record-texts.ts'
import type { Rest } from './rests.ts'

/** A finished reconciliation, as its report reads it. The chunks of a workbook's views have to be there. */
export interface ReportContent {
  readonly outcome: Pick<ReconcileResult, 'chunks' | 'summary' | 'passes' | 'leafCount' | 'resultRoot'>
  readonly sides: Sides
  readonly rests: readonly Rest[]
  /** The file of the rules. */
  readonly rules: string | undefined
}

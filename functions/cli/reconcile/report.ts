import type { Residual } from '@tallystick/audit/report/residuals'
import type { ReconcileResult } from '@tallystick/engine/reconcile'
import { datasetWarningText } from '../dataset-warning-text.ts'
import { warningLine } from '../terminal.ts'
import { finishedHere } from './finished-here.ts'
import { openBreakLines } from './open-breaks.ts'
import type { Sides } from './record-texts.ts'
import { sideLines } from './side-lines.ts'
import { summaryBlocks } from './totals-report.ts'

export interface ReportRequest {
  readonly outcome: ReconcileResult
  readonly sides: Sides
  readonly residuals: readonly Residual[]
  readonly out: string | undefined
  readonly reportPath: string | undefined
  readonly breakCountMax: number
  readonly columnCount: number | undefined
}

const widthDefault = 100

/**
 * The report of a finished reconciliation: the files read, the outcome, and which records are open. Blocks with a blank
 * line between them; ends with a newline.
 */
export function formatReport(request: ReportRequest): string {
  const { outcome, sides, residuals, out, reportPath, breakCountMax, columnCount } = request
  const blocks = [
    sideLines(sides),
    ...summaryBlocks({ ...finishedHere({ outcome, sides, residuals }), out, reportPath }),
    openBreakLines({
      ...{ outcome, sides, residuals, breakCountMax },
      allIn: reportPath ?? out,
      width: columnCount ?? widthDefault,
    }),
  ]
  return blocks
    .filter((block) => block.length > 0)
    .map((block) => `${block.join('\n')}\n`)
    .join('\n')
}

/** The warnings of both files and of the run, one to a line; empty where there are none. */
export function formatWarnings(sides: Sides, ofRun: readonly string[]): string {
  const both = [sides.source, sides.target]
  const texts = [
    ...both.flatMap(({ path, summary }) =>
      summary.warnings.map((warning) => `${path}: ${datasetWarningText(warning)}`),
    ),
    ...ofRun,
    ...(both.every(({ summary }) => summary.recordCount === 0)
      ? ['neither file has a record, so nothing was reconciled']
      : []),
  ]
  return texts.map(warningLine).join('')
}

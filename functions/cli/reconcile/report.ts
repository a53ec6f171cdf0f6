import type { ReconcileResult } from '@tallystick/engine'
import { openLines } from './open-records.ts'
import type { Sides } from './record-texts.ts'
import { sideLines } from './side-lines.ts'
import { summaryBlocks } from './totals-report.ts'

export interface ReportRequest {
  readonly outcome: ReconcileResult
  readonly sides: Sides
  /** Where the result was written. */
  readonly out: string | undefined
  /** The width of the terminal; undefined where there is none. */
  readonly columnCount: number | undefined
}

/** Of what is no terminal, such as a file. */
const widthDefault = 100

/**
 * All that a person is told of a finished reconciliation: what was read, what came of it, and which records are open.
 * Blocks with a blank line between them; ends with a newline.
 */
export function formatReport({ outcome, sides, out, columnCount }: ReportRequest): string {
  const { source, target } = sides
  const counts = { sourceCount: source.summary.recordCount, targetCount: target.summary.recordCount }
  const blocks = [
    sideLines(sides),
    ...summaryBlocks({ outcome, ...counts, out }),
    openLines({ outcome, sides, out, width: columnCount ?? widthDefault }),
  ]
  return blocks
    .filter((block) => block.length > 0)
    .map((block) => `${block.join('\n')}\n`)
    .join('\n')
}

import type { ReportContent } from '@tallystick/audit/report/report-content'
import { residualsOf } from '@tallystick/audit/report/residuals'
import { idsOfSide } from '@tallystick/engine/result'
import { linesOfView, type OpenRun } from './open-run-lines.ts'

/** The report of an open run, from which the page saves the same workbook as the command line. O(exclusions). */
export function reportOfRun(openRun: OpenRun): ReportContent {
  const { chunks, summary, leafCount, resultRoot, sides, header } = openRun
  const sideOf = (side: 'source' | 'target') => ({
    table: sides[side].table,
    summary: { recordCount: header[side].count },
    path: sides[side].name,
  })
  return {
    outcome: { chunks, summary, leafCount, resultRoot, passes: [exclusionsOf(openRun)] },
    sides: { source: sideOf('source'), target: sideOf('target') },
    residuals: residualsOf(openRun),
    rules: undefined,
  }
}

/** All exclusions as if one rule had made them: the report needs only their sum. */
function exclusionsOf(openRun: OpenRun): ReportContent['outcome']['passes'][number] {
  const lines = linesOfView(openRun, 'excluded')
  const counts = { excludedSource: 0, excludedTarget: 0 }
  for (let position = 0; position < lines.count; position++) {
    const line = lines.lineAt(position)
    counts.excludedSource += idsOfSide(line, 'source').length
    counts.excludedTarget += idsOfSide(line, 'target').length
  }
  return counts
}

import { basename } from 'node:path'
import type { ReportContent } from '@tallystick/audit/report/report-content'
import { breaksCsvOf, workbookOfRun } from '@tallystick/audit/report/workbook-of-run'
import { writeWorkbook } from '@tallystick/audit/workbook/workbook'
import { sha256 } from '../sha256.ts'
import { reportFormatOf } from './reconcile-arguments.ts'
import { openResultFile } from './result-file.ts'

/**
 * Writes the report to `path`, whole or not at all, and returns the faults. The report is a workbook with a summary and
 * a sheet for each view, or the breaks as CSV. Rows are made as they are written.
 */
export async function writeReport(path: string, content: ReportContent): Promise<readonly string[]> {
  const file = openResultFile(path)
  try {
    for await (const part of partsOf(path, withFileNames(content))) file.write(part)
    return file.commit()
  } finally {
    file.close()
  }
}

/** Whether the report at `path` shows every line of the result rather than only the breaks. */
export const showsAllViews = (path: string): boolean => reportFormatOf(path) === 'xlsx'

const partsOf = (path: string, content: ReportContent): AsyncGenerator<Uint8Array> =>
  showsAllViews(path) ? writeWorkbook(workbookOfRun(content, sha256)) : breaksCsvOf(content, sha256)

/** Paths are cut to file names here, since only Node knows the path separator of this machine. */
function withFileNames({ outcome, sides: { source, target }, residuals, rules }: ReportContent): ReportContent {
  return {
    outcome,
    residuals,
    sides: {
      source: { ...source, path: basename(source.path) },
      target: { ...target, path: basename(target.path) },
    },
    rules: rules === undefined ? undefined : basename(rules),
  }
}

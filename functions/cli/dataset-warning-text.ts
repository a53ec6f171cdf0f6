import { dateRemedy, warningFinding } from '@tallystick/audit/report/dataset-warning-words'
import type { DatasetWarning, DatasetWarningCode } from '@tallystick/engine/intake'

/** A warning about a file in words, with what to do about it on the command line. */
export function datasetWarningText(warning: DatasetWarning): string {
  const remedy = remedies[warning.code]
  return `${warningFinding(warning)}${remedy === undefined ? '' : `. ${remedy}`}`
}

const remedies: { readonly [code in DatasetWarningCode]?: string } = {
  missing_currency: '--currency CODE gives them one, or a column in the mapping',
  missing_date: dateRemedy,
  skipped_sheets: '--sheet NAME reads another',
}

import { warningFinding } from '@tallystick/audit/report/dataset-warning-words'
import type { DatasetWarning, DatasetWarningCode } from '@tallystick/engine/intake'

export function datasetWarningText(warning: DatasetWarning): string {
  const remedy = remedies[warning.code]
  return `${warningFinding(warning)}${remedy === undefined ? '' : `. ${remedy}`}`
}

const remedies: { readonly [code in DatasetWarningCode]?: string } = {
  missing_currency: '--currency CODE gives them one, or a column in the mapping',
  missing_date: 'If it is one, "skip" in the mapping leaves it out',
  skipped_sheets: '--sheet NAME reads another',
}

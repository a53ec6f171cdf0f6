import { type WarningFigures, warningFinding } from '@tallystick/audit/report/dataset-warning-words'
import type { DatasetWarningCode } from '@tallystick/engine/intake'

/** A newer service may have a code without words here. */
export function datasetWarningText(warning: WarningFigures): string {
  const remedy = remedies.get(warning.code)
  return `${warningFinding(warning) ?? warning.code}${remedy === undefined ? '' : `. ${remedy}`}`
}

const remedies: ReadonlyMap<string, string> = new Map<DatasetWarningCode, string>([
  ['missing_currency', '--currency CODE gives them one, or a column in the mapping'],
  ['missing_date', 'If it is one, "skip" in the mapping leaves it out'],
  ['skipped_sheets', '--sheet NAME reads another'],
])

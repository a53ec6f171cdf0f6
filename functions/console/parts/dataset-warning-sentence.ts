import { type WarningFigures, warningFinding } from '@tallystick/audit/report/dataset-warning-words'
import { grouped } from './plain-words.ts'

export function warningSentence(warning: WarningFigures): string {
  const finding = warningFinding(warning) ?? otherFinding(warning)
  const remedy = remedies[warning.code]
  const text = `${finding.slice(0, 1).toUpperCase()}${finding.slice(1)}`
  return `${text}${text.endsWith('?') ? '' : '.'}${remedy === undefined ? '' : ` ${remedy}.`}`
}

/** Words for warnings that this page has no text for: those of the service only, or of a newer service. */
const otherFinding = ({ code, count, limit }: WarningFigures): string =>
  code === 'larger_than_a_run'
    ? `there are more records than a run reads${limit === undefined ? '' : `, ${grouped(limit)}`}; split the file to run it`
    : `${code.replaceAll('_', ' ')}: ${grouped(count)}`

const remedies: { readonly [code: string]: string } = {
  missing_currency: 'Give them one, or choose a column',
  missing_date: 'If it is one, leave it out',
  skipped_sheets: 'Name another sheet when the file is read',
}

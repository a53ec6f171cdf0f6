import { amountTexts, grouped } from '../parts/plain-words.ts'

/** A warning about a dataset, as the engine and the service give it. */
export interface WarningFigures {
  readonly code: string
  readonly count: number
  readonly firstLine: number | null
  readonly totals?: { readonly [currency: string]: string } | undefined
  readonly expected?: string | undefined
  readonly stated?: string | undefined
  readonly limit?: number | undefined
}

/** What each warning means, after its count; `records` and `line` stand for the figures. */
const texts: { readonly [code: string]: (warning: WarningFigures) => string } = {
  missing_currency: ({ count }) =>
    `${counted(count, 'record')} without a currency. They match only records that have none either; give one below, or map a column.`,
  repeated_id: ({ count }) =>
    `${counted(count, 'record')} with an id that was there before. All are kept, with #2 and so on behind the id.`,
  missing_date: ({ count, totals }) =>
    `${counted(count, 'record')} without a date${totals === undefined ? '' : `, ${amountTexts(totals).join(' and ')} in all`}. A line of totals looks like that; "skip" in the mapping leaves it out.`,
  value_date_used: ({ count }) =>
    `${counted(count, 'record')} without a booking date; the value date stands in for it.`,
  clamped_date: ({ count }) =>
    `${counted(count, 'record')} with a day that its month does not have, read as the last day of the month.`,
  skipped_entries: ({ count }) => `${counted(count, 'line')} left out that move no money, or that the mapping skips.`,
  skipped_sheets: ({ count }) => `${counted(count, 'other sheet')} with data left out.`,
  skipped_files: ({ count }) => `${counted(count, 'file')} of the archive left out, of no format that is read.`,
  control_total_mismatch: ({ count }) =>
    `${counted(count, 'stated total')} that the lines do not come to. Was the file cut?`,
  balance_mismatch: ({ count, expected, stated }) =>
    `${counted(count, 'statement')} that does not add up: its opening balance and entries come to ${expected ?? 'another sum'}, and it closes with ${stated ?? 'another'}. Was the export cut?`,
  no_records: () => 'A header, and no record below it.',
  larger_than_a_run: ({ limit }) =>
    `More records than a run reads${limit === undefined ? '' : ` (${grouped(limit)})`}: upload it in parts to run it.`,
}

/** A warning in a sentence, with the line on which it applies first. */
export function warningText(warning: WarningFigures): string {
  const text = texts[warning.code]?.(warning) ?? `${warning.code.replaceAll('_', ' ')}: ${grouped(warning.count)}`
  return warning.firstLine === null ? text : `${text} First on line ${grouped(warning.firstLine)}.`
}

const counted = (count: number, noun: string): string => `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`

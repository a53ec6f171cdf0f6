import { noCurrency } from '@tallystick/engine/base'

export interface WarningFigures {
  readonly code: string
  readonly count: number
  readonly firstLine: number | null
  /** The file within an archive whose lines `firstLine` counts. */
  readonly file?: string | undefined
  readonly totals?: { readonly [currency: string]: string } | undefined
  readonly expected?: string | undefined
  readonly stated?: string | undefined
  /** The most records that a run reads. */
  readonly limit?: number | undefined
}

/**
 * A warning in words, without a full stop; undefined for an unknown code. It names no remedy, which depends on where
 * the warning is shown.
 */
export const warningFinding = (warning: WarningFigures): string | undefined => findings[warning.code]?.(warning)

const findings: { readonly [code: string]: (warning: WarningFigures) => string } = {
  missing_currency: (warning) =>
    `${placed(warning, 'no currency')}; rules match them only with records that have none either, unless they skip absent values`,
  unknown_currency: (warning) =>
    `${placed(
      warning,
      `the currency ${Object.keys(warning.totals ?? {})
        .slice(0, codeCountMax)
        .join(' or ')}, no current code of ISO 4217`,
    )}; ${warning.count === 1 ? 'it is' : 'they are'} kept, and match${warning.count === 1 ? 'es' : ''} only the same code`,
  repeated_id: (warning) =>
    `${placed(warning, 'an id that was there before')}; ${warning.count === 1 ? 'it is' : 'they are'} kept, with #2 and so on behind the id`,
  missing_date: (warning) => `${placed(warning, 'no date')}${totalsText(warning.totals)}, as a line of totals has none`,
  value_date_used: (warning) => `${placed(warning, 'no booking date')}; the value date stands in for it`,
  clamped_date: (warning) =>
    `${placed(warning, 'a day that its month does not have')}; it is read as the last day of the month`,
  unsigned_amount: (warning) =>
    `${counted(warning, 'amount')} that ${warning.count === 1 ? 'gives' : 'give'} money back or ${warning.count === 1 ? 'pays' : 'pay'} it out ${areOf(warning)} written without a sign, ${firstOf(warning)}, and read so; a rule whose amounts have "sign": "opposite" matches ${warning.count === 1 ? 'it' : 'them'} with books that have a minus`,
  skipped_entries: (warning) =>
    `${counted(warning, 'line')} that ${warning.count === 1 ? 'moves' : 'move'} no money, or that the mapping skips, ${wereOf(warning)} left out, ${firstOf(warning)}`,
  skipped_sheets: (warning) =>
    `${counted(warning, 'sheet')} with data beside the one that was read ${wereOf(warning)} left out`,
  skipped_files: (warning) =>
    `${counted(warning, 'file')} of the archive ${areOf(warning)} of no format that is read, and ${wereOf(warning)} left out`,
  control_total_mismatch: (warning) =>
    `${counted(warning, 'total or count', 'totals or counts')} that the file states ${areOf(warning)} not what its lines come to, ${firstOf(warning)}; was the file cut?`,
  balance_mismatch: (warning) =>
    `${counted(warning, 'statement')} ${warning.count === 1 ? 'does' : 'do'} not add up, ${firstOf(warning)}: opening balance and entries come to ${warning.expected}, and it closes with ${warning.stated}. Was the export cut?`,
  no_records: () => 'there is a header but not one record below it; a file that lost its line breaks looks like that',
}

const codeCountMax = 3

const totalsText = (totals: WarningFigures['totals']): string => {
  const sums = Object.entries(totals ?? {}).map(([currency, total]) =>
    currency === noCurrency ? total : `${total} ${currency}`,
  )
  return sums.length === 0 ? '' : `, ${sums.join(' and ')} in all`
}

const placed = (warning: WarningFigures, what: string): string =>
  `${counted(warning, 'record')} ${warning.count === 1 ? 'has' : 'have'} ${what}, ${firstOf(warning)}`

const firstOf = ({ firstLine, file }: WarningFigures): string =>
  `the first on line ${firstLine}${file === undefined ? '' : ` of ${file}`}`

const areOf = ({ count }: WarningFigures): string => (count === 1 ? 'is' : 'are')
const wereOf = ({ count }: WarningFigures): string => (count === 1 ? 'was' : 'were')

const counted = ({ count }: WarningFigures, noun: string, plural = `${noun}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? noun : plural}`

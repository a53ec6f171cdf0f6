import type { DatasetWarning, DatasetWarningCode, ReconcileResult } from '@tallystick/engine'
import { counted } from '../counted.ts'
import { printable } from '../printable.ts'
import type { Sides } from './record-texts.ts'

/** The warnings of both files and of the rules in words, one a line, with what to do; no text when there are none. */
export function formatWarnings(sides: Sides, ofRules: ReconcileResult['warnings']): string {
  const both = [sides.source, sides.target]
  const texts = [
    ...both.flatMap(({ path, summary }) =>
      summary.warnings.map((warning) => `${path}: ${words[warning.code](warning)}`),
    ),
    ...ofRules.map(({ detail }) => detail),
    ...(both.every(({ summary }) => summary.recordCount === 0)
      ? ['neither file has a record, so nothing was reconciled']
      : []),
  ]
  return texts.map((text) => `tallystick: warning: ${printable(text)}\n`).join('')
}

const words: { readonly [code in DatasetWarningCode]: (warning: DatasetWarning) => string } = {
  missing_currency: (warning) =>
    `${placed(warning, 'no currency')}; they match only records that have none either. --currency CODE gives them one, or a column in the mapping`,
  repeated_id: (warning) =>
    `${placed(warning, 'an id that was there before')}; ${warning.count === 1 ? 'it is' : 'they are'} kept, with #2 and so on behind the id`,
  no_records: () => 'there is a header but not one record below it; a file that lost its line breaks looks like that',
}

function placed({ count, firstLine }: DatasetWarning, what: string): string {
  return `${counted(count, 'record')} ${count === 1 ? 'has' : 'have'} ${what}, the first on line ${firstLine}`
}

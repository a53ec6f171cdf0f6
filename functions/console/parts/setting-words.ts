import type { FileSettings } from '../engine-worker/engine-types.ts'

/** What settings of a file say, in words: `2 kinds of lines are left out, read as EUR`. */
export function settingWords({ mapping = {}, currency, encoding, sheet, kind }: FileSettings): string {
  const { skip = [], ...columns } = mapping
  const words = [
    Object.keys(columns).length > 0 && 'columns as they were chosen',
    skip.length > 0 &&
      (skip.length === 1 ? 'one kind of line is left out' : `${skip.length} kinds of lines are left out`),
    currency !== undefined && `amounts are ${currency}`,
    encoding !== undefined && `the encoding is ${encoding}`,
    sheet !== undefined && `the sheet is ${sheet}`,
    kind !== undefined && `exported by ${kind}`,
  ]
  return words.filter((each) => each !== false).join(', ')
}

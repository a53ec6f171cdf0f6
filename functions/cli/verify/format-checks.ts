import type { CheckLine } from '@tallystick/audit/verify/check-lines'
import { printable } from '../terminal.ts'

/** Enough to recognise a value as long as all rules of a run. */
const valueLengthMax = 200

/**
 * A line each, in columns, ended by a newline:
 *
 *     policyHash            holds           The effective rules have this hash.
 *     resultRoot            does not hold   The lines … names.  Expected 5f3c…, found 9b1d….
 */
export function formatChecks(lines: readonly CheckLine[]): string {
  const width = Math.max(...lines.map(({ name }) => name.length))
  return lines
    .map((line) => `${line.name.padEnd(width)}   ${line.verdict.padEnd(13)}   ${printable(sentenceOf(line))}\n`)
    .join('')
}

function sentenceOf({ detail, expected, found }: CheckLine): string {
  if (expected === undefined && found === undefined) return detail
  const values = [
    ...(expected == null ? [] : [`expected ${shortened(expected)}`]),
    ...(found == null ? [] : [`found ${shortened(found)}`]),
  ]
  return values.length === 0 ? detail : `${detail} (${values.join(', ')})`
}

const shortened = (value: string): string =>
  value.length > valueLengthMax ? `${value.slice(0, valueLengthMax)}… (${value.length} characters)` : value

import { type AbsentLink, type ChainCheck, isJudged, type LineCheck, reasonOf } from '@tallystick/engine'
import { printable } from '../printable.ts'

/** One check as a person is told of it. */
export interface CheckLine {
  readonly name: string
  readonly verdict: 'holds' | 'does not hold' | 'not judged' | 'not proven'
  /** A sentence. */
  readonly detail: string
  /** What a value that is not right had to be, and what it is. */
  readonly expected?: string | null
  readonly found?: string | null
}

/** A check as a line. */
export function lineOfCheck(check: ChainCheck | LineCheck): CheckLine {
  const { name, passed, detail, expected, actual } = check
  if (!passed) return { name, verdict: 'does not hold', detail, expected, found: actual }
  return { name, verdict: isJudged(check) ? 'holds' : 'not judged', detail: reasonOf(check) }
}

/** What a single proof leaves open, as a line. */
export const lineOfAbsent = ({ name, detail }: AbsentLink): CheckLine => ({
  name,
  verdict: 'not proven',
  detail: `Not part of a single proof. ${detail}`,
})

/** Of a value such as all rules of a run, enough to see what it is. */
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

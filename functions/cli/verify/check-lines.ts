import {
  type AbsentLink,
  type AnchorReport,
  type ChainCheck,
  type LineCheck,
  reasonOf,
  type Standing,
  standingOf,
} from '@tallystick/engine'
import type { KeyBasis } from '../evidence/trusted-keys.ts'
import type { EvidenceLog } from '../log/evidence-log.ts'
import { printable } from '../terminal.ts'

/** The result of verifying a file of evidence. */
export interface Verification extends KeyBasis {
  /** What the evidence says of the log. */
  readonly log: EvidenceLog
  /** A line each check, in the order of the links. */
  readonly lines: readonly CheckLine[]
  /** What holds when nothing is broken, in words. */
  readonly scope: string
  /** What is proven when nothing is broken, as lines of text; empty where the whole run is. */
  readonly proven: string
  /** What the evidence says besides and no check proves, as lines of text. */
  readonly unproven: string
  /** What witnesses say of the anchor, as lines of text; empty where none says anything. */
  readonly witnesses: string
  /** Faults of the file that none of its checks shows. */
  readonly damaged: readonly string[]
}

/** One check in words. */
export interface CheckLine {
  readonly name: string
  readonly verdict: Standing
  /** A sentence. */
  readonly detail: string
  /** The value that is right, and the value that is there. */
  readonly expected?: string | null
  readonly found?: string | null
}

/** The line of a check. */
export function lineOfCheck(check: ChainCheck | LineCheck | AnchorReport['checks'][number]): CheckLine {
  const { name, passed, detail, expected, actual } = check
  const verdict = standingOf(check)
  return passed ? { name, verdict, detail: reasonOf(check) } : { name, verdict, detail, expected, found: actual }
}

/** The line of a link that a single proof does not have. */
export const lineOfAbsent = ({ name, detail }: AbsentLink): CheckLine => ({
  name,
  verdict: 'not proven',
  detail: `Not part of a single proof. ${detail}`,
})

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

import {
  type AbsentLink,
  type AnchorReport,
  type ChainCheck,
  type LineCheck,
  reasonOf,
  type Standing,
  standingOf,
} from '@tallystick/engine/verify'

export interface CheckLine {
  readonly name: string
  readonly verdict: Standing
  readonly detail: string
  /** The recomputed value, for a check that holds and has a single value. */
  readonly value?: string
  /** For a check that does not hold: the right value, and the value that was found. */
  readonly expected?: string | null
  readonly found?: string | null
}

export function lineOfCheck(check: ChainCheck | LineCheck | AnchorReport['checks'][number]): CheckLine {
  const { name, passed, detail, expected, actual } = check
  const verdict = standingOf(check)
  if (!passed) return { name, verdict, detail, expected, found: actual }
  return { name, verdict, detail: reasonOf(check), ...(verdict === 'holds' && actual !== null && { value: actual }) }
}

export const lineOfAbsent = ({ name, detail }: AbsentLink): CheckLine => ({
  name,
  verdict: 'not covered',
  detail: `Not part of a single proof. ${detail}`,
})

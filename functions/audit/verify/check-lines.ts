import {
  type AbsentLink,
  type AnchorReport,
  type ChainCheck,
  type LineCheck,
  reasonOf,
  type Standing,
  standingOf,
} from '@tallystick/engine/verify'

/** One check in words. */
export interface CheckLine {
  readonly name: string
  readonly verdict: Standing
  /** A sentence. */
  readonly detail: string
  /** Of a check that holds: the value that was recomputed, where there is a single one. */
  readonly value?: string
  /** Of a check that does not: the value that is right, and the value that is there. */
  readonly expected?: string | null
  readonly found?: string | null
}

/** The line of a check. */
export function lineOfCheck(check: ChainCheck | LineCheck | AnchorReport['checks'][number]): CheckLine {
  const { name, passed, detail, expected, actual } = check
  const verdict = standingOf(check)
  if (!passed) return { name, verdict, detail, expected, found: actual }
  return { name, verdict, detail: reasonOf(check), ...(verdict === 'holds' && actual !== null && { value: actual }) }
}

/** The line of a link that a single proof does not have. */
export const lineOfAbsent = ({ name, detail }: AbsentLink): CheckLine => ({
  name,
  verdict: 'not covered',
  detail: `Not part of a single proof. ${detail}`,
})

/** What a check says of its link. */
export interface Verdict {
  readonly passed: boolean
  /** The value that was wanted, and the value that was found; null where there is no single value. */
  readonly expected: string | null
  readonly actual: string | null
  /** One sentence for a person. */
  readonly detail: string
}

/** The verdict that a link holds, with the value that proves it. */
export const holds = (value: string | null, detail: string): Verdict => ({
  passed: true,
  expected: value,
  actual: value,
  detail,
})

/** The verdict that a link is broken. */
export const fails = (
  { expected, actual }: { readonly expected: string | null; readonly actual: string | null },
  detail: string,
): Verdict => ({ passed: false, expected, actual, detail })

/**
 * The verdict on a link that depends on a broken one. It passes, so that the report names the broken link alone; the
 * report as a whole has failed already.
 */
export const notJudged = (because: string): Verdict => ({
  passed: true,
  expected: null,
  actual: null,
  detail: `${notJudgedPrefix}${because}`,
})

/**
 * The verdict on a link that this evidence cannot prove, because records were deleted. It passes: the evidence is as good
 * as what is left of it.
 */
export const notProven = (because: string): Verdict => ({
  passed: true,
  expected: null,
  actual: null,
  detail: `${notProvenPrefix}${because}`,
})

/**
 * The verdict on what this kind of evidence does not promise, or on what its reader has named nothing to judge it by. It says
 * nothing for or against the evidence.
 */
export const notCovered = (because: string): Verdict => ({
  passed: true,
  expected: null,
  actual: null,
  detail: `${notCoveredPrefix}${because}`,
})

const notJudgedPrefix = 'Not judged: '
const notProvenPrefix = 'Not proven: '
const notCoveredPrefix = 'Not covered: '

/** What a report says of a link. */
export type Standing = 'holds' | 'does not hold' | 'not judged' | 'not proven' | 'not covered'

const standings = [
  [notJudgedPrefix, 'not judged'],
  [notProvenPrefix, 'not proven'],
  [notCoveredPrefix, 'not covered'],
] as const

/** What a verdict says of its link. A link that passed without a check does not hold for that. */
export function standingOf({ passed, detail }: Verdict): Standing {
  if (!passed) return 'does not hold'
  return standings.find(([prefix]) => detail.startsWith(prefix))?.[1] ?? 'holds'
}

/** Whether the check was made. A verdict that passed without a check proves nothing. */
export const isJudged = ({ detail }: Verdict): boolean => !standings.some(([prefix]) => detail.startsWith(prefix))

/** The detail of a verdict, or the reason why the check was not made: one sentence for a person. */
export const reasonOf = (verdict: Verdict): string =>
  isJudged(verdict) ? verdict.detail : sentenceOf(verdict.detail.slice(verdict.detail.indexOf(': ') + 2))

/** A clause as a sentence of its own. */
export const sentenceOf = (clause: string): string => clause.replace(/^./u, (first) => first.toUpperCase())

/** A value as one place stores it; several places store the same value. */
export interface Claim {
  /** The place in words: `the run’s record`. */
  readonly where: string
  readonly value: string | null | undefined
}

/** The first claim that has a value other than `value`. A claim without a value contradicts nothing. */
export const contradicting = (value: string, claims: readonly Claim[]): Claim | undefined =>
  claims.find((claim) => claim.value !== undefined && claim.value !== value)

export interface Verdict {
  readonly passed: boolean
  /** Null where the check has no single value. */
  readonly expected: string | null
  readonly actual: string | null
  readonly detail: string
}

export const holds = (value: string | null, detail: string): Verdict => ({
  passed: true,
  expected: value,
  actual: value,
  detail,
})

export const fails = (
  { expected, actual }: { readonly expected: string | null; readonly actual: string | null },
  detail: string,
): Verdict => ({ passed: false, expected, actual, detail })

/** For a link that depends on a broken one. It passes, so that the report names only the broken link. */
export const notJudged = (because: string): Verdict => ({
  passed: true,
  expected: null,
  actual: null,
  detail: `${notJudgedPrefix}${because}`,
})

/** For a link that cannot be proven because records were deleted. It passes, since the remaining evidence is sound. */
export const notProven = (because: string): Verdict => ({
  passed: true,
  expected: null,
  actual: null,
  detail: `${notProvenPrefix}${because}`,
})

/**
 * For a link that this kind of evidence does not promise, or for which the reader has given nothing to judge by. It
 * passes.
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

export type Standing = 'holds' | 'does not hold' | 'not judged' | 'not proven' | 'not covered'

const standings = [
  [notJudgedPrefix, 'not judged'],
  [notProvenPrefix, 'not proven'],
  [notCoveredPrefix, 'not covered'],
] as const

/** How a check came out. A check that passed without being made does not count as `holds`. */
export function standingOf({ passed, detail }: Verdict): Standing {
  if (!passed) return 'does not hold'
  return standings.find(([prefix]) => detail.startsWith(prefix))?.[1] ?? 'holds'
}

export const isJudged = ({ detail }: Verdict): boolean => !standings.some(([prefix]) => detail.startsWith(prefix))

/** The detail of a check, or the reason why it was not made: one sentence. */
export const reasonOf = (verdict: Verdict): string =>
  isJudged(verdict) ? verdict.detail : sentenceOf(verdict.detail.slice(verdict.detail.indexOf(': ') + 2))

export const sentenceOf = (clause: string): string => clause.replace(/^./u, (first) => first.toUpperCase())

export interface Claim {
  /** The place of the value in words: `the run’s record`. */
  readonly where: string
  readonly value: string | null | undefined
}

/** The first claim that has another value. A claim without a value contradicts nothing. */
export const contradicting = (value: string, claims: readonly Claim[]): Claim | undefined =>
  claims.find((claim) => claim.value !== undefined && claim.value !== value)

import type { Verdict } from './chain.ts'

/** The verdict that a value is what it had to be. */
export const holds = (value: string | null, detail: string): Verdict => ({
  passed: true,
  expected: value,
  actual: value,
  detail,
})

/** The verdict that a value is not what it had to be. */
export const fails = (
  { expected, actual }: { readonly expected: string | null; readonly actual: string | null },
  detail: string,
): Verdict => ({ passed: false, expected, actual, detail })

/**
 * The verdict on a link that cannot be judged because an earlier one is broken, so that a chain names the one that is:
 * the report as a whole has failed already.
 */
export const notJudged = (because: string): Verdict => ({
  passed: true,
  expected: null,
  actual: null,
  detail: `${notJudgedPrefix}${because}`,
})

const notJudgedPrefix = 'Not judged: '

/** Whether a verdict says anything of its link: a passed one that does not is no proof. */
export const isJudged = ({ detail }: Verdict): boolean => !detail.startsWith(notJudgedPrefix)

/** What is said of a link, or in its place why nothing is: one sentence for a person. */
export const reasonOf = (verdict: Verdict): string =>
  isJudged(verdict) ? verdict.detail : sentenceOf(verdict.detail.slice(notJudgedPrefix.length))

/** A clause as a sentence of its own. */
export const sentenceOf = (clause: string): string => clause.replace(/^./u, (first) => first.toUpperCase())

/** One value that is stored in several places, or follows from what is stored. */
export interface Claim {
  /** Where it stands, in words: `the run’s record`. */
  readonly where: string
  readonly value: string | null | undefined
}

/** The first claim that is there and says something else. */
export const contradicting = (value: string, claims: readonly Claim[]): Claim | undefined =>
  claims.find((claim) => claim.value !== undefined && claim.value !== value)

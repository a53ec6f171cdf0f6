import { tokensOf } from './features.ts'

/** A multiset of tokens. */
export interface Tokens {
  /** Of all tokens, each as often as it occurs. */
  readonly count: number
  readonly counts: ReadonlyMap<string, number>
}

/** The words of a text, and how often each occurs. */
export function countTokens(text: string): Tokens {
  const counts = new Map<string, number>()
  const tokens = tokensOf(text)
  for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1)
  return { count: tokens.length, counts }
}

/**
 * How many tokens two texts share, or undefined when neither has to be looked at to know that these are fewer than
 * `sharedMin`. O(different tokens of the one that has fewer).
 */
export function sharedTokens(left: Tokens, right: Tokens, sharedMin: number): number | undefined {
  if (Math.min(left.count, right.count) < sharedMin) return undefined
  const [few, many] = left.counts.size <= right.counts.size ? [left, right] : [right, left]
  let shared = 0
  for (const [token, count] of few.counts) shared += Math.min(count, many.counts.get(token) ?? 0)
  return shared
}

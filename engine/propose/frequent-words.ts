import { normalizeText } from '../rules/text/normalize.ts'
import type { LearningSides, Pair } from './learning-side.ts'

/** A word counts as frequent from this fraction of the pairs on. */
const frequentFractionMin = 0.02
const frequentCountMin = 3
/** The fraction of pairs with the word on one side that may have it on the other side, too. */
const sharedFractionMax = 0.1
const wordCountMax = 40

/**
 * Words that many texts of one side have and their partners lack, such as CARD PAYMENT: they say nothing of who paid.
 * In capitals without accents, sorted. O(characters of the pairs).
 */
export function frequentWords(
  { source, target }: LearningSides,
  fields: { readonly source: string; readonly target: string },
  pairs: readonly Pair[],
): readonly string[] {
  const [own, other] = [source.texts(fields.source), target.texts(fields.target)]
  const counts = new Map<string, { one: number; both: number }>()
  for (const [s, t] of pairs) {
    const [left, right] = [wordsOf(own[s]), wordsOf(other[t])]
    for (const word of new Set([...left, ...right])) {
      const count = counts.get(word) ?? { one: 0, both: 0 }
      counts.set(word, count)
      count.one += 1
      if (left.has(word) && right.has(word)) count.both += 1
    }
  }
  return [...counts]
    .filter(
      ([word, { one, both }]) =>
        one >= Math.max(frequentCountMin, frequentFractionMin * pairs.length) &&
        both <= sharedFractionMax * one &&
        /\p{L}/u.test(word),
    )
    .toSorted(([a, as], [b, bs]) => bs.one - as.one || (a < b ? -1 : 1))
    .slice(0, wordCountMax)
    .map(([word]) => word)
    .toSorted()
}

const wordsOf = (text: string | undefined): ReadonlySet<string> =>
  new Set(
    normalizeText(text ?? '', ['upper', 'fold-accents'])
      ?.split(/\s+/)
      .filter((word) => word !== ''),
  )

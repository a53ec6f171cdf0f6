import { at } from '../base/at.ts'
import type { Slices } from '../base/slices.ts'
import { bestLinks, linksBetween } from './find-links.ts'
import { fieldWordsOf } from './learned-views.ts'
import { type KeyField, type LearningSide, type LearningSides, tellsApart } from './learning-side.ts'
import type { Link } from './link.ts'
import { shareKeys } from './probe.ts'
import type { TextView } from './text-view.ts'

/** Links by the word that follows a frequent word, such as a number of any length behind BATCH or BATCH#. */

const fractionMin = 0.3
const wordCountMax = 5
/** A text that contains identifiers is at least this many times as long as one. */
const lengthRatioMin = 1.5
const identifierLengthMax = 30

/**
 * Links between identifiers and the words behind frequent words of longer texts. Yields after each field of the source.
 */
export function* wordLinks(sides: LearningSides, known: readonly Link[]): Slices<readonly Link[]> {
  const { source, target } = sides
  const words = { source: source.keyFields.map(wordsOf(source)), target: target.keyFields.map(wordsOf(target)) }
  const links: Link[] = []
  for (const [ownIndex, own] of source.keyFields.entries()) {
    yield
    for (const [otherIndex, other] of target.keyFields.entries()) {
      // The sample first, since it rules nearly all views out.
      const viewsIn = (list: readonly string[]): readonly TextView[] =>
        list.map(behindView).filter((view) => shareKeys(sides, { own, other }, view))
      const views = [
        ...(isText(own, other) ? viewsIn(at(words.source, ownIndex)).filter(tellsApart(target, other)) : []),
        ...(isText(other, own) ? viewsIn(at(words.target, otherIndex)).filter(tellsApart(source, own)) : []),
      ]
      links.push(...bestLinks(sides, { own, other, views, before: linksBetween(known, own, other) }))
    }
  }
  return links
}

const isText = (text: KeyField, identifier: KeyField): boolean =>
  identifier.distinctCount >= 2 &&
  identifier.meanLength <= identifierLengthMax &&
  text.meanLength >= lengthRatioMin * identifier.meanLength

/** The most frequent words and labels, each with what stands between it and the word behind it. */
const wordsOf =
  (side: LearningSide) =>
  (field: KeyField): readonly string[] => {
    const { fractions, labels } = fieldWordsOf(side, field)
    const words = [...fractions].map(([word, fraction]) => [`${word} `, fraction] as const)
    return [...words, ...labels]
      .filter(([word, fraction]) => fraction >= fractionMin && /\p{L}/u.test(word))
      .toSorted(([a, as], [b, bs]) => bs - as || (a < b ? -1 : 1))
      .slice(0, wordCountMax)
      .map(([word]) => word)
  }

const behindView = (before: string): TextView => ({
  name: `behind-${before.trim()}`,
  steps: ['upper', 'collapse-space', { after: before }, { before: ' ' }, 'strip-leading-zeros', 'alphanumeric'],
  words: `what stands behind ${before.trim()}`,
})

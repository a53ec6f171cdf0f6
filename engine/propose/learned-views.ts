import { at } from '../base/at.ts'
import { keptBySide } from './kept-by-side.ts'
import type { KeyField, LearningSide, LearningSides } from './learning-side.ts'
import { legalForms, type TextView } from './text-view.ts'

/** Views that drop words and beginnings which only one of two fields has. */

const usualFractionMin = 0.3
const unusualFractionMax = 0.02
const wordCountMax = 12
const beginningLengthMin = 3

interface FieldWords {
  /** For each word that is not rare, the fraction of the field's texts that have it. */
  readonly fractions: ReadonlyMap<string, number>
  /** The same for the labels with which words begin, such as BATCH# or NO. */
  readonly labels: ReadonlyMap<string, number>
  /** The beginning that nearly all texts have; empty if there is none. */
  readonly beginning: string
}

/** A field's words in capitals with their frequency, and its common beginning. Kept for each field. O(characters). */
export function fieldWordsOf(side: LearningSide, { field }: KeyField): FieldWords {
  return known(side, field, () => countWords(side, field))
}

const known = keptBySide<FieldWords>()

function countWords({ texts }: LearningSide, field: string): FieldWords {
  const present = texts(field).filter((text) => text !== undefined)
  const [words, labels] = [new Map<string, number>(), new Map<string, number>()]
  const count = (counts: Map<string, number>, list: Iterable<string>): void => {
    for (const word of new Set(list)) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  for (const text of present) {
    const own = text.toUpperCase().split(/\s+/)
    count(words, own)
    count(
      labels,
      own.flatMap((word) => labelOf.exec(word)?.[0] ?? []),
    )
  }
  const frequent = (counts: Map<string, number>) =>
    new Map(
      [...counts]
        .map(([word, each]) => [word, each / present.length] as const)
        .filter(([, fraction]) => fraction >= unusualFractionMax),
    )
  return {
    fractions: frequent(words),
    labels: frequent(labels),
    beginning: beginningOf(present),
  }
}

/** Letters and punctuation before a number. */
const labelOf = /^\p{L}+[^\p{L}\p{N}]+(?=\p{N})/u

/** The beginning that nine in ten texts have, cut after its last character that is not a letter or digit. */
function beginningOf(texts: readonly string[]): string {
  const sorted = texts.toSorted()
  if (sorted.length < 10) return ''
  // Sorting puts texts with a common beginning side by side: the 5th and the 95th percentile then share it.
  const [first, last] = [
    at(sorted, Math.floor(0.05 * sorted.length)),
    at(sorted, Math.floor(0.95 * (sorted.length - 1))),
  ]
  let length = 0
  while (length < first.length && first[length] === last[length]) length += 1
  const common = /^.*[^\p{L}\p{N}]/u.exec(first.slice(0, length))?.[0] ?? ''
  return common.length >= beginningLengthMin && common.length < first.length ? common : ''
}

/** Empty where no field has a beginning, and no frequent word that the other lacks. */
export function learnedViews(own: FieldWords, other: FieldWords): readonly TextView[] {
  const words = unsharedWords(own, other)
  const beginnings = [...new Set([own.beginning, other.beginning])].filter((text) => text !== '')
  const stripped: TextView[] =
    words.length === 0
      ? []
      : [
          {
            name: `without-${JSON.stringify(words)}`,
            steps: ['upper', 'fold-accents', { strip: [...legalForms, ...words] }, 'alphanumeric'],
            words: `as a name without ${words.join(', ')}`,
          },
        ]
  return [...beginnings.map(afterView), ...stripped]
}

/** Frequent words that only one of the two fields has. */
export const unsharedWords = (own: FieldWords, other: FieldWords): readonly string[] =>
  [...wordsOfOne(own, other), ...wordsOfOne(other, own)].toSorted().slice(0, wordCountMax)

const afterView = (beginning: string): TextView => ({
  name: `after-${JSON.stringify(beginning)}`,
  steps: [{ after: beginning }, 'upper', 'alphanumeric'],
  words: `without ${JSON.stringify(beginning)}, case and punctuation`,
})

const wordsOfOne = (own: FieldWords, other: FieldWords): readonly string[] =>
  [...own.fractions]
    .filter(([word, fraction]) => fraction >= usualFractionMin && !other.fractions.has(word) && /\p{L}/u.test(word))
    .map(([word]) => word)

export const allFieldWords = ({ source, target }: LearningSides) => ({
  source: source.keyFields.map((field) => fieldWordsOf(source, field)),
  target: target.keyFields.map((field) => fieldWordsOf(target, field)),
})

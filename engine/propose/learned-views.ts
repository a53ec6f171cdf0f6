import { at } from '../base/at.ts'
import type { KeyField, LearningSide, LearningSides } from './learning-side.ts'
import { legalForms, type TextView } from './text-view.ts'

/** Views that the texts of two fields suggest: without what all texts of one side say and no text of the other. */

const usualShareMin = 0.3
const unusualShareMax = 0.02
const wordCountMax = 12
const beginningLengthMin = 3

/** What the texts of a field have in common. */
export interface FieldWords {
  /** Word → the share of texts that have it. */
  readonly shares: ReadonlyMap<string, number>
  /** What nearly all texts begin with; blank where that is nothing. */
  readonly beginning: string
}

/** The words of a field's texts in capitals, and their common beginning. O(characters). */
export function fieldWordsOf(side: LearningSide, { field }: KeyField): FieldWords {
  const bySide = known.get(side) ?? new Map<string, FieldWords>()
  known.set(side, bySide)
  const words = bySide.get(field) ?? countWords(side, field)
  bySide.set(field, words)
  return words
}

/** The words of a field are asked for once for each field of the other side. */
const known = new WeakMap<LearningSide, Map<string, FieldWords>>()

function countWords({ texts }: LearningSide, field: string): FieldWords {
  const present = texts(field).filter((text) => text !== undefined)
  const counts = new Map<string, number>()
  for (const text of present)
    for (const word of new Set(text.toUpperCase().split(/\s+/))) counts.set(word, (counts.get(word) ?? 0) + 1)
  const shares = [...counts].map(([word, count]) => [word, count / present.length] as const)
  return { shares: new Map(shares.filter(([, share]) => share >= unusualShareMax)), beginning: beginningOf(present) }
}

/** What nine in ten texts begin with, up to its last character that is no letter or digit. */
function beginningOf(texts: readonly string[]): string {
  const sorted = texts.toSorted()
  if (sorted.length < 10) return ''
  // Where texts are sorted, those with a common beginning stand together: the two at the ends of the middle have it.
  const [first, last] = [
    at(sorted, Math.floor(0.05 * sorted.length)),
    at(sorted, Math.floor(0.95 * (sorted.length - 1))),
  ]
  let length = 0
  while (length < first.length && first[length] === last[length]) length += 1
  const common = /^.*[^\p{L}\p{N}]/u.exec(first.slice(0, length))?.[0] ?? ''
  return common.length >= beginningLengthMin && common.length < first.length ? common : ''
}

/** The views of two fields that differ in words or beginnings; none where they do not. */
export function learnedViews(own: FieldWords, other: FieldWords): readonly TextView[] {
  const words = unsharedWords(own, other)
  const beginnings = [own.beginning, other.beginning].filter((text) => text !== '')
  const stripped: TextView[] =
    words.length === 0
      ? []
      : [
          {
            name: `without-${words.join('-')}`,
            steps: ['upper', 'fold-accents', { strip: [...legalForms, ...words] }, 'alphanumeric'],
            words: `as a name without ${words.join(', ')}`,
          },
        ]
  return [...beginnings.map(afterView), ...stripped]
}

/** Words that one of two fields alone has in many of its texts. */
export const unsharedWords = (own: FieldWords, other: FieldWords): readonly string[] =>
  [...wordsOfOne(own, other), ...wordsOfOne(other, own)].toSorted().slice(0, wordCountMax)

/** Texts without a common beginning. */
const afterView = (beginning: string): TextView => ({
  name: `after-${beginning}`,
  steps: [{ after: beginning }, 'upper', 'alphanumeric'],
  words: `without ${JSON.stringify(beginning)}, case and punctuation`,
})

const wordsOfOne = (own: FieldWords, other: FieldWords): readonly string[] =>
  [...own.shares]
    .filter(([word, share]) => share >= usualShareMin && !other.shares.has(word) && /\p{L}/u.test(word))
    .map(([word]) => word)

/** The words of every field of both sides. */
export const allFieldWords = ({ source, target }: LearningSides) => ({
  source: source.keyFields.map((field) => fieldWordsOf(source, field)),
  target: target.keyFields.map((field) => fieldWordsOf(target, field)),
})

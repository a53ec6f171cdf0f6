import type { NormalizeStep, PlainStep, SimilarityMethod, Take } from '../language/language.ts'
import { listWords, quoted } from './value-words.ts'

const plainWords: { readonly [step in PlainStep]: string } = {
  trim: 'without spaces at the ends',
  'collapse-space': 'repeated spaces as one',
  upper: 'upper case',
  'fold-accents': 'without accents',
  nfkc: 'with Unicode’s plain forms of characters',
  alphanumeric: 'letters and digits alone',
  digits: 'digits alone',
  'strip-leading-zeros': 'without leading zeros',
  'sort-tokens': 'with its words in any order',
}

const takeWords: { readonly [take in Exclude<Take, number>]: string } = {
  first: 'the part of the form',
  last: 'the last part of the form',
  all: 'all parts of the form',
}

/** Explains only `#`, by far the most common placeholder. */
export const maskWords = (mask: string): string => (mask.includes('#') ? `${mask}, with a digit for each #` : mask)

/** `upper case`, `the part of the form INV-####, with a digit for each #`. */
function stepWords(step: NormalizeStep): string {
  if (typeof step === 'string') return plainWords[step]
  if ('strip' in step) return `without ${listWords(step.strip.map(quoted))}`
  if ('extract' in step) return `${wordsOfTake(step.take ?? 'first')} ${maskWords(step.extract)}`
  if ('before' in step) return `what stands before ${quoted(step.before)}`
  if ('after' in step) return `what stands after ${quoted(step.after)}`
  if ('remove' in step) return `without what has the form ${maskWords(step.remove)}`
  const table = `as the table ${step.lookup} translates it`
  return step.otherwise === 'keep' ? `${table}, or as it is if the table lacks it` : table
}

const wordsOfTake = (take: Take): string =>
  typeof take === 'number' ? `part ${take} of those of the form` : takeWords[take]

/** The steps as they follow a field's name: ` (upper case, digits alone)`. Empty without steps. */
export const stepsWords = (steps: readonly NormalizeStep[] = []): string =>
  steps.length === 0 ? '' : ` (${steps.map(stepWords).join(', ')})`

const likenessWords: { readonly [method in SimilarityMethod]: string } = {
  levenshtein: 'of the characters alike',
  'jaro-winkler': 'alike, beginnings above all',
  trigram: 'of every three characters alike',
  'token-set': 'of the words alike',
}

/** `at least 85 % of the words alike`. */
export const similarityWords = ({ method, min }: { readonly method: SimilarityMethod; readonly min: string }): string =>
  `at least ${Math.round(Number(min) * 10_000) / 100} % ${likenessWords[method]}`

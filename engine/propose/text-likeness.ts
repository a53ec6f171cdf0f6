import { at } from '../base/at.ts'
import type { CriterionInput, NormalizeStep } from '../rules/language/language.ts'
import { openSimilarity } from '../rules/similarity/similarity.ts'
import { normalizerOf } from '../rules/text/normalize.ts'
import { keptBySide } from './kept-by-side.ts'
import type { LearningSide, LearningSides, Pair } from './learning-side.ts'
import { blankSteps, fieldsOf } from './link.ts'
import { legalForms } from './text-view.ts'

/** How alike two texts are in pairs that belong together, and how alike in pairs of strangers. No text need be equal. */
export interface TextLikeness {
  readonly name: string
  readonly sourceField: string
  readonly targetField: string
  readonly steps: readonly NormalizeStep[]
  readonly method: SimilarityMethod
  /** Whether nearly every record of both sides has a text of its own. */
  readonly isUnique: boolean
  /** How many pairs the fractions are learnt from. */
  readonly pairCount: number
  /** In basis points; undefined where a record has no text. */
  similarityOf(pair: Pair): number | undefined
  /** The fraction of pairs of strangers, among pairs with both texts, that are at least so alike. */
  strangerFraction(basisPoints: number): number
  /** The fraction of pairs that belong together that are at least so alike. */
  ownFraction(basisPoints: number): number
  /** The most pairs that are strangers all the same, as a fraction, by how many are as unlike as strangers. */
  readonly unlikeFraction: number
  /** The least similarity that at most this fraction of strangers reaches; undefined where too few are known to say. */
  leastFor(strangerFraction: number): number | undefined
}

type SimilarityMethod = 'trigram' | 'token-set' | 'levenshtein' | 'jaro-winkler'

export const pairCountMin = 10
export interface FieldPair {
  readonly source: string
  readonly target: string
}

export const nameOf = ({ source, target }: FieldPair): string => `${source}|${target}`

/** A way to compare two texts. */
export interface Variant {
  readonly method: SimilarityMethod
  /** The steps after those that all texts take. */
  readonly last: readonly NormalizeStep[]
}

interface Comparing {
  readonly fields: FieldPair
  readonly variant: Variant
  /** Words that are left out. */
  readonly words: readonly string[]
}

/** Pairs that belong together, and pairs of strangers. */
export interface Compared {
  readonly pairs: readonly Pair[]
  readonly strangers: readonly Pair[]
}

/** Undefined where too few pairs have both texts. O(pairs). */
export function likenessOf(
  sides: LearningSides,
  { fields, variant, words }: Comparing,
  compared: Compared,
): TextLikeness | undefined {
  const strip: readonly NormalizeStep[] = [{ strip: [...legalForms, ...words] }]
  const steps = [...blankSteps(sides, fields), 'upper' as const, 'fold-accents' as const, ...strip, ...variant.last]
  const [own, other] = [textsUnder(sides.source, fields.source, steps), textsUnder(sides.target, fields.target, steps)]
  const { ofTexts } = openSimilarity({ method: variant.method, min: 0 }, sides)
  const similarityOf = ([s, t]: Pair): number | undefined => {
    const [left, right] = [own(s), other(t)]
    return left === undefined || right === undefined ? undefined : ofTexts(left, right)
  }
  const similarities = (list: readonly Pair[]): readonly number[] =>
    list.flatMap((pair) => similarityOf(pair) ?? []).toSorted((a, b) => a - b)
  const [together, strangers] = [similarities(compared.pairs), similarities(compared.strangers)]
  if (together.length < pairCountMin || strangers.length < pairCountMin) return undefined
  // Of strangers all but `usual` are below the bound, so the pairs below it are no fewer than these of its strangers.
  const unlikeFraction = (usual: number): number => {
    const least = leastFor(strangers, usual)
    return least === undefined ? 1 : (1 - fractionFrom(together, least)) / (1 - usual)
  }
  return {
    name: `${nameOf(fields)}|${variant.method}${variant.last.length > 0 ? '-sorted' : ''}`,
    sourceField: fields.source,
    targetField: fields.target,
    steps,
    method: variant.method,
    isUnique: isDistinct(sides.source, fields.source) && isDistinct(sides.target, fields.target),
    pairCount: together.length,
    similarityOf,
    unlikeFraction: Math.min(1, ...usualFractions.map((usual) => unlikeFraction(usual))),
    strangerFraction: (basisPoints) => fractionFrom(strangers, basisPoints),
    ownFraction: (basisPoints) => fractionFrom(together, basisPoints),
    leastFor: (fraction) => leastFor(strangers, fraction),
  }
}

/** The fractions of strangers that are at least as alike as a bound. */
const usualFractions = [0.5, 0.25, 0.1] as const

const distinctFractionMin = 0.8

const isDistinct = ({ keyFields }: LearningSide, name: string): boolean =>
  keyFields.some(
    ({ field, distinctCount, filledCount }) => field === name && distinctCount >= distinctFractionMin * filledCount,
  )

/** Row → its text after the steps. Only rows that are asked for are normalised, and each once for all pairs of fields. */
function textsUnder(
  side: LearningSide,
  field: string,
  steps: readonly NormalizeStep[],
): (row: number) => string | undefined {
  return known(side, `${field}|${JSON.stringify(steps)}`, () => normalizedTexts(side.texts(field), steps))
}

const known = keptBySide<(row: number) => string | undefined>()

function normalizedTexts(texts: readonly (string | undefined)[], steps: readonly NormalizeStep[]) {
  const normalize = normalizerOf(steps, {})
  const byRow = new Map<number, string | undefined>()
  return (row: number): string | undefined => {
    const text = texts[row]
    if (text === undefined || byRow.has(row)) return byRow.get(row)
    const normalized = normalize(text)
    byRow.set(row, normalized)
    return normalized
  }
}

function fractionFrom(sorted: readonly number[], least: number): number {
  let [from, to] = [0, sorted.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (at(sorted, middle) < least) from = middle + 1
    else to = middle
  }
  return (sorted.length - from) / sorted.length
}

/** A hundredth of all similarity, in basis points: a finer bound would say more than the pairs do. */
const step = 100

function leastFor(strangers: readonly number[], fraction: number): number | undefined {
  const count = Math.floor(fraction * strangers.length)
  if (count < 1) return undefined
  const most = at(strangers, strangers.length - 1 - count)
  const least = (Math.floor(most / step) + 1) * step
  return least > 10_000 ? undefined : least
}

export const likenessCriterion = (
  { sourceField, targetField, steps, method }: TextLikeness,
  basisPoints: number,
): CriterionInput => ({
  ...fieldsOf(sourceField, targetField),
  normalize: steps,
  similarity: { method, min: String(basisPoints / 10_000) },
})

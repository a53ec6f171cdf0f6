import { at } from '../base/at.ts'
import type { Slices } from '../base/slices.ts'
import { frequentWords } from './frequent-words.ts'
import type { LagBand } from './lag-band.ts'
import type { KeyField, LearningSide, LearningSides, Pair } from './learning-side.ts'
import { nearStrangers } from './strangers.ts'
import {
  type Compared,
  type FieldPair,
  likenessOf,
  nameOf,
  pairCountMin,
  type TextLikeness,
  type Variant,
} from './text-likeness.ts'

/** Finds texts that are alike where two records belong together, though none need be equal. */

interface Related {
  readonly pairs: readonly Pair[]
  /** Undefined where records have no dates. */
  readonly band: LagBand | undefined
}

const pairCountMax = 300
/** The chosen way to compare two fields takes so many: what is rare among strangers shows in many alone. */
const chosenPairCountMax = 1_000
/** The first look at two fields takes so many pairs. */
const probeCountMax = 60
const likenessCountMax = 6

/** Of pairs that belong together, this fraction must be more alike than all but `usualFraction` of strangers. */
const ownFractionMin = 0.25
const usualFraction = 0.05

/**
 * The pairs of fields whose texts tell `pairs` from exchanged pairs, the best first; each with the way to compare them
 * that tells most. O(pairs of fields). Yields after each field of the source.
 */
export function* textLikenesses(sides: LearningSides, { pairs, band }: Related): Slices<readonly TextLikeness[]> {
  if (pairs.length < pairCountMin) return []
  const comparedOf = (countMax: number): Compared => {
    const some = spread(pairs, countMax)
    return { pairs: some, strangers: nearStrangers(sides, some, band) }
  }
  const [few, some, many] = [comparedOf(probeCountMax), comparedOf(pairCountMax), comparedOf(chosenPairCountMax)]
  const found: { readonly fields: FieldPair; readonly worth: number }[] = []
  const others = wordFields(sides.target)
  for (const own of wordFields(sides.source)) {
    yield
    for (const other of others) {
      const fields = { source: own.field, target: other.field }
      const probe = likenessOf(sides, { fields, variant: at(variants, 0), words: [] }, few)
      const worth = probe === undefined ? 0 : worthOf(probe)
      if (worth > probeWorthMin) found.push({ fields, worth })
    }
  }
  const best = found.toSorted((a, b) => b.worth - a.worth || (nameOf(a.fields) < nameOf(b.fields) ? -1 : 1))
  const likenesses: TextLikeness[] = []
  for (const { fields } of best.slice(0, likenessCountMax)) {
    yield
    const likeness = bestLikeness(sides, fields, { some, many })
    if (likeness !== undefined) likenesses.push(likeness)
  }
  return likenesses.toSorted((a, b) => worthOf(b) - worthOf(a) || (a.name < b.name ? -1 : 1))
}

/** How the first look is judged: by strangers of a tenth, since it has too few for a rarer quantile. */
const probeWorthMin = 0.15

const variants: readonly Variant[] = [
  { method: 'trigram', last: [] },
  { method: 'token-set', last: [] },
  { method: 'jaro-winkler', last: [] },
  { method: 'levenshtein', last: ['sort-tokens'] },
  { method: 'jaro-winkler', last: ['sort-tokens'] },
]

function bestLikeness(
  sides: LearningSides,
  fields: FieldPair,
  { some, many }: { readonly some: Compared; readonly many: Compared },
): TextLikeness | undefined {
  const learnt = frequentWords(sides, fields, some.pairs)
  const tell = (words: readonly string[]): number => {
    const likeness = likenessOf(sides, { fields, variant: at(variants, 0), words }, some)
    return likeness === undefined ? 0 : worthOf(likeness)
  }
  const words = learnt.length > 0 && tell(learnt) > tell([]) ? learnt : []
  const tried = variants.flatMap((variant) => {
    const likeness = likenessOf(sides, { fields, variant, words }, some)
    return likeness === undefined ? [] : [{ variant, likeness }]
  })
  const [best] = tried.toSorted((a, b) => worthOf(b.likeness) - worthOf(a.likeness))
  if (best === undefined) return undefined
  const chosen = likenessOf(sides, { fields, variant: best.variant, words }, many)
  const least = chosen?.leastFor(usualFraction)
  if (chosen === undefined || least === undefined || chosen.ownFraction(least) < ownFractionMin) return undefined
  // Letters that are left out leave no three in common: a pair that any way finds alike is none of strangers.
  const unlikeFraction = Math.min(chosen.unlikeFraction, ...tried.map(({ likeness }) => likeness.unlikeFraction))
  return { ...chosen, unlikeFraction }
}

/** How many pairs of strangers a similarity keeps apart from how many of the own, at quantiles from usual to rare. */
const worthOf = (likeness: TextLikeness): number =>
  [0.05, 0.01, 0.002].reduce((sum, fraction) => {
    const least = likeness.leastFor(fraction)
    return sum + (least === undefined ? 0 : likeness.ownFraction(least) - likeness.strangerFraction(least))
  }, 0)

const digitFractionMax = 0.5
const lengthMin = 4

/** Fields whose texts consist of words. Numbers are not compared by similarity: one digit makes a different number. */
const wordFields = ({ keyFields, texts }: LearningSide): readonly KeyField[] =>
  keyFields.filter(({ field, meanLength }) => {
    if (meanLength < lengthMin) return false
    const present = texts(field).filter((text) => text !== undefined)
    const digits = present.reduce((sum, text) => sum + text.replace(/[^0-9]+/g, '').length, 0)
    return digits <= digitFractionMax * meanLength * present.length
  })

const spread = <Element>(list: readonly Element[], countMax: number): readonly Element[] =>
  list.length <= countMax
    ? list
    : Array.from({ length: countMax }, (_, index) => at(list, Math.floor((index * list.length) / countMax)))

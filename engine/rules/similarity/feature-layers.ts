import type { FeatureNumbers } from './feature-numbers.ts'
import { gramsOf, spellGram } from './grams.ts'
import { comparedLengthMax, distanceMaxOf, type Similarity, wholeBasisPoints } from './similarity-bounds.ts'
import { createStringFeatures, type StringFeatures, tokensOf } from './tokens.ts'

/** How many features two similar texts share at least, method by method. */

export interface Parts {
  /** In any order; equal parts have one feature. */
  readonly parts: Uint32Array
  /** How many parts any similar text shares, at least 1; infinite when no text can be similar. */
  readonly leastShared: number
}

/** One way to split texts into parts. Each similar pair shares at least `leastShared` parts in one of the layers. */
export interface Layer {
  open(features: FeatureNumbers): LayerReader
  leastShared(left: number, right: number): number
}

export interface LayerReader {
  partsOf(text: string): Parts
  /** The text of a part: the order of equally frequent parts. */
  spell(upper: number, lower: number): string
}

/** Requires levenshtein, trigram or token-set of at least 6,000. */
export function layersOf({ method, min }: Similarity): readonly Layer[] {
  if (method === 'levenshtein') return levenshteinLayers(min)
  return [diceLayer(method === 'trigram' ? openTrigrams : openTokens, min)]
}

interface PartReader extends Pick<LayerReader, 'spell'> {
  readonly read: (text: string) => Uint32Array
}

const openTrigrams = (features: FeatureNumbers): PartReader => ({
  read: (text) => gramsOf(text, 3, features),
  spell: spellGram,
})

function openTokens(features: FeatureNumbers): PartReader {
  const tokens = createStringFeatures(features, 0)
  return {
    read: (text) => Uint32Array.from(tokensOf(text), tokens.numberOf),
    spell: (_, lower) => tokens.spell(lower),
  }
}

/** Dice: 2 × shared ÷ (own + other) ≥ min. The other text has at least own × min ÷ (2 − min) parts. */
function diceLayer(openParts: (features: FeatureNumbers) => PartReader, min: number): Layer {
  const leastShared = (left: number, right: number): number =>
    Math.ceil((min * (left + right)) / (2 * wholeBasisPoints))
  return {
    leastShared,
    open(features) {
      const { read, spell } = openParts(features)
      return {
        spell,
        partsOf(text) {
          const parts = read(text)
          const other = Math.ceil((min * parts.length) / (2 * wholeBasisPoints - min))
          return { parts, leastShared: leastShared(parts.length, other) }
        },
      }
    },
  }
}

const longGramsMin = 8_000

/**
 * Levenshtein: each edit changes at most `size` grams, so that two texts, the longer of n characters, share at least n
 * − size + 1 − size × distance grams. Short texts, which may share none, are found by their single characters.
 */
function levenshteinLayers(min: number): Layer[] {
  const size = min >= longGramsMin ? 3 : 2
  const short = shortBelow(size, min)
  return [
    gramLayer({ size: 1, min, lengths: { from: 1, to: short - 1 } }),
    gramLayer({ size, min, lengths: { from: short, to: Number.POSITIVE_INFINITY } }),
  ]
}

/** From this length on similar texts certainly share a gram. */
function shortBelow(size: number, min: number): number {
  let length = shortLengthMax
  while (length > 1 && sharedGrams(length - 1, size, min) >= 1) length -= 1
  return length
}

/** Above it even the least indexed similarity leaves grams in common: 0.2 n − 1 for 0.6, 0.4 n − 2 for 0.8. */
const shortLengthMax = 16

const sharedGrams = (length: number, size: number, min: number): number =>
  length - size + 1 - size * distanceMaxOf(length, min)

interface GramLayer {
  readonly size: number
  readonly min: number
  /** Code points of the longer text of a pair. */
  readonly lengths: { readonly from: number; readonly to: number }
}

function gramLayer({ size, min, lengths }: GramLayer): Layer {
  const sharedByLength = new Map<number, number>()
  const leastSharedOf = (length: number): number => {
    const known = sharedByLength.get(length)
    if (known !== undefined) return known
    const longest = Math.min(lengths.to, Math.floor((length * wholeBasisPoints) / min))
    let least = Number.POSITIVE_INFINITY
    for (let longer = Math.max(length, lengths.from); longer <= longest; longer++)
      least = Math.min(least, sharedGrams(longer, size, min))
    sharedByLength.set(length, least)
    return least
  }
  return {
    leastShared: (left, right) =>
      Math.min(left, right) === 1 ? 1 : sharedGrams(Math.max(left, right) + size - 1, size, min),
    open(features) {
      const whole = createStringFeatures(features, wholeText)
      return {
        spell: (upper, lower) => (upper === wholeText ? whole.spell(lower) : spellGram(upper, lower)),
        partsOf(text) {
          const { length } = [...text]
          if (length > comparedLengthMax)
            return lengths.to === Number.POSITIVE_INFINITY ? onlyEqual(text, whole) : noParts
          return length < size ? noParts : { parts: gramsOf(text, size, features), leastShared: leastSharedOf(length) }
        },
      }
    },
  }
}

/** The upper half of a whole text as a part; no gram has it. */
const wholeText = 0xb000_0000

const noParts: Parts = { parts: new Uint32Array(), leastShared: Number.POSITIVE_INFINITY }

/** Long texts are alike only when they are equal. */
const onlyEqual = (text: string, whole: StringFeatures): Parts => ({
  parts: Uint32Array.of(whole.numberOf(text)),
  leastShared: 1,
})

import type { FeatureNumbers } from './feature-numbers.ts'
import { gramsOf, spellGram } from './grams.ts'
import { comparedLengthMax, distanceMaxOf, type Similarity, wholeBasisPoints } from './similarity-bounds.ts'
import { createStringFeatures, type StringFeatures, tokensOf } from './tokens.ts'

/** The least number of features that two similar texts share, for each method. */

export interface Parts {
  /** Features in any order; a part that occurs twice stands here twice. */
  readonly parts: Uint32Array
  /**
   * The least number of parts that a similar text shares with this one; infinite where another layer finds it or none
   * does.
   */
  readonly leastShared: number
}

/** One way to split texts into parts. Two similar texts share at least `leastShared` parts in one of the layers. */
export interface Layer {
  open(features: FeatureNumbers): LayerReader
  leastShared(left: number, right: number): number
}

export interface LayerReader {
  partsOf(text: string): Parts
  /** A part as text, by which equally frequent parts are sorted. */
  spell(upper: number, lower: number): string
}

/** Requires the method levenshtein, trigram or token-set, and a `min` of at least 6,000. */
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
 * Levenshtein: one edit changes at most `size` grams. If the longer of two texts has n characters, they share at least
 * n − size + 1 − size × distance grams. Short texts may share none, and are found by their single characters.
 */
function levenshteinLayers(min: number): Layer[] {
  const size = min >= longGramsMin ? 3 : 2
  const short = shortBelow(size, min)
  return [
    gramLayer({ size: 1, min, lengths: { from: 1, to: short - 1 } }),
    gramLayer({ size, min, lengths: { from: short, to: Number.POSITIVE_INFINITY } }),
  ]
}

/** The length from which on similar texts certainly share a gram. */
function shortBelow(size: number, min: number): number {
  let length = shortLengthMax
  while (length > 1 && sharedGrams(length - 1, size, min) >= 1) length -= 1
  return length
}

/**
 * Above this length texts of the least indexed similarity share grams: at least 0.2 n − 1 for 0.6, 0.4 n − 2 for 0.8.
 */
const shortLengthMax = 16

const sharedGrams = (length: number, size: number, min: number): number =>
  length - size + 1 - size * distanceMaxOf(length, min)

interface GramLayer {
  readonly size: number
  readonly min: number
  /** The lengths, in code points, that the longer text of a pair may have. */
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

/** The upper half of the feature that stands for a whole text. No gram has this upper half. */
const wholeText = 0xb000_0000

const noParts: Parts = { parts: new Uint32Array(), leastShared: Number.POSITIVE_INFINITY }

/** The only part of a long text is the whole text, since it is only similar to equal texts. */
const onlyEqual = (text: string, whole: StringFeatures): Parts => ({
  parts: Uint32Array.of(whole.numberOf(text)),
  leastShared: 1,
})

import { gramsOf, numberParts, tokensOf } from './features.ts'
import { comparedLengthMax, distanceMaxOf, type Similarity, wholeBasisPoints } from './similarity.ts'

/** How many features two texts share at least when they are alike, method by method. */

export interface Features {
  /** The features of a text, each once. */
  readonly all: readonly string[]
  /** How many of them any similar text shares, at least 1; infinite when no text can be similar. */
  readonly leastShared: number
}

/** One way to split texts into features. Each similar pair shares at least `leastShared` features in one of the layers. */
export interface Layer {
  featuresOf(text: string): Features
  /** How many features two similar texts share at least, by how many each has. */
  leastShared(left: number, right: number): number
}

/** The layers of a similarity that an index can find: levenshtein, trigram or token-set of at least 6,000. */
export function layersOf({ method, min }: Similarity): readonly Layer[] {
  if (method === 'levenshtein') return levenshteinLayers(min)
  return [diceLayer(method === 'trigram' ? (text) => gramsOf(text, 3) : tokensOf, min)]
}

/** Dice: 2 × shared ÷ (own + other) ≥ min. The other text has at least own × min ÷ (2 − min) features. */
function diceLayer(partsOf: (text: string) => string[], min: number): Layer {
  const leastShared = (left: number, right: number): number =>
    Math.ceil((min * (left + right)) / (2 * wholeBasisPoints))
  return {
    leastShared,
    featuresOf(text) {
      const all = numberParts(partsOf(text))
      const other = Math.ceil((min * all.length) / (2 * wholeBasisPoints - min))
      return { all, leastShared: leastShared(all.length, other) }
    },
  }
}

const longGramsMin = 8_000

/**
 * Levenshtein: each edit changes at most `size` grams, so that two texts, the longer of n characters, share at least
 * n − size + 1 − size × distance grams. Short texts, which may share none, are found by their single characters.
 */
function levenshteinLayers(min: number): Layer[] {
  const size = min >= longGramsMin ? 3 : 2
  const short = shortBelow(size, min)
  return [
    gramLayer({ size: 1, min, lengths: { from: 1, to: short - 1 } }),
    gramLayer({ size, min, lengths: { from: short, to: Number.POSITIVE_INFINITY } }),
  ]
}

/** The least length from which on similar texts share a gram for certain. */
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
  /** Code points of the longer text of the pairs that this layer finds. */
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
    // The only feature of a text may be the text itself, when it is long.
    leastShared: (left, right) =>
      Math.min(left, right) === 1 ? 1 : sharedGrams(Math.max(left, right) + size - 1, size, min),
    featuresOf(text) {
      const { length } = [...text]
      if (length > comparedLengthMax) return lengths.to === Number.POSITIVE_INFINITY ? onlyEqual(text) : noFeatures
      return length < size ? noFeatures : { all: numberParts(gramsOf(text, size)), leastShared: leastSharedOf(length) }
    },
  }
}

const noFeatures: Features = { all: [], leastShared: Number.POSITIVE_INFINITY }

/** Long texts are alike only when they are equal: the whole text is the only feature. */
const onlyEqual = (text: string): Features => ({ all: [text], leastShared: 1 })

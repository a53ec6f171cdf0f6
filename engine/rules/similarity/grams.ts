import { uint32At } from '../../base/at.ts'
import type { FeatureNumbers } from './feature-numbers.ts'
import { codePointsOf } from './letters.ts'

/** Stretches of up to three code points as features: 63 bits in two halves. */

/** Bits of a code point that is counted from 1, so that 0 is no character. */
const pointBits = 21

/** Bits of the middle code point that stand in the lower half alone. */
const lowerBits = 10

/**
 * The stretches of `size` code points of a text, three at most, overlapping, without padding; a shorter text is its own
 * and only one. O(n).
 */
export function gramsOf(text: string, size: number, features: FeatureNumbers): Uint32Array {
  const points = codePointsOf(text)
  const grams = new Uint32Array(Math.max(1, points.length - size + 1))
  for (let index = 0; index < grams.length; index++) {
    const end = Math.min(index + size, points.length)
    const pointAt = (place: number): number => (place < end ? uint32At(points, place) + 1 : 0)
    const [first, middle, last] = [pointAt(index), pointAt(index + 1), pointAt(index + 2)]
    const upper = (first << (32 - pointBits)) | (middle >>> lowerBits)
    grams[index] = features.numberOf(upper >>> 0, ((middle << pointBits) | last) >>> 0)
  }
  return grams
}

/** The text of a gram. */
export function spellGram(upper: number, lower: number): string {
  const lowerOfMiddle = (lower >>> pointBits) & (2 ** lowerBits - 1)
  const middle = ((upper & (2 ** (32 - pointBits) - 1)) << lowerBits) | lowerOfMiddle
  const points = [upper >>> (32 - pointBits), middle, lower & (2 ** pointBits - 1)]
  return String.fromCodePoint(...points.filter((point) => point > 0).map((point) => point - 1))
}

import { uint32At } from '../../base/at.ts'
import type { FeatureNumbers } from './feature-numbers.ts'
import { pointAt } from './letters.ts'

/** Bits of a code point plus 1; 0 stands for no character. */
const pointBits = 21

const lowerBits = 10

/**
 * The overlapping sequences of `size` code points; `size` is at most 3. A text shorter than `size` is its only gram. A
 * gram is 63 bits in two halves. O(n).
 */
export function gramsOf(text: string, size: number, features: FeatureNumbers): Uint32Array {
  const { points, count } = readPoints(text)
  const grams = new Uint32Array(Math.max(1, count - size + 1))
  let first = uint32At(points, 0)
  let middle = size > 1 ? uint32At(points, 1) : 0
  for (let index = 0; index < grams.length; index++) {
    const last = size > 2 ? uint32At(points, index + 2) : 0
    const upper = (first << (32 - pointBits)) | (middle >>> lowerBits)
    grams[index] = features.numberOf(upper >>> 0, ((middle << pointBits) | last) >>> 0)
    first = size > 1 ? middle : uint32At(points, index + 1)
    middle = size > 2 ? last : size > 1 ? uint32At(points, index + 2) : 0
  }
  return grams
}

/** The code points, each plus 1, followed by two zeros. */
function readPoints(text: string): { readonly points: Uint32Array; readonly count: number } {
  const points = new Uint32Array(text.length + 2)
  let count = 0
  for (let index = 0; index < text.length; index++) {
    const point = pointAt(text, index)
    // Skips the second half of a surrogate pair.
    if (point > 0xffff) index += 1
    points[count++] = point + 1
  }
  return { points, count }
}

export function spellGram(upper: number, lower: number): string {
  const lowerOfMiddle = (lower >>> pointBits) & (2 ** lowerBits - 1)
  const middle = ((upper & (2 ** (32 - pointBits) - 1)) << lowerBits) | lowerOfMiddle
  const points = [upper >>> (32 - pointBits), middle, lower & (2 ** pointBits - 1)]
  return String.fromCodePoint(...points.filter((point) => point > 0).map((point) => point - 1))
}

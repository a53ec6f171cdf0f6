import { uint32At } from '../../base/at.ts'
import { type Incidence, incidenceOf } from '../../base/incidence.ts'

/** The characters of a text as similarity compares them: in order, and where and how often each occurs. */

export interface Letters {
  /** Code points. */
  readonly points: Uint32Array
  /** Position → the number of its character; different characters are numbered in the order of their first positions. */
  readonly numbers: Uint32Array
  /** Code point → the number of its character. */
  readonly numberOf: ReadonlyMap<number, number>
  /** The positions of each character, by its number. */
  readonly positions: Incidence
  /** How many characters fall into each of 64 classes; letters of one alphabet have classes of their own. */
  readonly counts: Uint32Array
}

const classCount = 64

/** The letters of a text of fewer than 65,536 characters. */
export function lettersOf(text: string): Letters {
  const points = codePointsOf(text)
  const counts = new Uint32Array(classCount)
  const numberOf = new Map<number, number>()
  const numbers = points.map((point) => {
    counts[point % classCount] = uint32At(counts, point % classCount) + 1
    const number = numberOf.get(point) ?? numberOf.size
    numberOf.set(point, number)
    return number
  })
  return { points, counts, numbers, numberOf, positions: incidenceOf(numbers, numberOf.size) }
}

/** The code points of a text, in order. */
export const codePointsOf = (text: string): Uint32Array => Uint32Array.from([...text], pointOf)

function pointOf(character: string): number {
  const point = character.codePointAt(0)
  if (point === undefined) throw new RangeError('A character has a code point')
  return point
}

/**
 * How many characters two texts have in common at most, wherever they stand. A look at 64 counts shows for most pairs
 * that they are not alike, at a small part of the cost of comparing them.
 */
export function commonAtMost(left: Letters, right: Letters): number {
  let common = 0
  for (let each = 0; each < classCount; each++)
    common += Math.min(uint32At(left.counts, each), uint32At(right.counts, each))
  return common
}

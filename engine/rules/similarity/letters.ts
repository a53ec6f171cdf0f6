import { type Incidence, incidenceOf } from '../../base/incidence.ts'

/** The characters of a text as similarity looks at them: in order, and where and how often each occurs. */

export interface Letters {
  /** Code points. */
  readonly points: readonly number[]
  /** Position → the number of the character that stands there; different characters are numbered as they come. */
  readonly numbers: Uint32Array
  /** Code point → the number of the character, in the order of these numbers. */
  readonly numberOf: ReadonlyMap<number, number>
  /** The positions of each character, by its number. */
  readonly positions: Incidence
  /** How many characters fall into each of 64 classes; letters of one alphabet have classes of their own. */
  readonly counts: Uint16Array
}

const classCount = 64

/** The letters of a text of fewer than 65,536 characters. */
export function lettersOf(text: string): Letters {
  const points = [...text].map((character) => character.codePointAt(0) ?? 0)
  const counts = new Uint16Array(classCount)
  const numberOf = new Map<number, number>()
  for (const point of points) {
    counts[point % classCount] = (counts[point % classCount] ?? 0) + 1
    if (!numberOf.has(point)) numberOf.set(point, numberOf.size)
  }
  const numbers = Uint32Array.from(points, (point) => numberOf.get(point) ?? 0)
  return { points, counts, numbers, numberOf, positions: incidenceOf(numbers, numberOf.size) }
}

/**
 * How many characters two texts have in common at most, wherever they stand. A look at 64 counts tells of most pairs
 * that they are not alike, at a small part of the cost of comparing them.
 */
export function commonAtMost(left: Letters, right: Letters): number {
  let common = 0
  for (let each = 0; each < classCount; each++) common += Math.min(left.counts[each] ?? 0, right.counts[each] ?? 0)
  return common
}

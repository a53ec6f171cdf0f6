import { uint32At } from '../../base/at.ts'
import { type Incidence, incidenceOf } from '../../base/incidence.ts'
import type { Bags } from './bags.ts'
import { createNumberLists, type NumberLists } from './number-lists.ts'
import type { TextReader } from './text-pool.ts'

/** The characters of each text in their order, as feature numbers. List `i` is text `i`. */
interface LetterReader extends TextReader {
  readonly letters: NumberLists
}

export function createLetterReader(bags: Bags, isCompared: (text: string) => boolean): LetterReader {
  const { lists: letters, add, clear } = createNumberLists()
  return {
    letters,
    read(text) {
      const list = isCompared(text) ? codePointsOf(text) : new Uint32Array()
      for (let index = 0; index < list.length; index++) list[index] = bags.features.numberOf(0, uint32At(list, index))
      add(list)
      return list.length + bags.add(list)
    },
    clear() {
      bags.clear()
      clear()
    },
  }
}

function codePointsOf(text: string): Uint32Array {
  const points = new Uint32Array(text.length)
  let count = 0
  for (let index = 0; index < text.length; index++) {
    const point = pointAt(text, index)
    // Skips the second half of a surrogate pair.
    if (point > 0xffff) index += 1
    points[count++] = point
  }
  return points.subarray(0, count)
}

export function pointAt(text: string, index: number): number {
  const unit = text.charCodeAt(index)
  return unit < 0xd800 ? unit : (text.codePointAt(index) ?? unit)
}

export interface Letters {
  readonly points: Uint32Array
  /** For each position of the text, the number of its character; numbers go by first occurrence. */
  readonly numbers: Uint32Array
  readonly numberOf: ReadonlyMap<number, number>
  readonly positions: Incidence
}

export function lettersAt({ starts, values }: NumberLists, text: number): Letters {
  const points = values.slice(uint32At(starts, text), uint32At(starts, text + 1))
  const numberOf = new Map<number, number>()
  const numbers = points.map((point) => {
    const number = numberOf.get(point) ?? numberOf.size
    numberOf.set(point, number)
    return number
  })
  return { points, numbers, numberOf, positions: incidenceOf(numbers, numberOf.size) }
}

import { createRandom, type Random } from '../../../bench/random.ts'

/** Chance with what the generators of pairs draw most. */
export interface Chance extends Random {
  /** The list in another order; the list itself stays. */
  readonly shuffled: <Element>(list: readonly Element[]) => Element[]
  /** One of a list that is not known to have elements. Throws for none. */
  readonly of: <Element>(list: readonly Element[]) => Element
  /** A share between two bounds. */
  readonly share: (min: number, max: number) => number
}

/** The chance of a seed and a name: two generators with one seed draw nothing in common. */
export function createChance(name: string, seed: number): Chance {
  let mixed = seed | 0
  for (const character of name) mixed = Math.imul(mixed ^ (character.codePointAt(0) ?? 0), 0x01000193)
  const random = createRandom(mixed)
  for (let warmUp = 0; warmUp < 8; warmUp += 1) random.fraction()
  return {
    ...random,
    shuffled: (list) => {
      const shuffled = [...list]
      for (let last = shuffled.length - 1; last > 0; last -= 1) {
        const other = random.between(0, last)
        const [a, b] = [shuffled[last], shuffled[other]]
        if (a !== undefined && b !== undefined) [shuffled[last], shuffled[other]] = [b, a]
      }
      return shuffled
    },
    of: (list) => {
      const element = list[random.between(0, list.length - 1)]
      if (element === undefined) throw new RangeError('Nothing to pick from')
      return element
    },
    share: (min, max) => min + random.fraction() * (max - min),
  }
}

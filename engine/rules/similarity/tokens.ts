import { at } from '../../base/at.ts'
import type { FeatureNumbers } from './feature-numbers.ts'

export const tokensOf = (text: string): string[] => text.split(/\s+/).filter((token) => token !== '')

/** Features that stand for whole strings: `upperHalf`, and a number of the string as the lower half. */
export interface StringFeatures {
  numberOf(string: string): number
  spell(lower: number): string
  clear(): void
}

export function createStringFeatures(features: FeatureNumbers, upperHalf: number): StringFeatures {
  const numberByString = new Map<string, number>()
  const strings: string[] = []
  return {
    numberOf(string) {
      let number = numberByString.get(string)
      if (number === undefined) {
        number = strings.length
        numberByString.set(string, number)
        strings.push(string)
      }
      return features.numberOf(upperHalf, number)
    },
    spell: (lower) => at(strings, lower),
    clear() {
      numberByString.clear()
      strings.length = 0
    },
  }
}

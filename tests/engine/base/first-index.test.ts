import { expect, it } from 'vitest'
import { firstIndex } from '../../../engine/base/first-index.ts'

it('finds the first index that passes, or the end, in every short range', () => {
  for (let from = 0; from <= 8; from++) {
    for (let to = from; to <= 8; to++) {
      for (let first = from; first <= to; first++)
        expect(firstIndex({ from, to }, (index) => index >= first)).toBe(first)
    }
  }
})

it('asks about no index outside the range', () => {
  const asked: number[] = []
  const passes = (index: number): boolean => {
    asked.push(index)
    return false
  }
  expect(firstIndex({ from: 3, to: 6 }, passes)).toBe(6)
  expect(asked.every((index) => index >= 3 && index < 6)).toBe(true)
  expect(firstIndex({ from: 4, to: 4 }, () => true)).toBe(4)
})

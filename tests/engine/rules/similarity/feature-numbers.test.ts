import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createFeatureNumbers } from '../../../../engine/rules/similarity/feature-numbers.ts'

type Feature = readonly [upper: number, lower: number]

/** Numbers as a Map would give them, whatever the hash does. */
function numbered(features: readonly Feature[]): readonly number[] {
  const numbers = new Map<string, number>()
  return features.map(([upper, lower]) => {
    const key = `${upper},${lower}`
    const number = numbers.get(key) ?? numbers.size
    numbers.set(key, number)
    return number
  })
}

const numbersOf = (features: readonly Feature[]): readonly number[] => {
  const table = createFeatureNumbers()
  return features.map(([upper, lower]) => table.numberOf(upper, lower))
}

it('numbers features in the order in which they first come', () => {
  const half = fc.nat(0xffff_ffff)
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom(0, 1, 0x61_0061), half), { maxLength: 400 }), (features) => {
      const twice = [...features, ...features.toReversed()]
      expect(numbersOf(twice)).toEqual(numbered(twice))
    }),
  )
})

it('numbers features that were chosen to have one hash', () => {
  // The upper half cancels what the first hash makes of the lower one: without another hash each feature is compared
  // with all before it: half a trillion comparisons.
  const features = Array.from(
    { length: 1_000_000 },
    (_, lower): Feature => [Math.imul(lower, 0x85eb_ca6b) >>> 0, lower],
  )
  const table = createFeatureNumbers()
  for (const [number, [upper, lower]] of features.entries())
    if (table.numberOf(upper, lower) !== number) throw new Error(`Feature ${number} has another number`)
  expect(table.count()).toBe(features.length)
  const [upper, lower] = features.at(-1) ?? [0, 0]
  expect(table.numberOf(upper, lower)).toBe(features.length - 1)
})

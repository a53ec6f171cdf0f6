import fc from 'fast-check'
import { expect, it } from 'vitest'
import { hashOfKey } from '../../../engine/base/hash-of-key.ts'
import { createListedComponents } from '../../../engine/pieces/listed-components.ts'

const keyOf = (name: number) => ({ place: hashOfKey(`${name}`), check: hashOfKey(`${name}`, 1) })

/** Records that list keys, each as many bytes as it says. */
const listings = fc.array(
  fc.record({ keys: fc.array(fc.nat(60), { minLength: 1, maxLength: 4 }), byteCount: fc.integer({ min: 1, max: 50 }) }),
  { maxLength: 40 },
)

function componentsOf(
  all: readonly { readonly keys: readonly number[]; readonly byteCount: number }[],
  slots?: number,
) {
  const components = createListedComponents(61, slots)
  for (let key = 0; key <= 60; key++) components.addKey(keyOf(key))
  for (const { keys, byteCount } of all) {
    const [first = -1, ...others] = keys.map((key) => components.slotOf(keyOf(key)))
    for (const other of others) components.join(first, other)
    components.addBytes(first, byteCount)
  }
  return components
}

it('puts records that share a key, or are connected by such, into one part', () => {
  fc.assert(
    fc.property(listings, fc.constantFrom(undefined, 16), (all, slots) => {
      const components = componentsOf(all, slots)
      components.endInParts(100)
      const partOf = (key: number): number => components.partOf(components.slotOf(keyOf(key)))
      for (const { keys } of all) {
        expect(new Set(keys.map(partOf)).size).toBe(1)
        expect(partOf(keys[0] ?? 0)).toBeGreaterThanOrEqual(0)
      }
    }),
    { numRuns: 200, seed: 20_261_123 },
  )
})

it('fills a part up to its bytes, and gives a larger component a part of its own', () => {
  const components = componentsOf([
    ...Array.from({ length: 20 }, (_, key) => ({ keys: [key], byteCount: 10 })),
    { keys: [20, 21], byteCount: 70 },
    { keys: [21, 22], byteCount: 70 },
  ])
  components.endInParts(100)
  const byteCounts = new Map<number, number>()
  const partOf = (key: number): number => components.partOf(components.slotOf(keyOf(key)))
  for (let key = 0; key < 20; key++) byteCounts.set(partOf(key), (byteCounts.get(partOf(key)) ?? 0) + 10)
  expect(Math.max(...byteCounts.values())).toBeLessThanOrEqual(100)
  expect(byteCounts.size).toBeGreaterThan(1)
  expect(byteCounts.has(partOf(20))).toBe(false)
  expect(partOf(22)).toBe(partOf(20))
  expect(partOf(30)).toBe(-1)
})

it('knows which keys no record has, and which no record lists', () => {
  const components = componentsOf([{ keys: [1, 2], byteCount: 5 }])
  expect(components.slotOf(keyOf(99))).toBe(-1)
  expect(components.isUsed(components.slotOf(keyOf(2)))).toBe(true)
  expect(components.isUsed(components.slotOf(keyOf(3)))).toBe(false)
})

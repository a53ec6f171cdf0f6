import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createByteKeys } from '../../../engine/base/byte-keys.ts'
import { rangeOf } from '../../../engine/base/word-buffer.ts'

const numbersOf = (texts: readonly string[]) => {
  const keys = createByteKeys()
  return { numbers: texts.map((text) => keys.numberOf(rangeOf(text))), keys }
}

it('numbers texts in order of their first arrival', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 6 }), { maxLength: 300 }), (texts) => {
      const distinct = [...new Set(texts)]
      const { numbers, keys } = numbersOf(texts)
      expect(numbers).toEqual(texts.map((text) => distinct.indexOf(text)))
      expect(keys.count()).toBe(distinct.length)
      expect(distinct.map((text) => keys.find(rangeOf(text)))).toEqual([...distinct.keys()])
      expect(keys.find(rangeOf('nobody'))).toBe(-1)
    }),
  )
})

it('tells texts of all lengths apart that differ in their last byte only', () => {
  const texts = Array.from({ length: 40 }, (_, length) =>
    ['a', 'b'].map((last) => `${'x'.repeat(length)}${last}`),
  ).flat()
  expect(numbersOf([...texts, ...texts]).numbers).toEqual([...texts.keys(), ...texts.keys()])
})

it('reads ranges in the midst of other bytes', () => {
  const text = rangeOf('abcdefgh')
  const keys = createByteKeys()
  expect(keys.numberOf({ ...text, start: 2, end: 5 })).toBe(0)
  expect(keys.numberOf(rangeOf('cde'))).toBe(0)
  expect(keys.numberOf({ ...text, start: 2, end: 6 })).toBe(1)
})

it('keeps texts apart whose hashes somebody has made equal', () => {
  const texts = collidingTexts(700)
  expect(new Set(texts).size).toBe(700)
  const { numbers, keys } = numbersOf([...texts, ...texts])
  expect(numbers).toEqual([...texts.keys(), ...texts.keys()])
  expect(keys.find(rangeOf('abcdabcdabcd'))).toBe(-1)
})

/** Texts of twelve ASCII characters of one MurmurHash3: the last four are computed from the state behind the others. */
function collidingTexts(count: number): readonly string[] {
  const texts: string[] = []
  for (let seed = 0; texts.length < count; seed++) {
    const first = String(seed).padStart(8, 'a')
    let hash = 12
    for (const start of [0, 4]) hash = stepOf(hash, wordOf(first.slice(start, start + 4)))
    const word = lastWordOf(hash, 0x12345678)
    const codes = [0, 8, 16, 24].map((shift) => (word >>> shift) & 0xff)
    if (codes.every((code) => code < 0x80)) texts.push(first + String.fromCharCode(...codes))
  }
  return texts
}

const wordOf = (text: string): number => Buffer.from(text).readInt32LE()
const turn = (word: number, by: number): number => (word << by) | (word >>> (32 - by))
const mixed = (word: number): number => Math.imul(turn(Math.imul(word, 0xcc9e2d51), 15), 0x1b873593)
const stepOf = (hash: number, word: number): number => (Math.imul(turn(hash ^ mixed(word), 13), 5) + 0xe6546b64) | 0

/** The word after which the state is `wanted`. */
function lastWordOf(hash: number, wanted: number): number {
  const inner = turn(Math.imul(wanted - 0xe6546b64, inverse(5)), 19) ^ hash
  return Math.imul(turn(Math.imul(inner, inverse(0x1b873593)), 17), inverse(0xcc9e2d51))
}

/** The factor that undoes a product with an odd number in 32 bits, by Newton's iteration. */
function inverse(factor: number): number {
  let known = factor
  for (let round = 0; round < 5; round++) known = Math.imul(known, 2 - Math.imul(factor, known))
  return known
}

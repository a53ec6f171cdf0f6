import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { similarityMethods } from '../../../../engine/rules/language/criterion-form.ts'
import type { SimilarityMethod } from '../../../../engine/rules/language/language.ts'
import { openSimilarity } from '../../../../engine/rules/similarity/similarity.ts'
import { similarityNaively } from '../../oracle/similarity.ts'
import { checkLaw } from '../../support/law.ts'

const similarity = (method: SimilarityMethod, left: string, right: string, min = 0): number | undefined =>
  openSimilarity({ method, min }, { source: {}, target: {} }).ofTexts(left, right)

describe('similarity in basis points is', () => {
  it.each<[SimilarityMethod, string, string, number]>([
    ['levenshtein', 'kitten', 'sitting', 5_714],
    ['levenshtein', 'INV-1000', 'INV-1001', 8_750],
    ['levenshtein', 'abc', 'xyz', 0],
    ['levenshtein', 'a😀b', 'a😎b', 6_666],
    ['jaro-winkler', 'MARTHA', 'MARHTA', 9_611],
    ['jaro-winkler', 'DIXON', 'DICKSONX', 8_133],
    ['jaro-winkler', 'DWAYNE', 'DUANE', 8_400],
    ['jaro-winkler', 'CRATE', 'TRACE', 7_333],
    ['jaro-winkler', 'abc', 'xyz', 0],
    ['jaro-winkler', 'a', 'b', 0],
    ['trigram', 'night', 'nightly', 7_500],
    ['trigram', 'aaaa', 'aaaaaa', 6_666],
    ['trigram', 'ab', 'abc', 0],
    ['trigram', '😀😀😀x', '😀😀😀y', 5_000],
    ['token-set', 'ACME GMBH BERLIN', 'BERLIN ACME', 8_000],
    ['token-set', 'a a b', 'a b b', 6_666],
    ['token-set', 'b  a', 'a b', 10_000],
    ['token-set', 'ACME', 'ACMES', 0],
  ])('%s of %j and %j: %i', (method, left, right, expected) => {
    expect(similarity(method, left, right)).toBe(expected)
    expect(similarity(method, right, left)).toBe(expected)
  })

  it.each(similarityMethods)('%s of equal texts: 10,000, even of a short one', (method) => {
    expect(similarity(method, 'x', 'x', 10_000)).toBe(10_000)
  })

  it.each(similarityMethods)('%s undefined below the minimum, and itself from there on', (method) => {
    const [left, right] = ['ACME TRADING LTD', 'ACME TRADING LIMITED']
    const found = similarityNaively(method, left, right)
    expect(similarity(method, left, right, found)).toBe(found)
    expect(similarity(method, left, right, found + 1)).toBeUndefined()
  })
})

const text = fc
  .string({ unit: fc.constantFrom('a', 'b', 'c', ' ', '😀'), minLength: 1, maxLength: 14 })
  .map((each) => `x${each}`)

const long = fc
  .string({ unit: fc.constantFrom('a', 'b', 'c', 'd', 'e', ' '), minLength: 25, maxLength: 110 })
  .map((each) => `x${each}`)
/** A text, and another one like it: parts of the first that stand elsewhere or nowhere. */
const reordered = fc
  .tuple(long, fc.array(fc.nat({ max: 110 }), { maxLength: 4 }), text)
  .map(([each, places, more]): [string, string] => {
    const [a = 0, b = 0, c = 0, d = 0] = places.toSorted((x, y) => x - y)
    return [each, `${each.slice(0, a)}${each.slice(c, d)}${more}${each.slice(b, c)}${each.slice(d)}` || 'x']
  })

it('is what the textbook says, whatever the minimum', () => {
  checkLaw(
    fc.property(
      fc.constantFrom(...similarityMethods),
      fc.oneof(fc.tuple(text, text), fc.tuple(long, long), reordered),
      fc.integer({ min: 0, max: 10_000 }),
      (method, [left, right], min) => {
        const expected = similarityNaively(method, left, right)
        expect(similarity(method, left, right, min)).toBe(expected < min ? undefined : expected)
      },
    ),
  )
})

it('is the same of a pair, whichever pairs were compared before', () => {
  const sides = fc.array(fc.oneof(text, long), { minLength: 2, maxLength: 5 })
  checkLaw(
    fc.property(
      fc.constantFrom(...similarityMethods),
      sides,
      sides,
      fc.integer({ min: 0, max: 10_000 }),
      (method, lefts, rights, min) => {
        const measure = openSimilarity({ method, min }, { source: {}, target: {} }).ofTexts
        for (const left of [...lefts, ...lefts.slice(0, 1)]) {
          for (const right of rights) {
            const expected = similarityNaively(method, left, right)
            expect(measure(left, right)).toBe(expected < min ? undefined : expected)
          }
        }
      },
    ),
  )
})

it('compares texts of up to 512 code points by levenshtein and jaro-winkler, longer ones only when they are equal', () => {
  for (const method of ['levenshtein', 'jaro-winkler'] as const) {
    expect(similarity(method, `${'a'.repeat(511)}b`, `${'a'.repeat(511)}c`)).toBeGreaterThan(9_900)
    expect(similarity(method, `${'a'.repeat(512)}b`, `${'a'.repeat(512)}c`)).toBeUndefined()
    expect(similarity(method, 'a'.repeat(513), 'a'.repeat(513))).toBe(10_000)
  }
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openIndex } from '../../../../engine/match/similar/prefix-filter.ts'
import { layersOf } from '../../../../engine/rules/similarity/feature-layers.ts'
import type { Similarity } from '../../../../engine/rules/similarity/similarity.ts'
import { similarityNaively } from '../../oracle/similarity.ts'
import { checkLaw } from '../../support/law.ts'

const methods = ['levenshtein', 'trigram', 'token-set'] as const
const unit = fc.constantFrom('a', 'b', 'c', 'd', ' ')
const word = fc.string({ unit, minLength: 1, maxLength: 24 }).map((text) => `x${text}`)

/** A text and others made from it by a few edits, so that many of them are alike. */
const texts = fc.tuple(word, fc.array(fc.tuple(fc.nat(24), fc.nat(2), unit), { maxLength: 6 })).map(([text, edits]) => {
  const edited = [text]
  for (const [at, length, insert] of edits) {
    const last = edited.at(-1) ?? text
    edited.push(`x${last.slice(1, at)}${insert}${last.slice(at + length)}`)
  }
  return edited
})
const sides = fc.tuple(texts, texts, fc.array(word)).map(([left, right, strangers]) => ({
  source: [...left, ...right],
  target: [...right, ...strangers, ...left],
}))
const similarity: fc.Arbitrary<Similarity> = fc.record({
  method: fc.constantFrom(...methods),
  min: fc.oneof(fc.constantFrom(6_000, 6_667, 7_999, 8_000, 8_500, 10_000), fc.integer({ min: 6_000, max: 10_000 })),
})

/** Source → the targets that an index finds for it. */
function likelyPairs(texts: Parameters<typeof openIndex>[0], wanted: Similarity): number[][] {
  const index = openIndex(texts, layersOf(wanted))
  if (index === undefined) throw new Error('A few texts fit an index')
  return texts.source.map((_, source) => {
    const targets: number[] = []
    index.walk(source, (target) => targets.push(target))
    return targets
  })
}

it('leaves out no pair that is alike', () => {
  checkLaw(
    fc.property(sides, similarity, ({ source, target }, { method, min }) => {
      const pairs = likelyPairs({ source, target }, { method, min })
      for (const [position, left] of source.entries()) {
        const alike = [...target.keys()].filter((each) => similarityNaively(method, left, target[each] ?? '') >= min)
        expect(pairs[position]).toEqual(expect.arrayContaining(alike))
      }
    }),
  )
})

describe('the pairs to compare', () => {
  const numbered = (side: string) =>
    Array.from(
      { length: 500 },
      (_, index) => `${side} customer ${String(index * 7_919).padStart(7, '0')} of ${index * 104_729}`,
    )

  it.each(methods)('are far fewer than all where texts differ, by %s', (method) => {
    const pairs = likelyPairs({ source: numbered('A'), target: numbered('B') }, { method, min: 8_500 })
    expect(pairs.flat().length).toBeLessThan(500 * 100)
  })

  it.each(methods)('are counted beforehand, source by target for each feature, by %s', (method) => {
    const same = Array.from({ length: 100 }, () => 'PAYMENT RECEIVED THANK YOU')
    const index = openIndex({ source: same, target: same }, layersOf({ method, min: 8_500 }))
    expect(index?.entryCount).toBeGreaterThanOrEqual(100 * 100)
    expect((index?.entryCount ?? 0) % (100 * 100)).toBe(0)
  })
})

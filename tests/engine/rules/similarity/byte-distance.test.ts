import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createTextColumnBuilder } from '../../../../engine/record/text-column.ts'
import { bytesAlike } from '../../../../engine/rules/similarity/byte-distance.ts'
import { similarityNaively } from '../../oracle/similarity.ts'
import { checkLaw } from '../../support/law.ts'

function columnOf(texts: readonly (string | undefined)[]) {
  const builder = createTextColumnBuilder()
  for (const text of texts) builder.add(text)
  return builder.finish(texts.length)
}

const letters = fc.constantFrom('a', 'b', 'c', ' ', '7')
const ascii = fc.oneof(
  fc.string({ unit: letters, minLength: 1, maxLength: 8 }),
  fc.string({ unit: letters, minLength: 28, maxLength: 32 }),
)

it('says of ASCII texts what the similarity in basis points says, whichever pair came before', () => {
  const texts = fc.array(ascii, { minLength: 1, maxLength: 4 })
  checkLaw(
    fc.property(texts, texts, fc.integer({ min: 0, max: 10_000 }), (sources, targets, min) => {
      const alike = bytesAlike({ source: columnOf(sources), target: columnOf(targets) }, min)
      for (const [row, source] of sources.entries())
        for (const [other, target] of targets.entries())
          expect(alike(row, other)).toBe(similarityNaively('levenshtein', source, target) >= min)
    }),
  )
})

it('says nothing of absent texts, long ones and those beyond ASCII', () => {
  const texts = ['a', undefined, 'é', 'a'.repeat(33), 'a'.repeat(513)]
  const columns = { source: columnOf(texts), target: columnOf(texts) }
  const alike = bytesAlike(columns, 9_000)
  expect(texts.map((_, row) => alike(row, 0))).toEqual([true, undefined, undefined, undefined, undefined])
  expect(texts.map((_, other) => alike(0, other))).toEqual([true, undefined, undefined, false, undefined])
})

import { describe, expect, it } from 'vitest'
import { camtFormat } from '../../../../engine/intake/camt/camt.ts'
import { intakeOf } from '../read.ts'
import { figuresOf, hasVectors, vectorsOf } from '../vector-index.ts'

/** The figures of the index are those of entries. */
describe.skipIf(!hasVectors)('camt of banks', () => {
  it.each(vectorsOf('camt').map((vector) => [vector.file, vector] as const))('%s', (_file, { bytes, expected }) => {
    for (const size of [1, 7, 65_536]) {
      const end = intakeOf(bytes, { format: camtFormat, level: 'entry' }, [size])
      expect(figuresOf(end, expected)).toEqual(expected)
    }
    // Whatever becomes a record, no money is lost.
    const { sums, opening, closing, balanced } = expected
    const money = { sums, opening, closing, balanced }
    for (const level of ['detail', undefined] as const)
      expect(figuresOf(intakeOf(bytes, { format: camtFormat, level }), expected)).toMatchObject(defined(money))
  })
})

/** The members that are there. */
const defined = (figures: object): object =>
  Object.fromEntries(Object.entries(figures).filter(([, figure]) => figure !== undefined))

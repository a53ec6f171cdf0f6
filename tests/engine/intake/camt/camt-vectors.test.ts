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
  })
})

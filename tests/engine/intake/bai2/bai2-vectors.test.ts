import { expect, it } from 'vitest'
import { bai2Format } from '../../../../engine/intake/bai2/bai2.ts'
import { faultsOf, intakeOf } from '../read.ts'
import { figuresOf, hasVectors, type Vector, vectorsOf } from '../vector-index.ts'

/** Files that are refused, and for what. */
const refused: { readonly [file: string]: readonly string[] } = {
  // A line that is no record, and that its peer's tests refuse too.
  'moovbai2__errors_sample-parseError.txt': ['1 invalid_record null null'],
}

const read = ({ bytes }: Vector) => intakeOf(bytes, { format: bai2Format })

it.skipIf(!hasVectors)('every real BAI2 file has the figures that are known of it, or is refused for a reason', () => {
  for (const vector of vectorsOf('bai2')) {
    const faults = refused[vector.file]
    if (faults === undefined)
      expect.soft(figuresOf(read(vector), vector.expected), vector.file).toEqual(vector.expected)
    else expect.soft(faultsOf(read(vector)), vector.file).toEqual(faults)
  }
})

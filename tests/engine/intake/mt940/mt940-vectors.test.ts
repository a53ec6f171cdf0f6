import { expect, it } from 'vitest'
import { mt940Format } from '../../../../engine/intake/mt940/mt940.ts'
import { faultsOf, intakeOf } from '../read.ts'
import { figuresOf, hasVectors, type Vector, vectorsOf } from '../vector-index.ts'

/** Files that are refused, and for what. */
const refused: { readonly [file: string]: readonly string[] } = {
  // Made anonymous with figures that are no dates and no amount: value date 362268, balance `C141387INR11 27421,94`.
  'cmxl__mt940-headers.txt': ['8 invalid_date :61: valueDate', '10 invalid_record :62F: null'],
}

const read = ({ bytes }: Vector) => intakeOf(bytes, { format: mt940Format })

it.skipIf(!hasVectors)('every real MT940 file has the figures that are known of it, or is refused for a reason', () => {
  for (const vector of vectorsOf('mt940')) {
    const faults = refused[vector.file]
    if (faults === undefined)
      expect.soft(figuresOf(read(vector), vector.expected), vector.file).toEqual(vector.expected)
    else expect.soft(faultsOf(read(vector)), vector.file).toEqual(faults)
  }
})

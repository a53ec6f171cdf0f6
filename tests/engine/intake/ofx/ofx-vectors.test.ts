import { describe, expect, it } from 'vitest'
import { ofxFormat } from '../../../../engine/intake/ofx/ofx.ts'
import { faultsOf, intakeOf } from '../read.ts'
import { figuresOf, hasVectors, vectorsOf } from '../vector-index.ts'

/** Files that are refused, and their faults: the index has no figures of what cannot be read. */
const refused = new Map([
  ['ofxparse__fail_nice_decimal_error.ofx', ['36 invalid_date DTPOSTED date', '37 invalid_decimal TRNAMT amount']],
])

describe.skipIf(!hasVectors)('the files of banks in OFX and QFX', () => {
  it.each(vectorsOf('ofx'))('$file', ({ file, bytes, expected, notes }) => {
    for (const size of [65_536, 7, 1]) {
      const end = intakeOf(bytes, { format: ofxFormat }, [size])
      const faults = refused.get(file)
      if (faults !== undefined) expect(faultsOf(end)).toEqual(faults)
      else expect(figuresOf(end, expected)).toEqual(expected)
      if (!end.ok) continue
      const trades = Number(/(\d+) INVTRAN/.exec(notes)?.[1] ?? 0)
      const skipped = end.summary.warnings.find(({ code }) => code === 'skipped_entries')
      expect(skipped?.count ?? 0).toBe(trades)
    }
  })
})

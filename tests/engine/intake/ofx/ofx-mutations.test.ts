import { describe, expect, it } from 'vitest'
import { at } from '../../../../engine/base/at.ts'
import { ofxFormat } from '../../../../engine/intake/ofx/ofx.ts'
import { inForms, sizeOf } from '../../../support/forms.ts'
import { breakFile, createChance } from '../broken-files.ts'
import { intakeOf, linesOf } from '../read.ts'
import { vectorsOf } from '../vector-index.ts'
import { ofxOf, xmlSample } from './ofx-samples.ts'

const cases = { short: 25, long: 2_000 }

const samples = [
  ofxOf(
    '<DTPOSTED>20260301<TRNAMT>-1.5<FITID>1<NAME>Müller',
    '<DTPOSTED>20260302\n<TRNAMT>2,50\n<FITID>2\n<MEMO>&lt;x',
  ),
  xmlSample,
].map((text) => new TextEncoder().encode(text))

describe('a broken file of OFX', () => {
  const files = [...samples, ...vectorsOf('ofx').map(({ bytes }) => bytes)]
  const whole = files.map((bytes) => intakeOf(bytes, { format: ofxFormat }))

  it(inForms('is a fault or read, alike however it is split, and never shorter by its end', cases), () => {
    for (let seed = 0; seed < sizeOf(cases); seed++) {
      const file = seed % files.length
      const { bytes, isCutOff } = breakFile(at(files, file), createChance(seed))
      const end = intakeOf(bytes, { format: ofxFormat })
      const inParts = intakeOf(bytes, { format: ofxFormat }, [bytes.length > 1_000_000 ? 4_099 : 61])
      expect(inParts.ok, `seed ${seed}`).toBe(end.ok)
      if (!end.ok) continue
      expect(linesOf(inParts), `seed ${seed}`).toEqual(linesOf(end))
      // Behind </OFX>, nothing is lost.
      if (isCutOff) expect(linesOf(end), `seed ${seed}`).toEqual(linesOf(at(whole, file)))
    }
  })
})

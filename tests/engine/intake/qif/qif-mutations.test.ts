import { describe, expect, it } from 'vitest'
import { at } from '../../../../engine/base/at.ts'
import { qifFormat } from '../../../../engine/intake/qif/qif.ts'
import { inForms, sizeOf } from '../../../support/forms.ts'
import { breakFile, createChance } from '../broken-files.ts'
import { intakeOf, linesOf } from '../read.ts'
import { vectorsOf } from '../vector-index.ts'

const cases = { short: 25, long: 2_000 }

const sample =
  '!Account\nNGiro\nTBank\n^\n!Type:Bank\nD13/04/2026\nT-1,234.50\nPMüller\nMTea "and" cake\nN7\n^\n' +
  'D14/04/2026\nT5.00\nLFood\nSFood\nEhalf\n$2.00\nSOther\n$3.00\n^\n!Type:Invst\nD1/04/2026\nNBuy\n^\n' +
  '!Account\nNCash\n^\n!Type:Cash\nD15/04/2026\nU-2.00\nPKiosk\n^\n'

describe('a broken file of QIF', () => {
  const files = [new TextEncoder().encode(sample), ...vectorsOf('qif').map(({ bytes }) => bytes)]
  const whole = files.map((bytes) => linesOf(intakeOf(bytes, { format: qifFormat })))

  it(inForms('is a fault or read, alike however it is split, and up to where it is cut off', cases), () => {
    for (let seed = 0; seed < sizeOf(cases); seed++) {
      const file = seed % files.length
      const { bytes, isCutOff } = breakFile(at(files, file), createChance(seed))
      const end = intakeOf(bytes, { format: qifFormat })
      const inParts = intakeOf(bytes, { format: qifFormat }, [bytes.length > 1_000_000 ? 4_099 : 61])
      expect(inParts.ok, `seed ${seed}`).toBe(end.ok)
      if (!end.ok) continue
      const lines = linesOf(end)
      expect(linesOf(inParts), `seed ${seed}`).toEqual(lines)
      if (isCutOff) expect(lines, `seed ${seed}`).toEqual(at(whole, file).slice(0, lines.length))
    }
  })
})

import { describe, expect, it } from 'vitest'
import { at } from '../../../../engine/base/at.ts'
import { mt940Format } from '../../../../engine/intake/mt940/mt940.ts'
import { faultsOf, intakeOf, recordsOf } from '../read.ts'
import { mt940 } from './mt940-samples.ts'

const read = (input: string) => intakeOf(input, { format: mt940Format })
const recordOf = (...lines: readonly string[]) => at(recordsOf(read(mt940(lines))), 0)
describe('a statement line that banks write otherwise', () => {
  it.each([
    ['2603020302C,50NTRFNONREF', '0.5'],
    ['2603020302C1,50', '1.5'],
    ['2603020302D1,50//B-7', '-1.5'],
    ['2603020302C1,50N   NONREF', '1.5'],
    ['2603020000C1,50NTRFNONREF', '1.5'],
    [' 2603020302C1,50NTRFNONREF', '1.5'],
  ])('%j moves %s', (line, amount) => {
    expect(recordOf(`:61:${line}`)).toMatchObject({ amount, date: '2026-03-02', valueDate: '2026-03-02' })
  })

  it('and ends behind its amount or its mark goes on in the line below', () => {
    expect(recordOf(':61:2603020302C1,50', 'NTRFINV-1//B-7')).toMatchObject({ type: 'NTRF', reference: 'INV-1' })
    expect(recordOf(':61:2603020302C1,50', 'Card payment')).toMatchObject({
      amount: '1.5',
      description: 'Card payment',
    })
    expect(faultsOf(read(mt940([':61:2603020302C1,50x', ':61:2603020302C1,501.5'])))).toEqual([
      '5 invalid_record :61: null',
      '6 invalid_record :61: null',
    ])
    expect(faultsOf(read(':20:A\n:61:2603020302C1,50'))).toEqual(['2 invalid_record :61: null'])
  })
})

import { describe, expect, it } from 'vitest'
import { faultsOf, intakeOf, recordsOf } from '../read.ts'

const read = (rows: readonly string[], options = {}) =>
  intakeOf(['Date,Value date,Amount', ...rows].join('\n'), options)
const datesOf = (rows: readonly string[], options = {}) =>
  recordsOf(read(rows, options)).map(({ date, valueDate }) => [date, valueDate])

describe('the order of day and month', () => {
  it('is that of the other column of dates, where a column does not say it', () => {
    const may = ['2026-04-30', '2026-05-01']
    expect(datesOf(['04/30/26,05/01/26,5'])).toEqual([may])
    expect(datesOf(['05/01/26,04/30/26,5'])).toEqual([may.toReversed()])
    expect(datesOf(['05/01/26,05/01/26,5', '05/01/26,05/02/26,5', '05/01/26,05/13/26,5']).at(-1)).toEqual([
      '2026-05-01',
      '2026-05-13',
    ])
  })
  it('is that of the format of the other column', () => {
    const mapping = { date: { column: 'Date', format: 'MM/DD/YYYY' } }
    expect(datesOf(['05/01/2026,05/02/2026,5'], { mapping })).toEqual([['2026-05-01', '2026-05-02']])
  })
  it('may be another in each column that says so, and is a question where a column says both', () => {
    expect(datesOf(['04/30/2026,30/04/2026,5'])).toEqual([['2026-04-30', '2026-04-30']])
    expect(faultsOf(read(['04/30/2026,05/01/2026,5', '04/30/2026,30/04/2026,5']))).toEqual([
      '3 invalid_date Value date valueDate',
    ])
    expect(faultsOf(read(['05/01/2026,05/02/2026,5']))).toEqual([
      '2 undecided_date Date date',
      '2 undecided_date Value date valueDate',
    ])
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatDate } from '../../../../engine/base/date.ts'
import { dateOrderOf, readDate } from '../../../../engine/intake/values/date-format.ts'
import { parseDatePattern, readDateByPattern } from '../../../../engine/intake/values/date-pattern.ts'

const read = (text: string, order: 'day-first' | 'month-first' = 'day-first') => {
  const date = readDate(text, order)
  return date && `${formatDate(date.day)}${date.timestamp === undefined ? '' : ` (${date.timestamp})`}`
}

describe('readDate', () => {
  it.each([
    ['2026-03-01', '2026-03-01'],
    ['2026-3-1', '2026-03-01'],
    ['2026/03/01', '2026-03-01'],
    ['20260301', '2026-03-01'],
    ['01.03.2026', '2026-03-01'],
    ['1.3.26', '2026-03-01'],
    ['1. 3. 2026', '2026-03-01'],
    ['01.03.2026.', '2026-03-01'],
    ['01.03.70', '1970-03-01'],
    ['12-Dec-2019', '2019-12-12'],
    ['27 Feb 2018', '2018-02-27'],
    ['3. März 2026', '2026-03-03'],
    ['5. Dez. 2026', '2026-12-05'],
    ['Mar 5, 2026', '2026-03-05'],
    ['March 5th 2026', '2026-03-05'],
    ['01/03/2026', '2026-03-01'],
    ['01-03-2026', '2026-03-01'],
    ["1/3'26", '2026-03-01'],
    ["1/ 3' 6", '2006-03-01'],
    ["01.03'26", '2026-03-01'],
    [' 2026-03-01 ', '2026-03-01'],
    ['2026-03-01T23:59:59.123Z', '2026-03-01 (2026-03-01T23:59:59.123Z)'],
    ['2018-02-25 12:34:56 +0000', '2018-02-25 (2018-02-25 12:34:56 +0000)'],
    ['01.03.2026 10:15', '2026-03-01 (01.03.2026 10:15)'],
    ['01/03/2026, 9:05 PM', '2026-03-01 (01/03/2026, 9:05 PM)'],
    ['2026-03-01T00:30:00-11:00', '2026-03-01 (2026-03-01T00:30:00-11:00)'],
  ])('reads %j as %s', (text, date) => {
    expect(read(text)).toBe(date)
  })

  it('reads slashed dates in the order it is given', () => {
    expect([read('03/01/2026', 'month-first'), read('03/01/2026', 'day-first')]).toEqual(['2026-03-01', '2026-01-03'])
  })

  it.each([
    '',
    'Pending',
    '2026',
    '2026-02-30',
    '31.04.2026',
    '13/13/2026',
    '01/02-2026',
    '12-Foo-2019',
    '2026-03-01T25:00',
    '2026-03-01 10:61',
    '2026-03-01x',
    '1772323200',
    '00.00.0000',
  ])('refuses %j', (text) => {
    expect(read(text)).toBeUndefined()
  })
})

describe('dateOrderOf', () => {
  it.each([
    ['2026-03-01', 'any'],
    ['01.03.2026', 'any'],
    ['05/05/2026', 'any'],
    ['15/03/2026', 'day-first'],
    ['03/15/2026 10:00', 'month-first'],
    ['03/04/2026', 'undecided'],
    ["3/ 4'26", 'undecided'],
    ["3/15' 6", 'month-first'],
    ['3/15/6', undefined],
    ["3'15/26", undefined],
    ['31/04/2026', undefined],
    ['Pending', undefined],
  ])('of %s is %s', (text, order) => {
    expect(dateOrderOf(text)).toBe(order)
  })
})

describe('a date pattern', () => {
  it.each([
    ['DD.MM.YYYY', '01.03.2026', '2026-03-01'],
    ['MM/DD/YYYY', '03/01/2026', '2026-03-01'],
    ['M/D/YY', '3/1/26', '2026-03-01'],
    ['YYYYMMDD', '20260301', '2026-03-01'],
    ['DD-MMM-YYYY', '01-Mär-2026', '2026-03-01'],
    ['YYYY-DD-MM', '2026-02-03', '2026-03-02'],
    ['DD/MM/YYYY', '2026-03-01', '2026-03-01'],
  ])('%s reads %s as %s', (format, text, date) => {
    const found = readDateByPattern(text, parseDatePattern(format) ?? [])
    expect(found && formatDate(found.day)).toBe(date)
  })

  it('keeps a time of day behind the date', () => {
    const found = readDateByPattern('03/01/2026 10:15', parseDatePattern('MM/DD/YYYY') ?? [])
    expect(found?.timestamp).toBe('03/01/2026 10:15')
  })

  it.each([
    ['DD.MM.YYYY', '1.3.2026'],
    ['DD.MM.YYYY', '01.03.2026x'],
    ['MM/DD/YYYY', '31/01/2026'],
  ])('%s refuses %s', (format, text) => {
    expect(readDateByPattern(text, parseDatePattern(format) ?? [])).toBeUndefined()
  })

  it.each(['', 'DD.MM', 'DD.MM.YYYY.DD', 'dd.mm.yyyy', '(.*)'])('%j is none', (format) => {
    expect(parseDatePattern(format)).toBeUndefined()
  })

  it('reads back every day that it could have written', () => {
    const pattern = parseDatePattern('D.M.YYYY') ?? []
    fc.assert(
      fc.property(fc.integer({ min: -719_162, max: 2_932_896 }), (day) => {
        const [year = '', month, date] = formatDate(day).split('-')
        expect(readDateByPattern(`${Number(date)}.${Number(month)}.${year}`, pattern)?.day).toBe(day)
      }),
    )
  })
})

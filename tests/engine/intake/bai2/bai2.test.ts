import { describe, expect, it } from 'vitest'
import { at } from '../../../../engine/base/at.ts'
import { bai2Format } from '../../../../engine/intake/bai2/bai2.ts'
import { sniffFormat } from '../../../../engine/intake/sniff-format.ts'
import { detailsOf, faultsOf, intakeOf, type Options, recordsOf } from '../read.ts'
import { bai2, bai2Samples } from './bai2-samples.ts'

const read = (input: string, options: Options = {}) => intakeOf(input, { ...options, format: bai2Format })
const recordOf = (...lines: readonly string[]) => at(recordsOf(read(bai2(lines))), 0)
const summaryOf = (input: string) => {
  const end = read(input)
  if (!end.ok) throw new Error(detailsOf(end))
  return end.summary
}
const codesOf = (input: string) => summaryOf(input).warnings.map(({ code, count }) => `${code} ${count}`)

describe('a transaction', () => {
  it.each([
    ['100', '1'],
    ['399', '1'],
    ['400', '-1'],
    ['699', '-1'],
    ['722', '1'],
    ['760', '-1'],
    ['920', '1'],
    ['959', '1'],
    ['960', '-1'],
    ['999', '-1'],
  ])('of type %s moves %s', (type, amount) => {
    expect(recordOf(`16,${type},100,,,,x/`)).toMatchObject({ amount, type })
  })

  it('of a type without a side is a fault, and passed over where it moves nothing', () => {
    expect(faultsOf(read(bai2(['16,810,100,,,,x/', '16,010,100,,,,x/'])))).toEqual([
      '4 invalid_record 16 type',
      '5 invalid_record 16 type',
    ])
    expect(codesOf(bai2(['16,890,,,,,x/', '16,810,0,,,,x/', '16,100,0,,,,x/']))).toEqual(['skipped_entries 2'])
  })

  it('has two digits behind the point, unless its currency has others', () => {
    const amountIn = (currency: string, account = '03,1,,/') =>
      at(recordsOf(read(bai2(['16,100,12345,,,,x/'], { account, group: currency }))), 0)
    expect(amountIn('USD')).toMatchObject({ amount: '123.45', currency: 'USD' })
    expect(amountIn('JPY')).toMatchObject({ amount: '12345', currency: 'JPY' })
    expect(amountIn('KWD')).toMatchObject({ amount: '12.345', currency: 'KWD' })
    expect(amountIn('JPY', '03,1,EUR/')).toMatchObject({ amount: '123.45', currency: 'EUR' })
    expect(amountIn('')).not.toHaveProperty('currency')
  })

  it('may state a sign or a point that the format has no need of', () => {
    expect(recordOf('16,100,+000000012345,,,,x/')).toMatchObject({ amount: '123.45' })
    expect(recordOf('16,100,-100,,,,x/')).toMatchObject({ amount: '-1' })
    expect(recordOf('16,400,123.4,,,,x/')).toMatchObject({ amount: '-123.4' })
  })

  it.each([
    ['', undefined],
    ['0', undefined],
    ['1', undefined],
    ['2', undefined],
    ['Z', undefined],
    ['z', undefined],
    ['S,100,200,300', undefined],
    ['S,,,', undefined],
    ['V,260305,', '2026-03-05'],
    ['V,260305,1200', '2026-03-05'],
    ['V,20260305,', '2026-03-05'],
    ['V,,', undefined],
    ['D,2,0,100,1,200', undefined],
    ['D,0', undefined],
  ])('of the funds type %s has its references behind it', (funds, valueDate) => {
    const record = recordOf(`16,195,100,${funds},BANK-1,CUST-1,some, text/`)
    expect(record).toMatchObject({
      reference: 'CUST-1',
      description: 'some, text',
      date: '2026-03-01',
      attributes: { bankReference: 'BANK-1', customerReference: 'CUST-1', asOfModifier: '2' },
    })
    expect(record.valueDate).toBe(valueDate)
  })

  it('goes on in 88 records, inside its fields and in its text', () => {
    expect(recordOf('16,195,100,V,260305/', '88,,BANK-1/', '88,CUST-1,text', '88,and more/')).toMatchObject({
      valueDate: '2026-03-05',
      description: 'text and more',
      attributes: { bankReference: 'BANK-1', customerReference: 'CUST-1' },
    })
    expect(recordOf('16,195,100,,BANK-1,/', '88,22/03/66', '88:odd')).toMatchObject({ description: '22/03/66 odd' })
  })

  it('has words that a full line cuts', () => {
    const line = '16,195,100,,,,'.padEnd(78, 'x')
    expect(recordOf(`${line}IN`, '88,VOICE')).toMatchObject({ description: `${line.slice(14)}INVOICE` })
    expect(recordOf(`${line}I`, '88,VOICE')).toMatchObject({ description: `${line.slice(14)}I VOICE` })
  })

  it('names its counterparty and its references in lines with keys', () => {
    const keyed = ['88,EREF: E-1', '88,CRNM: Payee', '88,DBNM: Payer', '88,CACT: 1', '88,DACT: 2', '88,CHKN: 4711']
    expect(recordOf('16,195,100,,B,C,Wire', ...keyed)).toMatchObject({
      reference: 'E-1',
      counterparty: 'Payer',
      attributes: { endToEndId: 'E-1', counterpartyAccount: '2', chequeNumber: '4711' },
    })
    expect(recordOf('16,495,100,,B,C,Wire', ...keyed)).toMatchObject({
      counterparty: 'Payee',
      attributes: { counterpartyAccount: '1' },
    })
    expect(recordOf('16,475,100,,B,4711,/')).toMatchObject({ attributes: { chequeNumber: '4711' } })
    expect(recordOf('16,195,100,,0,0000,x/')).not.toHaveProperty('reference')
  })

  it('that cannot be read is a fault', () => {
    const lines = ['16,195,x,,,,a/', '16,195,100', '16,195,100,Q,,,a/', '16,195,100,V,261301,,a/', '17,195,100,,,,a/']
    expect(faultsOf(read(bai2(lines)))).toEqual([
      '4 invalid_decimal 16 amount',
      '5 invalid_decimal 16 amount',
      '6 invalid_record 16 valueDate',
      '7 invalid_date 16 valueDate',
      '8 invalid_record null null',
    ])
    expect(codesOf(bai2(['16,195,100,V,260230,,a/']))).toContain('clamped_date 1')
  })
})

describe('a file', () => {
  it('has a statement for each account, with its balances', () => {
    expect(summaryOf(at(bai2Samples, 0))).toMatchObject({
      totals: { USD: '0' },
      statements: [
        { account: '1234567890', currency: 'USD', opening: '100', closing: '100', check: 'balanced', entryCount: 3 },
      ],
      warnings: [],
    })
    expect(summaryOf(at(bai2Samples, 2)).statements).toMatchObject([{ opening: null, closing: null, currency: 'CAD' }])
  })

  it('may have physical records of one length, with line ends and without', () => {
    const padded = at(bai2Samples, 1)
    expect(recordsOf(read(padded))).toMatchObject([{ amount: '1', description: 'x' }])
    expect(codesOf(padded)).toEqual(['balance_mismatch 1'])
    expect(read(padded.replaceAll('\r\n', '')).ok && recordsOf(read(padded.replaceAll('\r\n', '')))).toHaveLength(1)
    expect(codesOf(padded.replaceAll('\r\n', ''))).toEqual(['balance_mismatch 1'])
  })

  it('may have several records on a line, or all of them', () => {
    for (const sample of bai2Samples.filter((_, index) => index !== 1)) {
      const ended = sample.replace(/[^/\n]$/gm, '$&/')
      const [whole, lines] = [read(ended), ended.trimEnd().split('\n')]
      const pairs = lines.map((line, index) => line + (index % 2 === 0 ? '' : '\n')).join('')
      for (const joined of [lines.join(''), lines.join(' '), pairs]) {
        expect(codesOf(joined)).toEqual(codesOf(ended))
        expect(recordsOf(read(joined))).toEqual(recordsOf(whole))
        for (const size of [1, 7]) expect(intakeOf(joined, { format: bai2Format }, [size])).toEqual(read(joined))
      }
    }
  })

  it('may have more records on its line than a line may have characters', () => {
    const entries = Array.from({ length: 3000 }, (_, index) => `16,195,${index},,B${index},,a/b 01/02/26/`)
    const joined = bai2([...entries, '16,495,1,,BR,,cut 16/', '88,DBNM: Payer/']).replaceAll('\n', '')
    expect(joined.length).toBeGreaterThan(65_536)
    const whole = read(joined)
    expect(codesOf(joined)).toEqual(['balance_mismatch 1'])
    expect(summaryOf(joined)).toMatchObject({ recordCount: 3001, totals: { USD: '44984.99' } })
    for (const size of [1, 1000, 1_000_000]) expect(intakeOf(joined, { format: bai2Format }, [size])).toEqual(whole)
    const cut = joined.indexOf('16,195,2000,')
    const lines = `${joined.slice(0, cut)}\r\n${joined.slice(cut)}\r\n`
    for (const size of [7, 1_000_000])
      expect(recordsOf(intakeOf(lines, { format: bai2Format }, [size]))).toEqual(recordsOf(whole))
  })

  it.each([
    'a/b',
    'on 03/16, 01/02/26',
    'pay 3/16,450 shares',
    '50/88,000',
    'x/49,000',
    'a/03,b',
    '2/02,a,b,c',
    'x / y',
  ])('keeps a text on its line that has a slash: %j', (text) => {
    expect(recordsOf(read(bai2([`16,195,100,,B,C,${text}`])))).toMatchObject([{ amount: '1', description: text }])
    expect(recordsOf(read(bai2([`16,195,100,,B,C,x ${text}/16,195,200,,B,C,y/`])))).toMatchObject([
      { amount: '1', description: `x ${text}` },
      { amount: '2', description: 'y' },
    ])
  })

  it('may end as MS-DOS ended files', () => {
    expect(read(`${at(bai2Samples, 0)}\u001a`)).toEqual(read(at(bai2Samples, 0)))
  })

  it('has its totals and counts checked, and ends with its trailer', () => {
    const right = at(bai2Samples, 0)
    expect(codesOf(right)).toEqual([])
    expect(codesOf(right.replace('49,23000', '49,23001'))).toEqual(['control_total_mismatch 2'])
    expect(codesOf(right.replace('98,23000,1', '98,23000,2'))).toEqual(['control_total_mismatch 1'])
    expect(codesOf(right.replace('99,23000,1,12', '99,23000,1,11'))).toEqual(['control_total_mismatch 1'])
    expect(codesOf(right.replace('99,23000,1,12', '99,x,,'))).toEqual(['control_total_mismatch 1'])
    expect(codesOf(right.slice(0, right.indexOf('98,')))).toEqual(['control_total_mismatch 1'])
    expect(codesOf(right.slice(0, right.indexOf('49,')))).toEqual(['control_total_mismatch 2'])
  })

  it('passes over the transactions of a test, and of a group that is taken back', () => {
    for (const status of ['2', '4']) {
      const input = at(bai2Samples, 0).replace('02,ME,BANK,1', `02,ME,BANK,${status}`)
      expect(codesOf(input)).toEqual(['no_records 0', 'skipped_entries 3'])
    }
  })

  it('passes over empty types in an account, and reads those behind funds types', () => {
    const account = '03,1,USD,,,,,060,500,,,010,100,2,S,1,2,3,015,200,,V,260301,,/'
    expect(summaryOf(bai2(['16,195,100,,,,x/'], { account, total: '900' }))).toMatchObject({
      statements: [{ opening: '1', closing: '2', check: 'balanced' }],
      warnings: [],
    })
    expect(faultsOf(read(bai2([], { account: '03,1,USD,010,1x,,/' })))).toContain('3 invalid_record 03 null')
  })

  it('with a record where none belongs is a fault', () => {
    expect(faultsOf(read('00,x/\n'))).toEqual(['1 invalid_record null null'])
    expect(faultsOf(read('16,100,1,,,,x/\n'))).toEqual(['1 invalid_record 16 null', '1 invalid_record 16 null'])
    expect(faultsOf(read('01,a,b,260301,,,,,2/\n03,1,USD/\n49,0,2/\n'))).toContain('2 invalid_record 03 null')
    expect(faultsOf(read('01,a,b,260301,,,,,2/\n02,a,b,1,26x301,,USD/\n'))).toEqual(['2 invalid_date 02 null'])
    expect(faultsOf(read(''))).toEqual(['1 malformed_file null null'])
    expect(faultsOf(read(bai2(['16,195,1,,,,x', ...Array(1_100).fill(`88,${'x'.repeat(70)}`)])))).toEqual([
      '4 record_too_large null null',
    ])
    expect(detailsOf(read('', { mapping: { date: 'Date' } }))).toContain('Got a mapping of date, wanted no mapping')
  })

  it('gives the same in whatever parts it comes', () => {
    for (const sample of bai2Samples) {
      const whole = read(sample)
      expect(recordsOf(whole).length).toBeGreaterThan(0)
      for (const size of [1, 7]) expect(intakeOf(sample, { format: bai2Format }, [size])).toEqual(whole)
    }
  })

  it('is recognised by its first records', () => {
    const nameOf = (text: string, isAll = true) => sniffFormat(new TextEncoder().encode(text), isAll)?.name
    for (const sample of bai2Samples) expect(nameOf(sample)).toBe('bai2')
    expect(nameOf('01,BANK,ME,260302,0600,1,80,,2/')).toBe('bai2')
    expect([nameOf('01,a'), nameOf('01/03/2026,5\n'), nameOf('01,x,y,z\n')]).toEqual(['csv', 'csv', 'csv'])
    expect(nameOf('01,', false)).toBe(undefined)
  })
})

import { describe, expect, it } from 'vitest'
import { ofxFormat } from '../../../../engine/intake/ofx/ofx.ts'
import { sniffFormat } from '../../../../engine/intake/sniff-format.ts'
import { detailsOf, faultsOf, intakeOf, type Options, recordsOf } from '../read.ts'
import { ofxOf, sgmlOf, statementOf, xmlSample } from './ofx-samples.ts'

const read = (file: string | Uint8Array, options: Options = {}, sizes?: readonly number[]) =>
  intakeOf(file, { ...options, format: ofxFormat }, sizes)
const recordsIn = (file: string | Uint8Array) => recordsOf(read(file))
const summaryOf = (file: string) => {
  const end = read(file)
  if (!end.ok) throw new Error(faultsOf(end).join())
  return end.summary
}
const dated = '<DTPOSTED>20260301'

describe('OFX', () => {
  it('is read from XML: names, entities, CDATA, empty elements, other accounts, in parts of any size', () => {
    const records = [
      {
        id: '1',
        account: 'A1',
        amount: '-12.5',
        currency: 'EUR',
        date: '2026-03-02',
        type: 'DEBIT',
        counterparty: 'Blum & Söhne',
        description: '<tea> & cake',
        attributes: {
          timestamp: '20260302120000[+1:CET]',
          counterpartyAccount: 'B7',
          counterpartyBankId: '2',
          counterpartyCity: 'Wien',
          'payee.addr1': 'Weg 1',
        },
      },
      { id: '1#2', account: 'A1', amount: '5', currency: 'EUR', date: '2026-03-03', type: 'CREDIT' },
      {
        id: '4111/1',
        account: '4111',
        amount: '-7.25',
        currency: 'USD',
        date: '2026-03-04',
        type: 'CREDIT',
        reference: '1001',
        counterparty: 'Shop',
        attributes: { chequeNumber: '1001', exchangeRate: '1.1', fitId: '1', originalCurrency: 'EUR' },
      },
    ]
    for (const size of [1, 7, 65_536]) expect(recordsOf(read(xmlSample, {}, [size]))).toEqual(records)
  })

  it('has statements with a closing balance, which is not what is available', () => {
    expect(summaryOf(xmlSample).statements).toMatchObject([
      { line: 4, account: 'A1', currency: 'EUR', period: { from: '2026-03-01', to: '2026-03-31' }, closing: '100' },
      { line: 25, account: '4111', currency: 'USD', opening: null, closing: null, check: 'unchecked' },
    ])
  })

  it('is read from SGML, whose values are not closed, on one line or many, whatever ends a line', () => {
    const file = ofxOf(`<TRNTYPE>DEBIT\n${dated}\n<TRNAMT>-1.50\n<FITID>7\n<CHECKNUM>\n<NAME>Tea\n`)
    const record = { id: '7', account: 'A1', amount: '-1.5', currency: 'EUR', date: '2026-03-01', type: 'DEBIT' }
    for (const ending of ['\n', '\r\n', '\r', ''])
      expect(recordsIn(file.replaceAll('\n', ending))).toEqual([{ ...record, counterparty: 'Tea' }])
  })

  it('has its amounts by their sign, with a point or a comma, and never grouped and fractional by one sign', () => {
    const amounts = (...texts: readonly string[]) => read(ofxOf(...texts.map((text) => `${dated}<TRNAMT>${text}`)))
    expect(recordsOf(amounts('+00012.50', '-12,5', '-.5', '1,234', '7', '0.00')).map(({ amount }) => amount)).toEqual([
      '12.5',
      '-12.5',
      '-0.5',
      '1.234',
      '7',
      '0',
    ])
    expect(recordsOf(amounts('-1.234,50', '1.234.567,00', '2,5')).map(({ amount }) => amount)).toEqual([
      '-1234.5',
      '1234567',
      '2.5',
    ])
    expect(recordsOf(amounts('1 025,53', '- 1\u00a0234\u00a0567.5', '+ 2')).map(({ amount }) => amount)).toEqual([
      '1025.53',
      '-1234567.5',
      '2',
    ])
    for (const texts of [
      ['$120'],
      ['1e3'],
      ['-'],
      ['.'],
      ['1,234.50', '1,234'],
      ['2,5', '1,234.50'],
      ['1.2', '1.234,00'],
      ['1 02,53'],
      ['1 025 53'],
    ])
      expect(faultsOf(amounts(...texts)), texts.join()).toEqual([
        expect.stringMatching(/^\d+ invalid_decimal TRNAMT amount$/),
      ])
    expect(faultsOf(amounts('-12,5', '1.5', '1.234,00', '1000.00', '-1.00'))).toHaveLength(1)
  })

  it('has the date as written, whatever the offset behind it', () => {
    const dateOf = (text: string) => recordsIn(ofxOf(`<DTPOSTED>${text}<TRNAMT>1`))[0]
    for (const text of ['20260301', '20260301235959[-12:X]', '20260301000000.000[+14]', '202603010000', '2026-03-01'])
      expect(dateOf(text), text).toMatchObject({ date: '2026-03-01' })
    for (const time of ['T120000', ' 12:00:00', ' 120000', '120000Z', '120000-3:BRT', '120000-3GMT', '120000+0100'])
      expect(dateOf(`20260301${time}`), time).toMatchObject({ date: '2026-03-01', attributes: expect.anything() })
    expect(dateOf('2026/03/01')).toMatchObject({ date: '2026-03-01' })
    expect(dateOf('00000000')).not.toHaveProperty('date')
    for (const text of ['20260229', '1.3.2026', '2026030', '20260301x'])
      expect(faultsOf(read(ofxOf(`<DTPOSTED>${text}<TRNAMT>1`)))).toEqual(['11 invalid_date DTPOSTED date'])
  })

  it('takes the day on which the money is there as value date', () => {
    const summary = summaryOf(ofxOf('<DTAVAIL>20260302<TRNAMT>1'))
    expect(summary).toMatchObject({ period: { from: '2026-03-02' }, warnings: [{ code: 'value_date_used', count: 1 }] })
  })

  it('leaves what is between unknown tags, keeps other values by their tags, and reads references once', () => {
    const entry = `${dated}<TRNAMT>1<NAME>a &amp;lt; AT&T &#233;&#x1F600;&nbsp;|&foo;<X.Y><NAME>no<TRNAMT>2</X.Y><CATEGORY>Food<EMPTY>\n<VOID>\n<MEMO>5 < 6<MEMO>b`
    expect(recordsIn(ofxOf(entry))).toEqual([
      {
        account: 'A1',
        amount: '1',
        currency: 'EUR',
        date: '2026-03-01',
        counterparty: 'a &lt; AT&T é😀 |&foo;',
        description: '5 < 6 b',
        attributes: { category: 'Food' },
      },
    ])
  })

  it('tells the FITIDs of two accounts apart, and counts repeats in one as such', () => {
    const entries = [`${dated}<TRNAMT>1<FITID>x`, `${dated}<TRNAMT>2<FITID>x`, `${dated}<TRNAMT>3<FITID>000`]
    const file = sgmlOf(statementOf('A1', entries), statementOf('B2', entries), statementOf('A1', entries.slice(0, 1)))
    expect(recordsIn(file).map(({ id }) => id)).toEqual(['x', 'x#2', undefined, 'B2/x', 'B2/x#2', undefined, 'x#3'])
    expect(summaryOf(file).warnings).toContainEqual(expect.objectContaining({ code: 'repeated_id', count: 3 }))
  })

  it('counts trades, and keeps what is pending out of the balances', () => {
    const file = sgmlOf(
      `<INVSTMTRS><CURDEF>EUR<INVACCTFROM><ACCTID>I1</INVACCTFROM><INVTRANLIST><BUYMF><INVBUY><INVTRAN><FITID>1</INVTRAN>` +
        `<TOTAL>-5</INVBUY></BUYMF><INVBANKTRAN><STMTTRN>${dated}<TRNAMT>1</STMTTRN></INVBANKTRAN></INVTRANLIST></INVSTMTRS>` +
        `<STMTRS><CURDEF>EUR<BANKTRANLISTP><STMTTRNP><DTTRAN>20260305<TRNAMT>2</STMTTRNP></BANKTRANLISTP></STMTRS>`,
    )
    expect(recordsIn(file)).toMatchObject([
      { amount: '1', account: 'I1' },
      { amount: '2', date: '2026-03-05', status: 'PENDING' },
    ])
    const { statements, warnings } = summaryOf(file)
    expect(statements.map(({ entryCount }) => entryCount)).toEqual([1, 0])
    expect(warnings).toEqual([{ code: 'skipped_entries', count: 1, firstLine: 7 }])
  })

  it('is in UTF-8 where it decodes, whatever its header says, and else in what the header says', () => {
    const file = (charset: string, rest = '') => ofxOf(`${dated}<TRNAMT>1<NAME>${rest}ü`).replace('1252', charset)
    const nameIn = (bytes: Uint8Array) => String(recordsIn(bytes)[0]?.counterparty).slice(-1)
    expect(nameIn(Buffer.from(file('1252')))).toBe('ü')
    expect(nameIn(Buffer.from(file('1252', 'x'.repeat(60_000)), 'latin1'))).toBe('ü')
    expect(nameIn(Buffer.from(file('NONE'), 'latin1'))).toBe('ü')
    expect(nameIn(Buffer.from(file('8859-15', '¤'), 'latin1').map((byte) => (byte === 0xfc ? 0xa4 : byte)))).toBe('€')
    const wide = Buffer.from(`\ufeff${file('1252')}`, 'utf16le')
    expect([nameIn(wide), nameIn(Buffer.from(`\ufeff${file('1252')}`))]).toEqual(['ü', 'ü'])
    expect(recordsOf(read(Buffer.from(file('NONE'), 'latin1'), { encoding: 'windows-1250' }))).toHaveLength(1)
    expect(faultsOf(read(Buffer.from(file('1258'), 'latin1')))[0]).toBe('1 unknown_encoding null null')
  })
})

describe('OFX is recognised', () => {
  it.each([
    ['<OFX>'],
    ['<OFX xmlns="http://ofx.net/types/2003/04">'],
    ['<?xml version="1.0"?>\n<ofx:OFX xmlns:ofx="http://ofx.net/types/2003/04">'],
  ])('by %s', (start) => {
    const file = start + xmlSample.slice(xmlSample.indexOf('<OFX>') + 5)
    expect(sniffFormat(new TextEncoder().encode(file), true)?.name).toBe('ofx')
    expect(recordsIn(file)).toHaveLength(3)
  })
})

describe('OFX is refused', () => {
  it.each([
    ['', '1 malformed_file null null'],
    ['date,amount', '1 malformed_file null null'],
    ['<OFX><BANKMSGSRSV1>', '1 malformed_file OFX null'],
    [ofxOf(`${dated}<TRNAMT>1`).replace('</OFX>\n', ''), '15 malformed_file OFX null'],
    ['<OFX><STMTTRN><TRNAMT>1</STMTTRN></OFX>', '1 malformed_file STMTTRN null'],
    ['<OFX><STMTRS></STMTTRN></STMTRS></OFX>', '1 malformed_file STMTTRN null'],
    ['<OFX><STMTRS><BANKTRANLIST><TRNAMT>1</STMTRS></OFX>', '1 malformed_file TRNAMT null'],
    [ofxOf(`${dated}<TRNAMT>1<TRNAMT>2`), '11 malformed_file TRNAMT null'],
    [ofxOf(dated), '11 missing_amount TRNAMT amount'],
    [ofxOf(`${dated}<TRNAMT>1<CURRENCY><CURSYM>EURO</CURRENCY>`), '11 invalid_currency CURSYM currency'],
    [sgmlOf(statementOf('A1', [], '<LEDGERBAL><BALAMT>1 EUR</LEDGERBAL>')), '12 invalid_decimal BALAMT null'],
    ['<!DOCTYPE a [<!ENTITY b "c">]><OFX></OFX>', '1 malformed_file null null'],
    ['<OFX>\n<!ENTITY b "c"></OFX>', '2 malformed_file null null'],
    [`<OFX>${'<A>'.repeat(200)}</OFX>`, '1 too_deep A null'],
    [ofxOf(`${dated}<TRNAMT>1<MEMO>${'x'.repeat(70_000)}`), '11 record_too_large null null'],
    [ofxOf(`${dated}<TRNAMT>1${'<MEMO>x'.repeat(40_000)}`), '11 record_too_large MEMO null'],
  ])('%#', (file, fault) => {
    for (const size of [65_536, 13]) expect(faultsOf(read(file, {}, [size]))[0]).toBe(fault)
  })

  it('with a mapping, as it has no columns', () => {
    const end = read(ofxOf(), { mapping: { amount: 'TRNAMT' } })
    expect(faultsOf(end)).toEqual(['1 unknown_column null amount'])
    expect(detailsOf(end)).toBe('Got a mapping of amount, wanted no mapping: OFX has fixed fields and no columns')
  })
})

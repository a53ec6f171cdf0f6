import { describe, expect, it } from 'vitest'
import { at } from '../../../../engine/base/at.ts'
import { mt940Format } from '../../../../engine/intake/mt940/mt940.ts'
import { sniffFormat } from '../../../../engine/intake/sniff-format.ts'
import { detailsOf, faultsOf, intakeOf, type Options, recordsOf } from '../read.ts'
import { mt940, mt940Samples } from './mt940-samples.ts'

const read = (input: string | Uint8Array, options: Options = {}) => intakeOf(input, { ...options, format: mt940Format })
const recordOf = (...lines: readonly string[]) => at(recordsOf(read(mt940(lines))), 0)
const summaryOf = (input: string) => {
  const end = read(input)
  if (!end.ok) throw new Error(detailsOf(end))
  return end.summary
}
const codesOf = (input: string) => summaryOf(input).warnings.map(({ code, firstLine }) => `${code} ${firstLine}`)

describe('a statement line', () => {
  it.each([
    ['2603020302C1,5NTRFNONREF', '1.5'],
    ['2603020302D1,50NTRFNONREF', '-1.5'],
    ['2603020302RC1,50NTRFNONREF', '-1.5'],
    ['2603020302RD1,50NTRFNONREF', '1.5'],
    ['2603020302CR1,50NTRFNONREF', '1.5'],
    ['2603020302DR1,50NTRFNONREF', '-1.5'],
    ['2603020302RCR1,50NTRFNONREF', '-1.5'],
    ['2603020302RDR1,50NTRFNONREF', '1.5'],
    ['2603020302CM000000000500,N051NONREF', '500'],
    ['2603020302C500NTRF02-03-2026 10:05//B4', '500'],
    ['2603020302D12,35 NRTINONREF', '-12.35'],
    ['260302CN50,00NZ10NONREF', '50'],
  ])('%s moves %s', (line, amount) => {
    expect(recordOf(`:61:${line}`)).toMatchObject({ amount })
  })

  it.each([
    ['2512300102', '2026-01-02', '2025-12-30'],
    ['2601021230', '2025-12-30', '2026-01-02'],
    ['2602281231', '2025-12-31', '2026-02-28'],
    ['2603020302', '2026-03-02', '2026-03-02'],
    ['2402290301', '2024-03-01', '2024-02-29'],
    ['991231', '1999-12-31', '1999-12-31'],
  ])('of %s is booked on %s', (dates, date, valueDate) => {
    expect(recordOf(`:61:${dates}C1,00NTRFNONREF`)).toMatchObject({ date, valueDate })
  })

  it('with a 30 February has the last day of the month, and says so', () => {
    const input = mt940([':61:2602300301C1,00NTRFNONREF'])
    expect(recordsOf(read(input))).toMatchObject([{ date: '2026-03-01', valueDate: '2026-02-28' }])
    expect(codesOf(input)).toEqual(['clamped_date 5'])
  })

  it('names its references, and takes NONREF and its like for none', () => {
    expect(recordOf(':61:2603020302C1,00NTRFINV-1//B-7')).toMatchObject({
      reference: 'INV-1',
      type: 'NTRF',
      attributes: { customerReference: 'INV-1', bankReference: 'B-7' },
    })
    expect(recordOf(':61:2603020302C1,00NOVBNL71RABO0123456789', 'J. Jansen')).toMatchObject({
      description: 'J. Jansen',
      attributes: { counterpartyAccount: 'NL71RABO0123456789' },
    })
    for (const absent of ['NONREF', 'KREF+', 'EREF            ', 'N', 'NOTPROVIDED'])
      expect(recordOf(`:61:2603020302C1,00NTRF${absent}//NONREF`)).not.toHaveProperty('reference')
    expect(recordOf(':61:2603020302D1,00NCHK4711')).toMatchObject({ attributes: { chequeNumber: '4711' } })
  })

  it('goes on in supplementary details', () => {
    expect(recordOf(':61:2603020302C1,00NTRFA', '/OCMT/CAD47,11//CHGS/EUR0,50/')).toMatchObject({
      attributes: { originalAmount: 'CAD47,11', charges: 'EUR0,50' },
    })
    expect(recordOf(':61:2603020302C1,00NTRFA', 'NL71RABO0123456789')).toMatchObject({
      attributes: { counterpartyAccount: 'NL71RABO0123456789' },
    })
    expect(recordOf(':61:2603020302C1,00NTRFA', 'Card payment')).toMatchObject({ description: 'Card payment' })
  })

  it('may be cut by a system in between, and its next tag too', () => {
    const lines = [':61:2603020302CR', '30,00N062NONREF', ':', '86:166?00GUTSCHRIFT?20SVWZ+Test']
    expect(recordOf(...lines)).toMatchObject({ amount: '30', description: 'Test' })
  })

  it('that cannot be read is a fault at its line', () => {
    const input = mt940([
      ':61:26A3020302C1,00NTRFX',
      ':61:2613020302C1,00NTRFX',
      ':61:2603021302C1,00NTRFX',
      ':61:2603020302C1,00NT',
    ])
    expect(faultsOf(read(input))).toEqual([
      '5 invalid_record :61: null',
      '6 invalid_date :61: valueDate',
      '7 invalid_date :61: date',
      '8 invalid_record :61: null',
    ])
    expect(faultsOf(read(mt940([':61:260302C1.234NTRFX'])))).toEqual(['5 invalid_record :61: null'])
  })
})

describe('a statement', () => {
  it('has account, number, period and balances that are checked', () => {
    const { statements, warnings } = summaryOf(at(mt940Samples, 0))
    expect(statements).toMatchObject([
      {
        account: 'DE02120300000000202051',
        reference: '7/1',
        currency: 'EUR',
        period: { from: '2026-02-28', to: '2026-03-03' },
        opening: '100',
        closing: '109.5',
        check: 'balanced',
      },
    ])
    expect(warnings).toEqual([])
    expect(codesOf(at(mt940Samples, 0).replace('DR10,50', 'DR10,51'))).toEqual(['balance_mismatch 1'])
  })

  it('of a page has intermediate balances; of several the first opens and the last closes', () => {
    const page = (opening: string, closing: string) =>
      `:20:A\n:25:1\n:60M:C260301EUR${opening}\n:60M:C260301EUR9,\n:62M:C260301EUR8,\n:62M:D260301EUR${closing}\n-\n`
    expect(summaryOf(page('1,', '2,') + page('3,', '4,')).statements).toMatchObject([
      { opening: '1', closing: '-2' },
      { opening: '3', closing: '-4' },
    ])
  })

  it('with a balance that cannot be read is a fault', () => {
    expect(faultsOf(read(':20:A\n:60F:C260301EURx\n:62F:C260301EUR1 2,00\n'))).toEqual([
      '2 invalid_record :60F: null',
      '3 invalid_record :62F: null',
    ])
  })

  it('keeps the currency that banks write behind an account apart', () => {
    const accounts = [
      'NL20INGB0001234567EUR',
      '70011110/4005287001CHF',
      'UBRTHUHB/123456789002/HUF',
      'DE02120300000000202051',
    ]
    const input = accounts.map((account) => `:20:A\n:25:${account}\n:61:260302C1,00NTRFX\n-\n`).join('')
    expect(recordsOf(read(input)).map(({ account, currency }) => [account, currency])).toEqual([
      ['NL20INGB0001234567', 'EUR'],
      ['70011110/4005287001', 'CHF'],
      ['UBRTHUHB/123456789002', 'HUF'],
      ['DE02120300000000202051', undefined],
    ])
  })

  it('of MT942 counts what is expected apart, and has its control totals checked', () => {
    const input = at(mt940Samples, 3)
    expect(recordsOf(read(input))).toMatchObject([
      { amount: '5', currency: 'EUR', attributes: { originalAmount: 'USD6,00' } },
      { amount: '-1', status: 'expected' },
    ])
    expect(codesOf(input)).toEqual([])
    expect(summaryOf(input).statements).toMatchObject([{ entryCount: 1, entryTotal: '5' }])
    expect(codesOf(input.replace(':90C:1', ':90C:2'))).toEqual(['control_total_mismatch 11'])
    expect(codesOf(input.replace('EUR1,00', 'EUR1,01'))).toEqual(['control_total_mismatch 10'])
  })

  it('of ING states totals behind its closing balance', () => {
    expect(codesOf(at(mt940Samples, 1))).toEqual(['value_date_used 6'])
    expect(codesOf(at(mt940Samples, 1).replace('/SUM/1', '/SUM/2'))).toContain('control_total_mismatch 9')
  })
})

describe('the text between fields', () => {
  it('is a preamble before the first field, and behind the end of a block', () => {
    const text = `ABNANL2A\n940\nABNANL2A\n${at(mt940Samples, 2)}-XXX\nABNANL2A\n`
    expect(recordsOf(read(text + at(mt940Samples, 2)))).toHaveLength(2)
    expect(
      recordsOf(read(`ä4:\n${at(mt940Samples, 2)}-å\n\u0001{1:F01X}{2:O940X}{4:\n${at(mt940Samples, 2)}`)),
    ).toHaveLength(2)
  })

  it('does not end a block at a dash in the text of an entry', () => {
    const lines = [':61:2603020302C1,00NTRFX', ':86:A', '-', 'B', '-Nr. 7', ':61:2603020302C2,00NTRFY']
    expect(recordsOf(read(mt940(lines)))).toMatchObject([
      { amount: '1', description: 'A - B -Nr. 7', account: 'DE02120300000000202051' },
      { amount: '2', account: 'DE02120300000000202051' },
    ])
  })

  it('has lines that begin with a colon, and times that were cut at one', () => {
    const lines = [
      ':61:2603020302C1,00NTRFX',
      ':86:166?20SVWZ+Karte 2026-03-02T13',
      ':20:45 EUR',
      ':61:2603020302C2,00NTRFY',
      ':86:a',
      ':12:11 b',
    ]
    expect(recordsOf(read(mt940(lines)))).toMatchObject([
      { description: 'Karte 2026-03-02T13 :20:45 EUR', account: 'DE02120300000000202051' },
      { description: 'a :12:11 b' },
    ])
  })

  it('that belongs to no known field is counted', () => {
    expect(codesOf(mt940([':XYZ:what', ':61:2603020302C1,00NTRFX']))).toEqual(['skipped_entries 5'])
  })
})

describe('a file', () => {
  it('gives the same in whatever parts it comes', () => {
    for (const sample of mt940Samples) {
      const whole = read(sample)
      expect(recordsOf(whole).length).toBeGreaterThan(0)
      for (const size of [1, 7]) expect(intakeOf(sample, { format: mt940Format }, [size])).toEqual(whole)
    }
  })

  it('may end as MS-DOS ended files', () => {
    expect(read(`${at(mt940Samples, 2)}\u001a`)).toEqual(read(at(mt940Samples, 2)))
  })

  it('is read in UTF-8, Windows-1252, or the encoding that is named', () => {
    const text = mt940([':61:2603020302C1,00NTRFX', ':86:166?20Gebühr?32Müller'])
    const cp850 = Uint8Array.from(text, (letter) => (letter === 'ü' ? 0x81 : letter.charCodeAt(0)))
    const expected = [{ counterparty: 'Müller', description: 'Gebühr' }]
    expect(recordsOf(read(text))).toMatchObject(expected)
    expect(recordsOf(read(Buffer.from(text, 'latin1')))).toMatchObject(expected)
    expect(recordsOf(read(cp850, { encoding: 'cp850' }))).toMatchObject(expected)
  })

  it('without a field, with a mapping, or with a field without end is refused', () => {
    expect(faultsOf(read('Konto;Betrag\n1;2\n'))).toEqual(['1 malformed_file null null'])
    const mapped = read(mt940([]), { mapping: { amount: 'Betrag' } })
    expect(detailsOf(mapped)).toContain('Got a mapping of amount, wanted no mapping')
    const long = mt940([':61:2603020302C1,00NTRFX', ':86:', ...Array(1_100).fill('x'.repeat(64))])
    expect(faultsOf(read(long))).toEqual(['6 record_too_large :86: null'])
  })

  it.each([
    [at(mt940Samples, 0), 'mt940'],
    [at(mt940Samples, 1), 'mt940'],
    [`ABNANL2A\n940\nABNANL2A\n${mt940([])}`, 'mt940'],
    [':61:2603020302C1,00NTRFX\n', 'mt940'],
    ['Datum;Betrag\n:20:;1\n:25:;2\n', 'csv'],
    ['{"id":":20:","x":":25:"}', 'ndjson'],
    ['Betrag\n1\n', 'csv'],
  ])('is recognised by its first fields: %#', (text, name) => {
    expect(sniffFormat(new TextEncoder().encode(text), true)?.name).toBe(name)
  })
})

it('an account has no slash before it', () => {
  const file = (account: string) => `:20:A\n:25:${account}\n:28C:1\n:61:2603020302C1,00NTRFX\n-\n`
  const accountIn = (account: string) => at(recordsOf(read(file(account))), 0)['account']
  expect(['/PL25106000760000888888888888', '//7', '10020030/1234567890'].map(accountIn)).toEqual([
    'PL25106000760000888888888888',
    '//7',
    '10020030/1234567890',
  ])
})

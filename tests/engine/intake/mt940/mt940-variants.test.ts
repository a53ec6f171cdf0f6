import { describe, expect, it } from 'vitest'
import { at } from '../../../../engine/base/at.ts'
import { mt940Format } from '../../../../engine/intake/mt940/mt940.ts'
import { sniffFormat } from '../../../../engine/intake/sniff-format.ts'
import { detailsOf, faultsOf, intakeOf, type Options, recordsOf } from '../read.ts'
import { mt940 } from './mt940-samples.ts'

const read = (input: string | Uint8Array, options: Options = {}) => intakeOf(input, { ...options, format: mt940Format })
const recordOf = (...lines: readonly string[]) => at(recordsOf(read(mt940(lines))), 0)
const statementsOf = (input: string) => {
  const end = read(input)
  if (!end.ok) throw new Error(detailsOf(end))
  return end.summary.statements
}

describe('a statement line that banks write otherwise', () => {
  it.each([
    ['2603020302C,50NTRFNONREF', '0.5'],
    ['2603020302C1,50', '1.5'],
    ['2603020302D1,50//B-7', '-1.5'],
    ['2603020302C1,50N   NONREF', '1.5'],
    ['2603020000C1,50NTRFNONREF', '1.5'],
    ['260302    D1,50NTRFNONREF', '-1.5'],
    ['260302    DD1,50NTRFNONREF', '-1.5'],
    ['260302    RC1,50NTRFNONREF', '-1.5'],
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

describe('a statement that banks write otherwise', () => {
  it('has balances whose tags have no letter', () => {
    const input = ':20:A\n:25:1\n:60:C260301EUR1,\n:61:2603020302C1,50NTRFX\n:86:a\n:60: EUR\n:62:C260302EUR2,50\n-\n'
    expect(statementsOf(input)).toMatchObject([{ opening: '1', closing: '2.5', check: 'balanced' }])
    expect(recordsOf(read(input))).toMatchObject([{ amount: '1.5', description: 'a :60: EUR' }])
  })

  it('may be indented', () => {
    const input = mt940([':61:2603020302C1,50NTRFX', ':86:a', ' b'], { closing: ':62F:C260302EUR101,50' })
    const indented = input.replaceAll('\n:', '\n\t :')
    expect(recordsOf(read(indented))).toEqual(recordsOf(read(input)))
    expect(statementsOf(` ${indented}`)).toMatchObject([{ check: 'balanced' }])
  })

  it('ends where another account begins, with or without a :20:', () => {
    const account = (name: string, currency: string) =>
      `:25:${name}\n:28C:1\n:60F:C260301${currency}1,\n:61:2603020302C1,50NTRFX\n:62F:C260302${currency}2,50\n:64:C260302${currency}2,50\n`
    expect(statementsOf(`:20:A\n${account('1', 'EUR')}${account('2', 'USD')}`)).toMatchObject([
      { account: '1', currency: 'EUR', check: 'balanced' },
      { account: '2', currency: 'USD', check: 'balanced' },
    ])
  })

  it('may have the end of its block on the line of a balance', () => {
    const input =
      '{4:\n:20:A\n:25:1\n:60F:C260301EUR1,\n:62F:C260302EUR1,00-}{5:{CHK:1}}\n{4:\n:20:B\n:25:2\n:62F:C260302EUR2,-}'
    expect(statementsOf(input)).toMatchObject([{ closing: '1' }, { account: '2', closing: '2' }])
  })
})

describe('the lines below a statement line', () => {
  it('take nothing away from what the text of the entry says', () => {
    const text = ':86:166?20SVWZ+Tea?30HYVEDEMM?31DE02500105170137075030'
    expect(recordOf(':61:2603020302C1,50NTRFX', '/OCMT/EUR1,50/CHGS/EUR0,/', text).attributes).toMatchObject({
      charges: 'EUR0,',
      counterpartyAccount: 'DE02500105170137075030',
      counterpartyBic: 'HYVEDEMM',
    })
  })
})

describe('a reference that looks like an account', () => {
  it.each([
    ['NL71RABO0123456789', undefined],
    ['DE02120300000000202051', undefined],
    ['BR13157055000001', 'BR13157055000001'],
  ])('%s is one only if it is an IBAN', (text, reference) => {
    expect(recordOf(`:61:2603020302C1,00S222${text}`).reference).toBe(reference)
  })
})

describe('a file that programs of banks write otherwise', () => {
  const lines = [':61:2603020302C1,50NTRFX//Y', ':86:166?20Gr}~e@a@@b?32M}ller', ':61:2603020302C1,50NTRFX']
  const input = mt940(lines, { closing: ':62F:C260302EUR103,00' })

  it('is read in the German 7-bit set where that is named', () => {
    const encoding = 'din_66003'
    expect(recordsOf(read(`{1:F01X}{4:\r\n${input.replace('@a@@b', '')}-}`, { encoding }))).toMatchObject([
      { counterparty: 'Müller', description: 'Grüße' },
      { amount: '1.5' },
    ])
  })

  it('has @@ where lines end, alone or before the end of a line', () => {
    const plain = read(input.replace('a@@b', 'ab'))
    const records = recordsOf(plain)
    const text = input.replace('a@@b', 'ab')
    for (const end of ['@@', '@@\r\n', '@@\n'])
      for (const start of ['', end]) {
        const written = start + text.replaceAll('\r\n', end)
        expect(sniffFormat(new TextEncoder().encode(written), true)?.name).toBe('mt940')
        for (const size of [1, 7, 65_536])
          expect(recordsOf(intakeOf(written, { format: mt940Format }, [size])), `${end} ${size}`).toEqual(records)
      }
    expect(statementsOf(text.replaceAll('\r\n', '@@'))).toMatchObject([{ check: 'balanced' }])
    expect(recordsOf(read(`@@:20:A@@:61:2603020302C1,50NTRFX@@:86:a @ b@`))).toMatchObject([{ description: 'a @ b@' }])
    const long = text.replaceAll('\r\n', '@@').repeat(1_000)
    expect(recordsOf(read(long))).toHaveLength(2_000)
  })

  it('has @@ in a text, where lines end otherwise', () => {
    expect(recordsOf(read(input))).toMatchObject([{ description: 'Gr}~e@a@@b' }, {}])
  })
})

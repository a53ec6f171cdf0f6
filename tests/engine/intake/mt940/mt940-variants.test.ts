import { describe, expect, it } from 'vitest'
import { at } from '../../../../engine/base/at.ts'
import { mt940Format } from '../../../../engine/intake/mt940/mt940.ts'
import { detailsOf, faultsOf, intakeOf, recordsOf } from '../read.ts'
import { mt940 } from './mt940-samples.ts'

const read = (input: string) => intakeOf(input, { format: mt940Format })
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

describe('a reference that looks like an account', () => {
  it.each([
    ['NL71RABO0123456789', undefined],
    ['DE02120300000000202051', undefined],
    ['BR13157055000001', 'BR13157055000001'],
  ])('%s is one only if it is an IBAN', (text, reference) => {
    expect(recordOf(`:61:2603020302C1,00S222${text}`).reference).toBe(reference)
  })
})

import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { containsText } from '../../../../engine/rules/criteria/contained-text.ts'
import type { NormalizeStep } from '../../../../engine/rules/language/language.ts'
import { maskIsValid } from '../../../../engine/rules/text/mask.ts'
import { normalizeText } from '../../../../engine/rules/text/normalize.ts'

describe('normalizeText', () => {
  it.each<[string, NormalizeStep[], string]>([
    [' a  b ', ['trim'], 'a  b'],
    [' a \t\n b ', ['collapse-space'], ' a b '],
    ['straße', ['upper'], 'STRASSE'],
    ['Émile Müller', ['fold-accents'], 'Emile Muller'],
    ['Łódź, Tromsø, Großmann', ['fold-accents'], 'Lodz, Tromso, Grossmann'],
    ['ＩＮＶ①', ['nfkc'], 'INV1'],
    ['RE-2026/001 ü!', ['alphanumeric'], 'RE2026001ü'],
    ['RE-2026/001', ['digits'], '2026001'],
    ['INV-0007-010', ['strip-leading-zeros'], 'INV-7-10'],
    ['000', ['strip-leading-zeros'], '0'],
    ['10 200', ['strip-leading-zeros'], '10 200'],
    ['beta  alpha', ['sort-tokens'], 'alpha beta'],
    ['\u{1f600} \uff5e', ['sort-tokens'], '\uff5e \u{1f600}'],
    ['ACME GMBH BERLIN', [{ strip: ['GMBH'] }], 'ACME BERLIN'],
    ['ACME GMBH, BERLIN', [{ strip: ['GMBH'] }], 'ACME , BERLIN'],
    ['CARD  PAYMENT ACME', [{ strip: ['CARD PAYMENT'] }], 'ACME'],
    ['CARD PAYMENT ACME', [{ strip: ['CARD', 'CARD PAYMENT'] }], 'ACME'],
    ['GMBHAUS AGMBH GMBH2', [{ strip: ['GMBH'] }], 'GMBHAUS AGMBH GMBH2'],
    ['GMBH GMBH X GMBH', [{ strip: ['GMBH'] }], 'X'],
    ['Acme gmbh', [{ strip: ['GMBH'] }], 'Acme gmbh'],
    ['Acme S.p.A. Roma', [{ strip: ['S.p.A.'] }], 'Acme Roma'],
    ['pay INV-123456 now', [{ extract: 'INV-######' }], 'INV-123456'],
    ['INV-1234567 INV-654321', [{ extract: 'INV-######' }], 'INV-654321'],
    ['XINV-111111 INV-222222', [{ extract: 'INV-######' }], 'INV-222222'],
    ['9INV-111111A', [{ extract: 'INV-######' }], 'INV-111111'],
    ['no A7-x no', [{ extract: '@#?@' }], 'A7-x'],
    ['AB BC', [{ strip: ['A', 'C'] }], 'AB BC'],
    ['x A&B & Co y', [{ strip: ['& Co', '&', 'A&B'] }], 'x y'],
    ['EREF ab7c, x', [{ extract: '****' }], 'EREF'],
    ['9AB1 x AB1Z AB12', [{ extract: 'AB*' }], 'AB1'],
    ['1 22 33 4', [{ extract: '##', take: 'last' }], '33'],
    ['1 22 33 44', [{ extract: '##', take: 2 }], '33'],
    ['22, 33 and 44', [{ extract: '##', take: 'all' }], '22 33 44'],
    ['12-34-56-78', [{ extract: '##-##', take: 'all' }], '12-34 56-78'],
    ['12-34-56', [{ extract: '##-##', take: 'last' }], '12-34'],
    ['22', [{ extract: '##', take: 'first' }], '22'],
    ['Order 7 // thanks // x', [{ before: ' // ' }], 'Order 7'],
    ['Order 7 // thanks // x', [{ after: ' // ' }], 'thanks // x'],
    ['Order 7', [{ before: '/' }, { after: '/' }], 'Order 7'],
    ['Acme 2026-03-01 and 2026-03-02', [{ remove: '####-##-##' }, 'collapse-space', 'trim'], 'Acme and'],
    ['Acme 12345 6789', [{ remove: '####' }], 'Acme 12345 '],
    ['Acme', [{ remove: '####' }], 'Acme'],
    ['😀1😀22', [{ remove: '?##' }], '😀1'],
    ['ref LV-004711', ['upper', { extract: 'LV-######' }, 'digits', 'strip-leading-zeros'], '4711'],
  ])('turns %j by %j into %j', (text, steps, result) => {
    expect(normalizeText(text, steps)).toBe(result)
  })

  it.each<[string, NormalizeStep[]]>([
    ['', []],
    [' \t', ['trim']],
    ['---', ['alphanumeric']],
    ['abc', ['digits']],
    ['GMBH', [{ strip: ['GMBH'] }]],
    ['INV-12345', [{ extract: 'INV-######' }]],
    ['22 33', [{ extract: '##', take: 3 }]],
    ['x', [{ extract: '##', take: 'all' }]],
    ['x', [{ extract: '##', take: 'last' }]],
    ['/ Acme', [{ before: '/' }]],
    ['Acme / ', [{ after: '/' }]],
    ['2026', [{ remove: '####' }]],
  ])('makes %j absent by %j', (text, steps) => {
    expect(normalizeText(text, steps)).toBeUndefined()
  })

  it.each<NormalizeStep>([
    'trim',
    'collapse-space',
    'upper',
    'fold-accents',
    'nfkc',
    'alphanumeric',
    'digits',
    'sort-tokens',
  ])('gives the same by %s once or twice', (step) => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(normalizeText(text, [step, step])).toBe(normalizeText(text, [step]))
      }),
    )
  })

  it('finds among a thousand words as quickly as among a few', () => {
    const strip = Array.from({ length: 1_000 }, (_, index) => `COMPANY ${index} LIMITED`)
    const text = 'COMPANY OF COMPANY 999 LIMITED '.repeat(100)
    const looks = vi.spyOn(String.prototype, 'charCodeAt')
    try {
      expect(normalizeText(text, [{ strip }])).toBe(Array(100).fill('COMPANY OF').join(' '))
      expect(looks.mock.calls.length).toBeLessThan(200 * text.length)
    } finally {
      looks.mockRestore()
    }
  })

  it('strips whatever the words are without looping', () => {
    expect(normalizeText('a b', [{ strip: ['', '  '] }])).toBe('a b')
  })
})

describe('maskIsValid', () => {
  it('wants at least one placeholder', () => {
    expect(['INV-######', '@', 'x?', '*', 'INV', ''].map(maskIsValid)).toEqual([true, true, true, true, false, false])
  })
})

describe('containsText', () => {
  it.each([
    ['payment of INV-1000, thanks', 'INV-1000', true],
    ['INV-1000', 'payment of INV-1000, thanks', true],
    ['INV-1000', 'INV-1000', true],
    ['INV-10001', 'INV-1000', false],
    ['XINV-1000', 'INV-1000', false],
    ['9INV-1000Z', 'INV-1000', true],
    ['INV-10001 INV-1000', 'INV-1000', true],
    ['12 34', '12', false],
    ['abc', 'abc', false],
    ['😀😀😀', '😀😀', false],
    ['ACME-GROUP', 'ACME', true],
  ])('of %j and %j is %s', (left, right, holds) => {
    expect(containsText(left, right)).toBe(holds)
  })

  it('is as looking at every place of the longer text for the shorter', () => {
    const text = (lengthMax: number) =>
      fc.array(fc.constantFrom('a', 'b', '1', '-', '😀'), { maxLength: lengthMax }).map((parts) => parts.join(''))
    const isWithin = (outer: string, inner: string): boolean =>
      [...outer.matchAll(/(?=(.*))/gsu)].some(({ 1: rest = '', index }) => {
        const [before, after] = [outer.slice(0, index), rest.slice(inner.length)]
        const joint = /(?:[a-z]\n[a-z]|\d\n\d)/
        return rest.startsWith(inner) && !joint.test(`${before}\n${inner}`) && !joint.test(`${inner}\n${after}`)
      })
    const naive = (left: string, right: string): boolean => {
      const [outer, inner] = left.length < right.length ? [right, left] : [left, right]
      return [...inner].length >= 4 && isWithin(outer, inner)
    }
    fc.assert(
      fc.property(text(14), text(7), (left, right) => containsText(left, right) === naive(left, right)),
      { numRuns: 3_000 },
    )
  })

  it('costs no more than the length of both, also where every place is nearly one', () => {
    const looks = vi.spyOn(String.prototype, 'charCodeAt')
    try {
      containsText(`${'a'.repeat(6_000)}b`, `${'a'.repeat(3_000)}c`)
      expect(looks.mock.calls.length).toBeLessThan(8 * 9_000)
    } finally {
      looks.mockRestore()
    }
  })
})

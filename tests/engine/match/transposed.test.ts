import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { areTransposed } from '../../../engine/rules/criteria/transposed-amount.ts'
import type { CriterionInput } from '../../../engine/rules/language/written-form.ts'
import { matchOf, meets } from '../support/brief.ts'
import { checkLaw } from '../support/law.ts'
import { faultsOf } from '../support/run.ts'

const transposed = (rest: CriterionInput = {}): CriterionInput => ({ field: 'amount', op: 'transposed', ...rest })

const met = (source: string, target: string, rest: CriterionInput = {}): boolean =>
  meets({ amount: source, type: 'x' }, { amount: target, type: 'x' }, { match: [{ field: 'type' }, transposed(rest)] })

describe('transposed amounts', () => {
  it.each<[string, string, boolean]>([
    ['54', '45', true],
    ['54.00', '45', true],
    ['1234', '1324', true],
    ['1234', '2143', false],
    ['1234', '4231', false],
    ['12.3', '12.03', true],
    ['12.3', '13.2', true],
    ['12.5', '15.2', true],
    ['54', '54', false],
    ['0.54', '5.04', true],
    ['0.05', '0.5', true],
    ['5', '50', false],
    ['500', '5000', false],
    ['0', '0', false],
    ['54', '-45', false],
    ['-54', '-45', true],
    ['9007199254740993', '9007199254740939', true],
    ['100000000000000001', '100000000000000010', true],
    ['0.000000000012', '0.000000000021', true],
  ])('%s and %s: %s', (source, target, holds) => {
    expect(met(source, target)).toBe(holds)
    expect(met(target, source)).toBe(holds)
  })

  it('compare after the sign', () => {
    expect(met('54', '-45', { sign: 'opposite' })).toBe(true)
    expect(met('54', '45', { sign: 'opposite' })).toBe(false)
    expect(met('54', '-45', { sign: 'absolute' })).toBe(true)
  })

  it('differ by nine times a digit and a power of ten, as bookkeepers know', () => {
    const digits = fc.integer({ min: 10, max: 99_999_999 })
    checkLaw(
      fc.property(digits, fc.nat(7), (number, position) => {
        const text = String(number)
        const [left, right] = [text[position], text[position + 1]]
        if (left === undefined || right === undefined || left === right || (position === 0 && right === '0')) return
        const swapped = Number(`${text.slice(0, position)}${right}${left}${text.slice(position + 2)}`)
        expect(areTransposed(number, swapped, 2)).toBe(true)
        expect(Math.abs(number - swapped) % 9).toBe(0)
      }),
    )
  })
})

describe('a rule of transposed amounts', () => {
  it('says how far they are apart, and is medium at most', () => {
    const side = (id: string, amount: string) => [{ id, amount, currency: 'EUR', reference: 'R' }]
    expect(
      matchOf({
        source: side('s', '54'),
        target: side('t', '45'),
        rules: [{ match: [{ field: 'reference' }, transposed()] }],
      }),
    ).toMatchObject({ confidence: 'medium', difference: '-9' })
  })

  it.each<[string, CriterionInput, string, string]>([
    ['on text', { field: 'reference', op: 'transposed' }, '/op', 'conflict'],
    ['on a date', { field: 'date', op: 'transposed' }, '/op', 'conflict'],
    ['beside a tolerance', transposed({ tolerance: '9' }), '/op', 'conflict'],
    ['beside steps', transposed({ normalize: ['digits'] }), '/normalize', 'conflict'],
  ])('is refused %s', (_why, criterion, member, code) => {
    expect(faultsOf([{ match: [{ field: 'type' }, criterion] }])).toMatchObject([
      { pointer: `/0/match/1${member}`, code },
    ])
  })

  it('needs another key, and makes no group', () => {
    expect(faultsOf([{ match: [transposed()] }])).toMatchObject([{ pointer: '/0', code: 'no_blocking_key' }])
    const group = [{ cardinality: 'n:m' as const, match: [{ field: 'type' }, transposed()], sum: {} }]
    expect(faultsOf(group)).toMatchObject([{ pointer: '/0/match/1/op', code: 'conflict' }])
  })

  it('reads two attributes as amounts', () => {
    const attributes = (paid: string) => ({ type: 'x', attributes: { paid } })
    const match = [{ field: 'type' }, { field: 'attributes.paid', op: 'transposed' as const }]
    expect(meets(attributes('54'), attributes('45'), { match })).toBe(true)
  })
})

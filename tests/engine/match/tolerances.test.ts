import { describe, expect, it } from 'vitest'
import type { CriterionInput } from '../../../engine/rules/language/written-form.ts'
import { meets } from '../support/brief.ts'

type ToleranceInput = NonNullable<CriterionInput['tolerance']>

/** Whether the amounts match. The window alone and the window beside an exact key must agree. */
function met(tolerance: ToleranceInput, source: string, target: string): boolean {
  const near = { field: 'amount', tolerance }
  const alone = meets({ amount: source }, { amount: target }, { match: [near] })
  const keyed = meets(
    { type: 'x', amount: source },
    { type: 'x', amount: target },
    { match: [{ field: 'type' }, near] },
  )
  expect(keyed).toBe(alone)
  return alone
}

describe('an absolute tolerance', () => {
  it.each<[ToleranceInput, string, string, boolean]>([
    [0, '10', '10', true],
    [0, '10', '10.000000000001', false],
    [0.01, '10', '10.01', true],
    [0.01, '10', '9.99', true],
    [0.01, '10', '10.011', false],
    ['0.05', '-10', '-10.05', true],
    ['0.05', '-0.02', '0.03', true],
    ['0.05', '-0.03', '0.03', false],
    [5, '999999999999999999', '999999999999999994', true],
    [5, '999999999999999999', '999999999999999993', false],
    ['0.000000000001', '999999.999999999999', '1000000', true],
    ['0.000000000001', '999999.999999999998', '1000000', false],
    [{ absolute: '0.5' }, '10', '10.5', true],
  ])('of %j, from %s to %s: %s', (tolerance, source, target, holds) => {
    expect(met(tolerance, source, target)).toBe(holds)
  })
})

describe('a percentage', () => {
  it.each<[ToleranceInput, string, string, boolean]>([
    ['1.5%', '98.5', '100', true],
    ['1.5%', '100', '98.5', true],
    ['1.5%', '98.49', '100', false],
    ['1.5%', '100', '101.5', true],
    ['1.5%', '100', '101.52', true],
    ['1.5%', '100', '101.53', false],
    ['0%', '100', '100', true],
    ['0%', '100', '100.01', false],
    ['100%', '0', '100', true],
    ['100%', '-1', '100', false],
    ['250%', '-100', '100', true],
    ['200%', '-100', '100', true],
    ['199%', '-100', '100', false],
    ['1%', '-100', '-101', true],
    ['0.3%', '0.01', '0.01003', true],
    ['0.3%', '0.01', '0.010031', false],
    [{ percent: '10', of: 'source' }, '100', '110', true],
    [{ percent: '10', of: 'source' }, '110', '100', true],
    [{ percent: '10', of: 'source' }, '100', '110.01', false],
    [{ percent: '10', of: 'source' }, '100', '89.99', false],
    [{ percent: '10', of: 'target' }, '110', '100', true],
    [{ percent: '10', of: 'target' }, '89.99', '100', false],
    [{ percent: '10', of: 'target' }, '99', '110', true],
    [{ percent: '10', of: 'larger' }, '99', '110', true],
    [{ percent: '10', of: 'larger' }, '110', '99', true],
    [{ percent: '10', of: 'smaller' }, '100', '110', true],
    [{ percent: '10', of: 'smaller' }, '99', '110', false],
    [{ percent: '10', of: 'smaller' }, '110', '100', true],
    [{ percent: '100', of: 'source' }, '0', '1', false],
    [{ percent: '150', of: 'target' }, '-10', '20', true],
    [{ percent: '50', of: 'target' }, '10', '20', true],
    [{ percent: '50', of: 'target' }, '10', '20.01', false],
  ])('of %j, from %s to %s: %s', (tolerance, source, target, holds) => {
    expect(met(tolerance, source, target)).toBe(holds)
  })
})

describe('signed bounds of target − source', () => {
  it.each<[ToleranceInput, string, string, boolean]>([
    [{ from: '-1.5%', to: '0' }, '100', '98.5', true],
    [{ from: '-1.5%', to: '0' }, '100', '98.49', false],
    [{ from: '-1.5%', to: '0' }, '100', '100.01', false],
    [{ from: '-1.5%', to: '0' }, '-98.5', '-100', true],
    [{ from: '0', to: '1.5%' }, '98.5', '100', true],
    [{ from: '0', to: '1.5%' }, '98.49', '100', false],
    [{ from: '-0.30', to: '2%' }, '98', '100', true],
    [{ from: '-0.30', to: '2%' }, '100', '99.69', false],
    [{ from: '1%', to: '2%' }, '100', '100', false],
    [{ from: '1%', to: '2%' }, '99', '100', true],
    [{ from: '1%', to: '2%' }, '0', '0', true],
    [{ from: '-200%', to: '0' }, '100', '-100', true],
    [{ from: '0', to: '100%' }, '0', '5000', true],
    [{ from: '-5', to: '2' }, '100', '95', true],
    [{ from: '-5', to: '2' }, '100', '102', true],
    [{ from: '-5', to: '2' }, '100', '94.99', false],
    [{ from: '-5', to: '2' }, '100', '102.01', false],
    [{ from: '1', to: '2' }, '100', '100', false],
    [{ from: '1', to: '2' }, '100', '101', true],
    [{ from: '-2', to: '-1' }, '100', '99', true],
    [{ from: '-2', to: '-1' }, '100', '101', false],
    [{ from: '-2', to: '-1' }, '-100', '-101', true],
  ])('of %j, from %s to %s: %s', (tolerance, source, target, holds) => {
    expect(met(tolerance, source, target)).toBe(holds)
  })
})

describe('an absolute and a percent bound together', () => {
  it.each<[ToleranceInput, string, string, boolean]>([
    [{ absolute: '1', percent: '10' }, '100', '109', true],
    [{ absolute: '1', percent: '10' }, '2', '3', true],
    [{ absolute: '1', percent: '10' }, '2', '3.01', false],
    [{ absolute: '1', percent: '10', combine: 'any' }, '2', '3', true],
    [{ absolute: '1', percent: '10', combine: 'all' }, '100', '101', true],
    [{ absolute: '1', percent: '10', combine: 'all' }, '100', '101.01', false],
    [{ absolute: '1', percent: '10', combine: 'all' }, '2', '3', false],
    [{ absolute: '1', percent: '10', of: 'source', combine: 'all' }, '2', '2.2', true],
    [{ absolute: '1', percent: '10', of: 'source', combine: 'all' }, '2', '2.21', false],
    [{ absolute: '1', percent: '200', combine: 'all' }, '-0.5', '0.5', true],
    [{ absolute: '1', percent: '200', combine: 'any' }, '-5', '5', true],
  ])('of %j, from %s to %s: %s', (tolerance, source, target, holds) => {
    expect(met(tolerance, source, target)).toBe(holds)
  })
})

import { describe, expect, it } from 'vitest'
import type { CriterionInput } from '../../../../engine/rules/language/written-form.ts'
import { faultsOf, policyOf } from '../../support/run.ts'

type ToleranceInput = NonNullable<CriterionInput['tolerance']>

const effective = (tolerance: ToleranceInput) =>
  policyOf([{ match: [{ field: 'amount', tolerance }] }]).rules[0]?.match?.[0]?.tolerance

describe('the effective tolerance', () => {
  it.each<[ToleranceInput, unknown]>([
    [0, '0'],
    [0.01, '0.01'],
    [0.0000001, '0.0000001'],
    ['0.050', '0.05'],
    ['5.00', '5'],
    ['1.50%', '1.5%'],
    ['0%', '0%'],
    ['250%', '250%'],
    [
      { from: '-5.00', to: 2 },
      { from: '-5', to: '2' },
    ],
    [
      { from: '1', to: '1.0' },
      { from: '1', to: '1' },
    ],
    [
      { from: '-1.50%', to: '0' },
      { from: '-1.5%', to: '0' },
    ],
    [
      { from: '0%', to: '02%' },
      { from: '0%', to: '2%' },
    ],
    [
      { from: '1%', to: '-0' },
      { from: '1%', to: '0' },
    ],
    [
      { from: '5', to: '1%' },
      { from: '5', to: '1%' },
    ],
    [{ absolute: 0.5 }, { absolute: '0.5' }],
    [{ percent: '1.5' }, { percent: '1.5', of: 'larger' }],
    [
      { percent: '1.5%', of: 'source' },
      { percent: '1.5', of: 'source' },
    ],
    [
      { absolute: '1', percent: 2 },
      { absolute: '1', percent: '2', of: 'larger', combine: 'any' },
    ],
    [
      { absolute: '1', percent: '2', of: 'smaller', combine: 'all' },
      { absolute: '1', percent: '2', of: 'smaller', combine: 'all' },
    ],
  ])('of %j is %j', (given, wanted) => {
    expect(effective(given)).toEqual(wanted)
  })
})

describe('a tolerance is refused', () => {
  it.each<[ToleranceInput, string]>([
    [-0.01, ''],
    ['-1', ''],
    ['-1%', ''],
    ['1,5', ''],
    ['', ''],
    ['%', ''],
    ['1e2', ''],
    [' 1', ''],
    ['0.0000000000001', ''],
    [{}, ''],
    [{ from: '1' }, '/to'],
    [{ to: '1' }, '/from'],
    [{ from: 'x', to: '1' }, '/from'],
    [{ from: '2', to: '1' }, ''],
    [{ from: '2%', to: '1%' }, ''],
    [{ from: '-1%', to: '-2%' }, ''],
    [{ from: '1%', to: '-1' }, ''],
    [{ from: '0%', to: '-1' }, ''],
    [{ from: '1', to: '-1%' }, ''],
    [{ from: '1', to: '0%' }, ''],
    [{ from: '%', to: '1%' }, '/from'],
    [{ from: '-1', to: '1%%' }, '/to'],
    [{ from: '-1', to: '1 %' }, '/to'],
    [{ from: '-1', to: '1', absolute: '1' }, ''],
    [{ absolute: '-1' }, '/absolute'],
    [{ percent: '-1' }, '/percent'],
    [{ absolute: '1', of: 'source' }, '/of'],
    [{ absolute: '1', combine: 'all' }, '/combine'],
    [{ percent: '1', combine: 'all' }, '/combine'],
  ])('%j', (tolerance, member) => {
    const faults = faultsOf([{ match: [{ field: 'reference' }, { field: 'amount', tolerance }] }])
    expect(faults).toMatchObject([{ pointer: `/0/match/1/tolerance${member}`, code: 'invalid_value' }])
  })
})

it.each<[ToleranceInput, readonly string[]]>([
  [{ from: 'x', to: 'y' }, ['/from', '/to']],
  [{ absolute: '-1', percent: '-1' }, ['/absolute', '/percent']],
  [{ absolute: '-1', of: 'source', combine: 'all' }, ['/absolute', '/of', '/combine']],
])('every fault of the tolerance %j is reported', (tolerance, members) => {
  const pointers = (pointer: string) => members.map((member) => `${pointer}${member}`)
  const inMatch = faultsOf([{ match: [{ field: 'reference' }, { field: 'amount', tolerance }] }])
  expect(inMatch.map(({ pointer }) => pointer)).toEqual(pointers('/0/match/1/tolerance'))
  const inSum = faultsOf([{ match: [{ field: 'reference' }], sum: { tolerance } }])
  expect(inSum.map(({ pointer }) => pointer)).toEqual(pointers('/0/sum/tolerance'))
})

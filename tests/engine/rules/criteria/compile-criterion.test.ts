import { describe, expect, it } from 'vitest'
import type { CriterionInput } from '../../../../engine/rules/language/written-form.ts'
import { faultsOf, policyOf } from '../../support/run.ts'

const key: CriterionInput = { field: 'reference' }

describe('a criterion compares', () => {
  it.each<[string, CriterionInput]>([
    ['text', { field: 'description' }],
    ['the id', { field: 'id' }],
    ['an attribute', { field: 'attributes.endToEndId' }],
    ['a nested attribute', { field: 'attributes.payout.batch' }],
    ['decimals of two fields', { sourceField: 'gross', targetField: 'net' }],
    ['dates of two fields', { sourceField: 'date', targetField: 'valueDate' }],
    ['an attribute with a text', { sourceField: 'attributes.payoutId', targetField: 'id' }],
    ['an attribute with an amount', { sourceField: 'attributes.paid', targetField: 'amount', tolerance: '1' }],
    ['an attribute with a date', { sourceField: 'attributes.due', targetField: 'date', days: 2 }],
    ['two attributes as decimals under a tolerance', { field: 'attributes.units', tolerance: '2' }],
    ['two attributes as dates under days', { field: 'attributes.due', days: 2 }],
  ])('%s', (_what, criterion) => {
    expect(policyOf([{ match: [key, criterion] }]).rules).toHaveLength(1)
  })
})

describe('a criterion is refused', () => {
  it.each<[string, CriterionInput, string, string]>([
    ['with no field', {}, '', 'required'],
    ['with one of two fields', { sourceField: 'amount' }, '', 'required'],
    ['with field beside sourceField', { field: 'amount', sourceField: 'net' }, '/field', 'conflict'],
    ['with an unknown field', { field: 'amont' }, '/field', 'unknown_field'],
    ['with an unknown sourceField', { sourceField: 'amont', targetField: 'net' }, '/sourceField', 'unknown_field'],
    ['with an unknown targetField', { sourceField: 'net', targetField: 'amont' }, '/targetField', 'unknown_field'],
    ['with attributes as a whole', { field: 'attributes' }, '/field', 'unknown_field'],
    ['with an empty attribute path', { field: 'attributes.' }, '/field', 'unknown_field'],
    ['between an amount and a date', { sourceField: 'amount', targetField: 'date' }, '', 'conflict'],
    ['between a text and an amount', { sourceField: 'reference', targetField: 'amount' }, '', 'conflict'],
    ['with a tolerance on text', { field: 'description', tolerance: 1 }, '/tolerance', 'conflict'],
    ['with a tolerance on a date', { field: 'date', tolerance: 1 }, '/tolerance', 'conflict'],
    ['with days on an amount', { field: 'amount', days: 1 }, '/days', 'conflict'],
    ['with days on text', { field: 'description', days: 1 }, '/days', 'conflict'],
    ['with sign on text', { field: 'description', sign: 'opposite' }, '/sign', 'conflict'],
    ['with sign on a date', { field: 'date', sign: 'absolute' }, '/sign', 'conflict'],
    ['with normalize on an amount', { field: 'amount', normalize: ['trim'] }, '/normalize', 'conflict'],
    ['with normalize on a date', { field: 'date', normalize: ['digits'] }, '/normalize', 'conflict'],
    ['with contains on an amount', { field: 'amount', op: 'contains' }, '/op', 'conflict'],
    ['with near and no window', { field: 'amount', op: 'near' }, '/op', 'conflict'],
    ['with equals beside a tolerance', { field: 'amount', op: 'equals', tolerance: 1 }, '/op', 'conflict'],
    [
      'with a mask without a placeholder',
      { field: 'reference', normalize: [{ extract: 'INV' }] },
      '/normalize/0',
      'invalid_value',
    ],
    [
      'with a mask without a placeholder to remove',
      { field: 'reference', normalize: ['trim', { remove: 'INV' }] },
      '/normalize/1',
      'invalid_value',
    ],
    [
      'with a blank word to strip',
      { field: 'reference', normalize: ['trim', { strip: ['GMBH', ' '] }] },
      '/normalize/1',
      'invalid_value',
    ],
  ])('%s', (_why, criterion, member, code) => {
    expect(faultsOf([{ match: [key, criterion] }])).toMatchObject([{ pointer: `/0/match/1${member}`, code }])
  })

  it('with a tolerance beside days', () => {
    const faults = faultsOf([{ match: [key, { field: 'date', days: 1, tolerance: 1 }] }])
    expect(faults.every(({ pointer }) => pointer.startsWith('/0/match/1/'))).toBe(true)
  })
})

it('an effective criterion keeps its steps as they are written', () => {
  const normalize: CriterionInput['normalize'] = [
    { extract: 'INV-##' },
    { extract: 'INV-##', take: 'first' },
    { extract: '**', take: 2 },
    { strip: ['GMBH'] },
    { before: '/' },
    { after: '/' },
    { remove: '#' },
  ]
  const written = normalize?.map((step) =>
    typeof step === 'object' && 'extract' in step ? { take: undefined, ...step } : step,
  )
  const effective = policyOf([{ match: [{ ...key, normalize: written }] }]).rules[0]?.match?.[0]
  expect(JSON.stringify(effective?.normalize)).toBe(JSON.stringify(normalize))
  expect(Object.keys(effective?.normalize?.[0] ?? {})).toEqual(['extract'])
})

import { describe, expect, it } from 'vitest'
import type { FilterInput } from '../../../engine/rules/language/language.ts'
import { faultsOf, policyOf } from '../support/run.ts'

const match = [{ field: 'reference' }]

describe('an effective filter', () => {
  it.each<[FilterInput, FilterInput]>([
    [
      { field: 'amount', op: 'gt', value: '10.00' },
      { field: 'amount', op: 'gt', value: '10' },
    ],
    [
      { field: 'amount', op: 'in', value: [1.5, '2.0'] },
      { field: 'amount', op: 'in', value: ['1.5', '2'] },
    ],
    [
      { field: 'date', op: 'lte', value: '2026-03-01' },
      { field: 'date', op: 'lte', value: '2026-03-01' },
    ],
    [
      { field: 'type', op: 'present' },
      { field: 'type', op: 'present' },
    ],
    [
      { field: 'attributes.paid', op: 'eq', value: true },
      { field: 'attributes.paid', op: 'eq', value: true },
    ],
    [
      { field: 'amount', op: 'gt', value: '10.00', abs: true },
      { field: 'amount', op: 'gt', value: '10', abs: true },
    ],
    [
      { field: 'attributes.total', op: 'in', value: [1.5, 0], abs: true },
      { field: 'attributes.total', op: 'in', value: [1.5, 0], abs: true },
    ],
    [
      { field: 'type', op: 'starts', value: 'SEPA', abs: false },
      { field: 'type', op: 'starts', value: 'SEPA' },
    ],
  ])('of %j is %j', (given, wanted) => {
    expect(policyOf([{ match, where: { source: [given] } }]).rules[0]?.where).toEqual({ source: [wanted] })
  })
})

describe('a filter is refused', () => {
  it.each<[string, FilterInput, string, string]>([
    ['on an unknown field', { field: 'amont', op: 'present' }, '/field', 'unknown_field'],
    ['without a value', { field: 'type', op: 'eq' }, '', 'required'],
    ['with a value that present does not take', { field: 'type', op: 'present', value: 'x' }, '/value', 'conflict'],
    ['with a value that absent does not take', { field: 'type', op: 'absent', value: 'x' }, '/value', 'conflict'],
    ['with one value for in', { field: 'type', op: 'in', value: 'x' }, '/value', 'invalid_value'],
    ['with several values for eq', { field: 'type', op: 'eq', value: ['x'] }, '/value', 'invalid_value'],
    ['with text for an amount', { field: 'amount', op: 'lt', value: 'ten' }, '/value', 'invalid_value'],
    ['with a number for text', { field: 'type', op: 'eq', value: 1 }, '/value', 'invalid_value'],
    ['with a day that is none', { field: 'date', op: 'eq', value: '2026-02-30' }, '/value', 'invalid_value'],
    [
      'with one wrong value of several',
      { field: 'date', op: 'in', value: ['2026-02-28', 'x'] },
      '/value/1',
      'invalid_value',
    ],
    ['for contains on an amount', { field: 'amount', op: 'contains', value: '1' }, '/value', 'invalid_value'],
    ['for contains of nothing', { field: 'type', op: 'contains', value: '' }, '/value', 'invalid_value'],
    ['for starts on an amount', { field: 'amount', op: 'starts', value: '1' }, '/value', 'invalid_value'],
    ['for ends with a number', { field: 'attributes.no', op: 'ends', value: 1 }, '/value', 'invalid_value'],
    ['for not_contains of several', { field: 'type', op: 'not_contains', value: ['x'] }, '/value', 'invalid_value'],
    ['for not_contains of nothing', { field: 'type', op: 'not_contains', value: '' }, '/value', 'invalid_value'],
    ['for the size of a text', { field: 'type', op: 'eq', value: 'x', abs: true }, '/abs', 'conflict'],
    ['for the size of a date', { field: 'date', op: 'lt', value: '2026-03-01', abs: true }, '/abs', 'conflict'],
    ['for the size of what is there', { field: 'amount', op: 'present', abs: true }, '/abs', 'conflict'],
    ['for the size of a part', { field: 'attributes.no', op: 'contains', value: '1', abs: true }, '/abs', 'conflict'],
    ['for the size beside text', { field: 'attributes.no', op: 'eq', value: '1', abs: true }, '/abs', 'conflict'],
    ['for a size below zero', { field: 'amount', op: 'gt', value: '-1', abs: true }, '/value', 'invalid_value'],
    ['for some size below 0', { field: 'amount', op: 'in', value: [1, -1], abs: true }, '/value/1', 'invalid_value'],
  ])('%s', (_why, filter, member, code) => {
    const present: FilterInput = { field: 'type', op: 'present' }
    expect(faultsOf([{ match, where: { target: [present, filter] } }])).toMatchObject([
      { pointer: `/0/where/target/1${member}`, code },
    ])
  })
})

it('every wrong value of a filter is reported', () => {
  const filter: FilterInput = { field: 'date', op: 'in', value: ['x', '2026-02-28', 'y'] }
  expect(faultsOf([{ match, where: { source: [filter] } }]).map(({ pointer }) => pointer)).toEqual([
    '/0/where/source/0/value/0',
    '/0/where/source/0/value/2',
  ])
})

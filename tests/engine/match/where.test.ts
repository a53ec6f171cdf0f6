import { describe, expect, it } from 'vitest'
import type { RuleInput } from '../../../engine/rules/language/written-form.ts'
import { outcome, pairs } from '../support/brief.ts'

type FilterInput = NonNullable<NonNullable<RuleInput['where']>['source']>[number]

const matched = (filter: FilterInput, values: object) =>
  pairs({
    source: [{ id: 's1', counterparty: 'x', ...values }],
    target: [{ id: 't1', counterparty: 'x' }],
    rules: [
      { ignoreAmount: true, crossCurrency: true, match: [{ field: 'counterparty' }], where: { source: [filter] } },
    ],
  }).length === 1

describe('a filter lets a record take part', () => {
  it.each<[FilterInput, object, boolean]>([
    [{ field: 'type', op: 'eq', value: 'fee' }, { type: 'fee' }, true],
    [{ field: 'type', op: 'eq', value: 'fee' }, { type: 'Fee' }, false],
    [{ field: 'type', op: 'ne', value: 'fee' }, { type: 'payment' }, true],
    [{ field: 'type', op: 'ne', value: 'fee' }, { type: 'fee' }, false],
    [{ field: 'type', op: 'in', value: ['fee', 'tax'] }, { type: 'tax' }, true],
    [{ field: 'type', op: 'in', value: ['fee', 'tax'] }, { type: 'payment' }, false],
    [{ field: 'type', op: 'nin', value: ['fee', 'tax'] }, { type: 'payment' }, true],
    [{ field: 'type', op: 'nin', value: ['fee', 'tax'] }, { type: 'tax' }, false],
    [{ field: 'amount', op: 'lt', value: 10 }, { amount: '9.99' }, true],
    [{ field: 'amount', op: 'lt', value: 10 }, { amount: '10' }, false],
    [{ field: 'amount', op: 'lte', value: '10' }, { amount: '10' }, true],
    [{ field: 'amount', op: 'lte', value: '10' }, { amount: '10.01' }, false],
    [{ field: 'amount', op: 'gt', value: 10 }, { amount: '9' }, false],
    [{ field: 'amount', op: 'gt', value: '999999999999999998' }, { amount: '999999999999999999' }, true],
    [{ field: 'amount', op: 'gte', value: '-10' }, { amount: '-10' }, true],
    [{ field: 'amount', op: 'gte', value: '-10' }, { amount: '-10.5' }, false],
    [{ field: 'amount', op: 'eq', value: '10.0' }, { amount: '10' }, true],
    [{ field: 'amount', op: 'in', value: [1, 2] }, { amount: '2' }, true],
    [{ field: 'date', op: 'gte', value: '2026-03-01' }, { date: '2026-03-01' }, true],
    [{ field: 'date', op: 'lt', value: '2026-03-01' }, { date: '2026-03-01' }, false],
    [{ field: 'date', op: 'eq', value: '2026-03-01' }, { date: '2026-03-02' }, false],
    [{ field: 'type', op: 'present' }, { type: 'fee' }, true],
    [{ field: 'type', op: 'absent' }, { type: 'fee' }, false],
    [{ field: 'description', op: 'contains', value: 'fee' }, { description: 'card fee 3' }, true],
    [{ field: 'description', op: 'contains', value: 'fee' }, { description: 'FEE' }, false],
    [{ field: 'description', op: 'not_contains', value: 'fee' }, { description: 'card fee 3' }, false],
    [{ field: 'description', op: 'not_contains', value: 'fee' }, { description: 'FEE' }, true],
    [{ field: 'description', op: 'starts', value: 'SEPA ' }, { description: 'SEPA 7' }, true],
    [{ field: 'description', op: 'starts', value: 'SEPA' }, { description: 'a SEPA' }, false],
    [{ field: 'description', op: 'ends', value: 'GmbH' }, { description: 'Acme GmbH' }, true],
    [{ field: 'description', op: 'ends', value: 'GmbH' }, { description: 'Acme GmbH ' }, false],
    [{ field: 'amount', op: 'gte', value: 10, abs: true }, { amount: '-10' }, true],
    [{ field: 'amount', op: 'gte', value: 10 }, { amount: '-10' }, false],
    [{ field: 'amount', op: 'lt', value: '0.005', abs: true }, { amount: '-0.006' }, false],
    [{ field: 'amount', op: 'nin', value: ['5', '7.50'], abs: true }, { amount: '-7.5' }, false],
    [{ field: 'attributes.units', op: 'eq', value: 9, abs: true }, { attributes: { units: '-9.0' } }, true],
    [{ field: 'attributes.batch', op: 'eq', value: 'x' }, { attributes: { batch: 'x' } }, true],
    [{ field: 'attributes.units', op: 'gt', value: 9 }, { attributes: { units: '10' } }, true],
    [{ field: 'attributes.paid', op: 'eq', value: true }, { attributes: { paid: true } }, true],
    [{ field: 'attributes.paid', op: 'eq', value: true }, { attributes: { paid: false } }, false],
    [{ field: 'id', op: 'eq', value: 's1' }, {}, true],
  ])('under %j with %j: %s', (filter, values, takesPart) => {
    expect(matched(filter, values)).toBe(takesPart)
  })

  it.each<[FilterInput, boolean]>([
    [{ field: 'type', op: 'eq', value: 'x' }, false],
    [{ field: 'type', op: 'ne', value: 'x' }, true],
    [{ field: 'type', op: 'in', value: ['x'] }, false],
    [{ field: 'type', op: 'nin', value: ['x'] }, true],
    [{ field: 'amount', op: 'lt', value: 1 }, false],
    [{ field: 'amount', op: 'lte', value: 1 }, false],
    [{ field: 'amount', op: 'gt', value: 1 }, false],
    [{ field: 'amount', op: 'gte', value: 1 }, false],
    [{ field: 'date', op: 'ne', value: '2026-03-01' }, true],
    [{ field: 'date', op: 'lt', value: '2026-03-01' }, false],
    [{ field: 'type', op: 'present' }, false],
    [{ field: 'type', op: 'absent' }, true],
    [{ field: 'attributes.batch', op: 'absent' }, true],
    [{ field: 'description', op: 'contains', value: 'x' }, false],
    [{ field: 'description', op: 'not_contains', value: 'x' }, true],
    [{ field: 'description', op: 'starts', value: 'x' }, false],
    [{ field: 'description', op: 'ends', value: 'x' }, false],
    [{ field: 'amount', op: 'ne', value: 1, abs: true }, true],
    [{ field: 'amount', op: 'gte', value: 0, abs: true }, false],
  ])('under %j with the value absent: %s', (filter, takesPart) => {
    expect(matched(filter, {})).toBe(takesPart)
  })

  it('when all filters of its side hold, whatever those of the other side say', () => {
    const record = { amount: '10', reference: 'a' }
    const rule: RuleInput = {
      match: [{ field: 'reference' }],
      where: {
        source: [
          { field: 'type', op: 'eq', value: 'x' },
          { field: 'status', op: 'absent' },
        ],
        target: [{ field: 'type', op: 'absent' }],
      },
    }
    const source = [
      { id: 's1', type: 'x', ...record },
      { id: 's2', ...record },
      { id: 's3', type: 'x', status: 'void', ...record },
    ]
    const target = [
      { id: 't1', ...record },
      { id: 't2', type: 'x', ...record },
    ]
    expect(pairs({ source, target, rules: [rule] })).toEqual(['s1=t1 by rule-1'])
  })
})

describe('exclude', () => {
  const where = { source: [{ field: 'type', op: 'eq', value: 'opening' }] } as const
  const record = { amount: '10', currency: 'EUR', reference: 'a' }

  it('takes records out of scope, unseen by later rules', () => {
    const source = [{ id: 's1', type: 'opening', ...record }]
    const target = [{ id: 't1', ...record }]
    const rules: RuleInput[] = [{ action: 'exclude', where }, { match: [{ field: 'reference' }] }]
    expect(outcome({ source, target, rules })).toEqual(['missing_in_source /t1'])
  })

  it('leaves what an earlier rule has claimed', () => {
    const source = [{ id: 's1', type: 'opening', ...record }]
    const target = [{ id: 't1', ...record }]
    const rules: RuleInput[] = [{ match: [{ field: 'reference' }] }, { action: 'exclude', where }]
    expect(outcome({ source, target, rules })).toEqual(['s1=t1 by rule-1'])
  })

  it('takes nothing of a side that it has no filter for', () => {
    const rules: RuleInput[] = [{ action: 'exclude', where: { ...where, target: [] } }]
    expect(outcome({ source: [], target: [{ id: 't1', type: 'opening' }], rules })).toEqual(['missing_in_source /t1'])
  })

  it('does nothing while it is not enabled', () => {
    const rules: RuleInput[] = [{ action: 'exclude', enabled: false, where }]
    expect(outcome({ source: [{ id: 's1', type: 'opening' }], target: [], rules })).toEqual(['missing_in_target s1/'])
  })
})

import { describe, expect, it } from 'vitest'
import type { ItemRecord, PeriodOfItem } from '../../../functions/client/index.ts'
import {
  amountMinOf,
  matchNames,
  nearestItem,
  sumsOf,
  totalsOf,
} from '../../../functions/console/app/close/chosen-items.ts'

const item = (side: 'source' | 'target', id: string, amount: string, currency = 'EUR'): ItemRecord => ({
  name: { side, root: '0'.repeat(64), id, leaf: '0'.repeat(64) },
  ...{ state: 'undecided', amount, currency, record: { id } },
  firstSeen: { period: '2026-03', date: '2026-03-01' },
  ...{ ageDays: 0, age: '0-7', reason: null, label: null, decision: null, expected: null, owner: null },
  ...{ isFlagged: false, isOverdue: false, commentCount: 0 },
})

const both = [item('source', 's', '950.10'), item('target', 't', '1010')]

describe('what is chosen of the work list', () => {
  it.each([
    ['source', false, '-59.9'],
    ['target', false, '59.9'],
    ['source', true, '1960.1'],
    ['target', true, '1960.1'],
  ] as const)('leaves a difference in the signs of the %s, turned %s', (statement, isTurned, difference) => {
    expect(sumsOf(both, { statement, isTurned })).toEqual({
      ...{ currency: 'EUR', source: '950.1', target: '1010', difference },
    })
  })

  it('comes to the sum of its side, or to the difference of its sides', () => {
    const terms = { statement: 'source', isTurned: false } as const
    const group = [...both, item('source', 'x', '2', 'USD'), item('source', 'y', '3', 'USD')]
    expect(totalsOf(group, terms)).toEqual({ EUR: '-59.9', USD: '5' })
  })

  it('is offered the undecided item that leaves the least', () => {
    const terms = { statement: 'source', isTurned: false } as const
    const [chosen] = both
    if (chosen === undefined) throw new Error('No item')
    const offered = [
      item('target', 'far', '900'),
      item('target', 'near', '950'),
      item('target', 'usd', '950.10', 'USD'),
    ]
    expect(nearestItem([chosen, ...offered], [chosen], terms)?.name.id).toBe('near')
    expect(nearestItem([chosen, item('target', 'worse', '-5')], [chosen], terms)).toBeUndefined()
  })
})

describe('the records of a match', () => {
  const [own, other] = both.map(({ name }) => name)
  if (own === undefined || other === undefined) throw new Error('No item')
  type Settled = PeriodOfItem['items'][number]['settledBy']
  const namesOf = (settledBy: Settled) =>
    matchNames({
      ...{ name: own, state: 'matched', amount: '1', currency: 'EUR', isOpen: false },
      ...{ label: null, expected: null, owner: null, settledBy },
    })

  it('are the item and the others, where all of them are named', () => {
    const settled = { by: 'decision' as const, rule: null, decision: 'dcn_1', others: [other], otherCount: 1 }
    expect(namesOf(settled)).toEqual([own, other])
    expect(namesOf({ ...settled, otherCount: 2 })).toBeUndefined()
    expect(namesOf(null)).toBeUndefined()
  })
})

describe('the least amount of the work list', () => {
  it.each([
    ['200', '200'],
    ['1.000,50', '1000.50'],
    [' 12,50 EUR ', '12.50'],
  ])('is read as people write it: %s', (typed, amount) => {
    expect(amountMinOf(typed)).toBe(amount)
  })

  it.each(['', 'abc', '-5', '1'.repeat(19), `1.${'0'.repeat(12)}1`])('is not asked for where it is "%s"', (typed) => {
    expect(amountMinOf(typed)).toBeUndefined()
  })
})

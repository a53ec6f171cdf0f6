import { describe, expect, it } from 'vitest'
import { orderRecords } from '../../../../engine/match/state/twins.ts'
import type { CanonicalRecord } from '../../../../engine/record/record.ts'
import { dateFields, decimalFields, textFields } from '../../../../engine/record/record.ts'
import type { Table } from '../../../../engine/record/table.ts'
import { createTableBuilder } from '../../../../engine/record/table-builder.ts'
import type { RuleInput } from '../../../../engine/rules/language/written-form.ts'
import { outcome, pairs } from '../../support/brief.ts'
import { run } from '../../support/run.ts'

const coffee = { amount: '4.5', currency: 'EUR', date: '2026-03-01', description: 'coffee' }
const twins = (side: string, count: number, rest: object = {}): CanonicalRecord[] =>
  Array.from({ length: count }, (_, index) => ({ id: `${side}${index + 1}`, ...coffee, ...rest }))
const byDay: RuleInput = { id: 'day', match: [{ field: 'amount' }, { field: 'date' }] }

function tableOf(records: readonly object[]): Table {
  const builder = createTableBuilder([])
  builder.addLines(records.map((record) => `${JSON.stringify(record)}\n`).join(''))
  return builder.finish()
}

describe('twins', () => {
  it('pair off in the order of their ids, flagged interchangeable', () => {
    const { matches } = run({ source: twins('s', 2), target: twins('t', 2), rules: [byDay] })
    expect(matches.map((line) => [line.source[0], line.target[0], line.interchangeable])).toEqual([
      ['s1', 't1', true],
      ['s2', 't2', true],
    ])
  })

  it('carry no flag when there is one on each side', () => {
    const [line] = run({ source: twins('s', 1), target: twins('t', 1), rules: [byDay] }).matches
    expect(line).not.toHaveProperty('interchangeable')
  })

  it('keep the confidence of their evidence', () => {
    const { matches } = run({ source: twins('s', 2), target: twins('t', 2), rules: [byDay] })
    expect(matches.map(({ confidence }) => confidence)).toEqual(['medium', 'medium'])
  })

  it('pair off by attributes.timestamp before the id', () => {
    const at = (id: string, timestamp: string): CanonicalRecord => ({ id, ...coffee, attributes: { timestamp } })
    const source = [at('s1', '2026-03-01T12:00:00Z'), at('s2', '2026-03-01T08:00:00Z')]
    expect(pairs({ source, target: twins('t', 2), rules: [byDay] })).toEqual(['s1=t2 by day', 's2=t1 by day'])
  })

  it('order ids by their UTF-8 bytes', () => {
    const source = ['\u{1f600}', '\uffee', 'b', 'B'].map((id) => ({ id, ...coffee }))
    expect(pairs({ source, target: twins('t', 4), rules: [byDay] })).toEqual([
      'B=t1 by day',
      'b=t2 by day',
      '\uffee=t3 by day',
      '\u{1f600}=t4 by day',
    ])
  })

  it('need not be twins of the other side: the rule alone compares across', () => {
    const target = twins('t', 2, { description: 'Kaffee', reference: 'x' })
    expect(pairs({ source: twins('s', 2), target, rules: [byDay] })).toHaveLength(2)
  })

  it('are not twins when any canonical field differs', () => {
    const source = [...twins('s', 1), { id: 's2', ...coffee, status: 'late' }]
    expect(outcome({ source, target: twins('t', 2), rules: [byDay] })).toEqual(['ambiguous s1,s2/t1,t2'])
  })

  it.each([
    ...[...textFields, 'currency'].map((field): [string, string, string] => [field, 'USD', 'CHF']),
    ...decimalFields.map((field): [string, string, string] => [field, '1.5', '1.50000000001']),
    ...dateFields.map((field): [string, string, string] => [field, '2026-04-01', '2026-04-02']),
  ])('are told apart by %s alone, or by lacking it', (field, one, other) => {
    const records = [one, other, one, undefined].map((value, index) => ({ id: `s${index}`, [field]: value }))
    expect(orderRecords(tableOf(records), []).twinsAmong(Uint32Array.of(0, 1, 2, 3))).toEqual([[0, 2], [1], [3]])
  })

  it('are found among many values that somebody chose for their equal hashes', () => {
    const amounts = Array.from({ length: 40 }, (_, index) => String((index + 1) * 2 ** 32))
    const records = [...amounts, ...amounts].map((amount, index) => ({ id: `s${index}`, amount }))
    const twinsFound = orderRecords(tableOf(records), []).twinsAmong(Uint32Array.from(records.keys()))
    expect(twinsFound).toEqual(amounts.map((_, index) => [index, index + 40]))
  })

  it('differ in an attribute only when some rule of the run names it', () => {
    const source = [
      { id: 's1', ...coffee, attributes: { till: '1' } },
      { id: 's2', ...coffee, attributes: { till: '2' } },
    ]
    const target = twins('t', 2)
    const naming: RuleInput = { id: 'till', match: [{ field: 'attributes.till' }, { field: 'amount' }] }
    expect(pairs({ source, target, rules: [byDay] })).toEqual(['s1=t1 by day', 's2=t2 by day'])
    expect(outcome({ source, target, rules: [byDay, naming] })).toEqual(['ambiguous s1,s2/t1,t2'])
    const filtering: RuleInput = {
      ...naming,
      match: [{ field: 'amount' }],
      where: { source: [{ field: 'attributes.till', op: 'present' }] },
    }
    expect(outcome({ source, target, rules: [byDay, filtering] })).toEqual(['ambiguous s1,s2/t1,t2'])
  })

  it('are distinct for a rule that reads the id of their side, in match or in where', () => {
    const filter = { field: 'id', op: 'present' } as const
    const filtered = (side: 'source' | 'target'): RuleInput => ({ ...byDay, where: { [side]: [filter] } })
    for (const side of ['source', 'target'] as const) {
      expect(outcome({ source: twins('s', 2), target: twins('t', 2), rules: [filtered(side)] })).toEqual([
        'ambiguous s1,s2/t1,t2',
      ])
    }
    const byId: RuleInput = { id: 'id', match: [{ sourceField: 'id', targetField: 'reference' }] }
    const target = [{ id: 't1', ...coffee, reference: 's2' }]
    expect(outcome({ source: twins('s', 2), target, rules: [byId] })).toEqual(['s2=t1 by id', 'missing_in_target s1/'])
  })
})

describe('a surplus of twins', () => {
  it('is a break duplicate with the counts of both sides and the matches it repeats', () => {
    const { breaks, chunks } = run({ source: twins('s', 3), target: twins('t', 1), rules: [byDay] })
    const id = chunks.find(({ view }) => view === 'matches')?.text
    expect(id).toContain('"source":["s1"],"target":["t1"]')
    expect(breaks).toMatchObject([{ reason: 'duplicate', source: ['s2', 's3'], counts: { source: 3, target: 1 } }])
    expect(breaks[0]?.target).toBeUndefined()
    expect(breaks[0]?.repeats).toHaveLength(1)
  })

  it('may be on the target side', () => {
    const { breaks } = run({ source: twins('s', 1), target: twins('t', 2), rules: [byDay] })
    expect(breaks).toMatchObject([{ reason: 'duplicate', target: ['t2'], counts: { source: 1, target: 2 } }])
  })

  it('leaves the match interchangeable: which of them it holds says nothing', () => {
    expect(run({ source: twins('s', 2), target: twins('t', 1), rules: [byDay] }).matches[0]?.interchangeable).toBe(true)
  })

  it('stays for later tiers of the rule', () => {
    const rule: RuleInput = { id: 'near', match: [{ field: 'amount' }, { field: 'date', days: 3 }] }
    const target = [...twins('t', 1), { id: 't2', ...coffee, date: '2026-03-02' }]
    expect(outcome({ source: twins('s', 2), target, rules: [rule] })).toEqual(['s1=t1 by near', 's2=t2 by near'])
  })

  it('stays for later rules', () => {
    const later: RuleInput = { id: 'later', match: [{ field: 'description' }, { field: 'amount', tolerance: '1' }] }
    const target = [...twins('t', 1), { id: 't2', ...coffee, amount: '5', date: '2026-04-01' }]
    expect(outcome({ source: twins('s', 2), target, rules: [byDay, later] })).toEqual([
      's1=t1 by day',
      's2=t2 by later',
    ])
  })

  it('is no duplicate when nothing was matched', () => {
    expect(outcome({ source: twins('s', 2), target: [], rules: [byDay] })).toEqual([
      'missing_in_target s1/',
      'missing_in_target s2/',
    ])
  })
})

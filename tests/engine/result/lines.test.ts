import { describe, expect, it } from 'vitest'
import { engineVersion } from '../../../engine/base/version.ts'
import { policyHash } from '../../../engine/rules/canonical-policy.ts'
import type { RuleInput } from '../../../engine/rules/language/written-form.ts'
import { matchOf } from '../support/brief.ts'
import { matchIdOf } from '../support/lines.ts'
import { run } from '../support/run.ts'
import { sha256 } from '../support/sha256.ts'

/** An example with each kind of line once. */
const example = {
  source: [
    { id: 's1', amount: '100', currency: 'EUR', reference: 'INV-7' },
    { id: 's2', amount: '7', currency: 'EUR', reference: 'INV-9' },
    { id: 's3', amount: '20.5', currency: 'EUR', reference: 'INV-8', date: '2026-03-01' },
    { id: 's9', amount: '3', currency: 'EUR', type: 'opening' },
  ],
  target: [
    { id: 't9', amount: '100', currency: 'EUR', reference: 'INV-7' },
    { id: 't2', amount: '7.07', currency: 'EUR', reference: 'INV-9' },
    { id: 't4', amount: '20.5', currency: 'EUR', reference: 'INV-8', date: '2026-03-02' },
  ],
  rules: [
    { id: 'opening', action: 'exclude', where: { source: [{ field: 'type', op: 'eq', value: 'opening' }] } },
    {
      id: 'rule-1',
      match: [{ field: 'reference' }, { field: 'amount' }],
      where: { source: [{ field: 'date', op: 'absent' }] },
    },
    {
      id: 'rule-2',
      match: [{ field: 'reference' }, { field: 'amount' }, { field: 'date', days: { before: 0, after: 2 } }],
    },
  ] satisfies RuleInput[],
}

it('writes header, matches, breaks, exclusions and totals, each one line of canonical JSON', () => {
  const { text, policy } = run(example)
  expect(text.split('\n')).toEqual([
    `{"engine":"${engineVersion}","kind":"tallystick/result@1","policy":"${policyHash(policy, sha256)}","source":{"count":4,"root":"${'aa'.repeat(32)}"},"target":{"count":3,"root":"${'bb'.repeat(32)}"}}`,
    '{"confidence":"exact","equal":{"amount":"100","currency":"EUR","reference":"INV-7"},"kind":"match","rule":"rule-1","source":["s1"],"target":["t9"]}',
    '{"confidence":"high","days":1,"differ":{"date":["2026-03-01","2026-03-02"]},"equal":{"amount":"20.5","currency":"EUR","reference":"INV-8"},"kind":"match","rule":"rule-2","source":["s3"],"target":["t4"]}',
    '{"difference":"0.07","failed":{"field":"amount","needs":{"tolerance":"0.07"},"rule":"rule-1"},"kind":"break","reason":"amount_mismatch","source":["s2"],"target":["t2"]}',
    '{"kind":"excluded","rule":"opening","source":["s9"]}',
    '{"accepted":{},"fx":{},"kind":"totals","source":{"EUR":{"count":4,"excluded":"3","matched":"120.5","netted":"0","open":"7","total":"130.5"}},"target":{"EUR":{"count":3,"excluded":"0","matched":"120.5","netted":"0","open":"7.07","total":"127.57"}},"turned":{}}',
    '',
  ])
})

it('writes a header and totals for two empty sides', () => {
  const { text, leafCount } = run({ source: [], target: [], rules: [] })
  expect(leafCount).toBe(2)
  expect(text.split('\n')[1]).toBe('{"accepted":{},"fx":{},"kind":"totals","source":{},"target":{},"turned":{}}')
})

describe('a match line', () => {
  const near: RuleInput = {
    variance: 'rounding',
    match: [{ field: 'reference' }, { field: 'amount', tolerance: '0.05' }],
  }
  const line = (source: object, target: object, rule: RuleInput) =>
    matchOf({ source: [{ id: 's1', ...source }], target: [{ id: 't1', ...target }], rules: [rule] })

  it('has the signed difference and the variance of an accepted one', () => {
    expect(line({ reference: 'R', amount: '10' }, { reference: 'R', amount: '9.97' }, near)).toMatchObject({
      differ: { amount: ['10', '9.97'] },
      difference: '-0.03',
      variance: 'rounding',
    })
  })

  it('has neither when there is no difference', () => {
    const match = line({ reference: 'R', amount: '10' }, { reference: 'R', amount: '10' }, near)
    expect(Object.keys(match).sort()).toEqual(['confidence', 'equal', 'kind', 'rule', 'source', 'target'])
  })

  it('has the variance of an accepted delay as well', () => {
    const late: RuleInput = { variance: 'timing', match: [{ field: 'amount' }, { field: 'date', days: 3 }] }
    const [booked, delayed] = [
      { amount: '10', date: '2026-03-01' },
      { amount: '10', date: '2026-03-02' },
    ]
    expect(line(booked, delayed, late).variance).toBe('timing')
    expect(line(booked, booked, late).variance).toBeUndefined()
  })

  it('has the delay of the last window that both records have, and its variance', () => {
    const windows: RuleInput['match'] = [
      { field: 'amount' },
      { field: 'date', days: 3 },
      { field: 'valueDate', days: 3, nulls: 'skip' },
    ]
    const booked = { amount: '10', date: '2026-03-01', valueDate: '2026-03-01' }
    const delayed = { amount: '10', date: '2026-03-02' }
    const wanted = { days: 1, variance: 'timing' }
    expect(line(booked, delayed, { variance: 'timing', match: windows })).toMatchObject(wanted)
    const sums: RuleInput = { variance: 'timing', cardinality: 'n:m', sum: {}, match: windows }
    expect(line(booked, delayed, sums)).toMatchObject(wanted)
  })

  it('has the difference of the last amount compared', () => {
    const rule: RuleInput = {
      match: [
        { field: 'amount', tolerance: '1' },
        { field: 'fee', tolerance: '1' },
      ],
    }
    expect(line({ amount: '10', fee: '1' }, { amount: '10.5', fee: '1.25' }, rule).difference).toBe('0.25')
  })

  it('has the difference of the last amount and the days of the last window that both sides have', () => {
    const rule: RuleInput = {
      match: [
        { field: 'amount', tolerance: '1' },
        { field: 'fee', tolerance: '1', nulls: 'skip' },
        { field: 'date', days: 3 },
        { field: 'valueDate', days: 3, nulls: 'match' },
      ],
    }
    const match = line({ amount: '10', fee: '1', date: '2026-03-01' }, { amount: '10.5', date: '2026-03-02' }, rule)
    expect(match).toMatchObject({ difference: '0.5', days: 1 })
  })

  it('has the days of the last window, also when an exact date comes after it', () => {
    const days = { field: 'date', days: 3 }
    const dates = {
      source: { amount: '1', date: '2026-03-01', valueDate: '2026-03-05' },
      target: { amount: '1', date: '2026-03-03', valueDate: '2026-03-05' },
    }
    expect(line(dates.source, dates.target, { match: [days, { field: 'valueDate' }] }).days).toBe(2)
    expect(line(dates.source, dates.target, { match: [days, { field: 'valueDate', days: 1 }] }).days).toBeUndefined()
  })

  it('names two fields source/target, and shows values that are not byte-equal as they are', () => {
    const rule: RuleInput = { match: [{ sourceField: 'description', targetField: 'reference', normalize: ['upper'] }] }
    expect(line({ description: 'inv-7' }, { reference: 'INV-7' }, rule).differ).toEqual({
      'description/reference': ['inv-7', 'INV-7'],
    })
  })

  it('shows opposite amounts as they are, without a difference', () => {
    const rule: RuleInput = { match: [{ field: 'amount', sign: 'opposite' }] }
    const match = line({ amount: '10' }, { amount: '-10' }, rule)
    expect(match.differ).toEqual({ amount: ['10', '-10'] })
    expect(match.difference).toBeUndefined()
  })

  it('shows no field that a side lacks', () => {
    const rule: RuleInput = {
      match: [{ field: 'amount' }, { field: 'reference', nulls: 'skip' }, { field: 'currency', nulls: 'match' }],
    }
    expect(line({ amount: '1', reference: 'R' }, { amount: '1' }, rule).equal).toEqual({ amount: '1' })
  })
})

describe('the order of lines', () => {
  const ids = ['b', 'B', 'a10', 'a9', '\u{1f600}', '\uffee']
  const byBytes = ['B', 'a10', 'a9', 'b', '\uffee', '\u{1f600}']
  const record = (id: string) => ({ id, amount: '1', reference: id })
  const rules: RuleInput[] = [{ match: [{ field: 'reference' }] }]

  it('of matches is by source ids in UTF-8 bytes', () => {
    const { matches } = run({ source: ids.map(record), target: ids.toReversed().map(record), rules })
    expect(matches.map(({ source }) => source[0])).toEqual(byBytes)
  })

  it('of breaks is by source ids, then those of targets alone', () => {
    const other = (id: string) => ({ ...record(id), reference: `other ${id}` })
    const { breaks } = run({ source: ids.map(record), target: ids.map(other), rules })
    expect(breaks.map((line) => line.source?.[0] ?? line.target?.[0])).toEqual([...byBytes, ...byBytes])
  })

  it('of exclusions is by side and id', () => {
    const all: RuleInput[] = [
      {
        id: 'x',
        action: 'exclude',
        where: { source: [{ field: 'amount', op: 'present' }], target: [{ field: 'amount', op: 'present' }] },
      },
    ]
    const { excluded } = run({ source: ids.map(record), target: ids.map(record), rules: all })
    expect(excluded.map((line) => line.source ?? line.target)).toEqual([...byBytes, ...byBytes].map((id) => [id]))
    expect(excluded.findIndex((line) => line.target !== undefined)).toBe(6)
  })

  it('of the ids inside a line is ascending by UTF-8 bytes', () => {
    const same = ids.map((id) => ({ id, amount: '1', description: id }))
    const [line] = run({ source: same, target: same, rules: [{ match: [{ field: 'amount' }] }] }).breaks
    expect(line).toMatchObject({ reason: 'ambiguous', source: byBytes, target: byBytes })
  })
})

it('names in a duplicate the matches that it repeats', () => {
  const twin = { amount: '1', description: 'x' }
  const source = Array.from({ length: 9 }, (_, index) => ({ id: `s${index}`, ...twin }))
  const target = source.slice(1).map(({ id }) => ({ ...twin, id: id.replace('s', 't') }))
  const { matches, breaks } = run({ source, target, rules: [{ match: [{ field: 'amount' }] }] })
  expect(breaks).toEqual([
    {
      kind: 'break',
      reason: 'duplicate',
      source: ['s8'],
      counts: { source: 9, target: 8 },
      repeats: matches.map(matchIdOf).sort(),
    },
  ])
})

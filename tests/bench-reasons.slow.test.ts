import { describe, expect, it } from 'vitest'
import type { BreakLine } from '../engine/result/line.ts'
import type { Cause, Mark } from './bench/reasons/cause.ts'
import { absent, clean, differs, misses, outside, repeated, tied } from './bench/reasons/cause.ts'
import { judgeBreak } from './bench/reasons/judge.ts'
import type { Mode } from './bench/reasons/judge-world.ts'
import { judgedWorlds } from './bench/reasons/judged-worlds.ts'
import { kindSets } from './bench/reasons/kinds/index.ts'
import { addCounts, countsOf, noCounts } from './bench/reasons/reasons-figures.ts'
import { saidBy } from './bench/reasons/said.ts'
import { trades } from './bench/reasons/trades/index.ts'
import type { Truth } from './bench/reasons/truth.ts'
import { makeWorld } from './bench/reasons/world.ts'

/** That the judge of reasons judges by the truth, and how many reasons are right. */

const seed = 20_261_128
const silent = (): void => undefined

type Line = Omit<BreakLine, 'kind'> & { readonly [member: string]: unknown }

/** What the judge says of a line about `s1` and `t1`, which are one event; `x…` are records of others. */
function verdictOf(cause: Cause, line: Line, suggested: readonly string[] = []): string {
  const own = new Set(['s1', 's2', 't1'])
  const truthOf = (id: string): Truth => {
    const record = { id, counterparty: 'Ferro', type: 'fee' }
    const side = id.startsWith('t') ? 'target' : 'source'
    return {
      kind: 'of test',
      side,
      record,
      cause: own.has(id) ? cause : clean,
      own: own.has(id) ? own : new Set([id]),
      facts: () => ['counterparty', 'type', 'one_side', 'after_other'],
      likely: () => 's1',
    }
  }
  const suggestions = suggested.length === 0 ? [] : [{ source: ['s1'], target: suggested }]
  return judgeBreak(saidBy({ kind: 'break', ...line }, suggestions), { truthOf }).verdict
}

const fee = differs(['amount'], { by: [150], hints: ['transposed'] })
const short = misses(500)
const missing = { reason: 'missing_in_target', source: ['s1'] } as const
const pair = { source: ['s1'], target: ['t1'] } as const
const candidate = { source: 's1', target: 't1' } as const
const failed = { rule: 'reference', field: 'amount' } as const

describe('the judge finds right', () => {
  it.each<[string, Cause, Line]>([
    ['silence about a record that is truly missing', absent, missing],
    [
      'two records whose amounts differ as said',
      fee,
      { reason: 'amount_mismatch', ...pair, difference: '-1.5', failed },
    ],
    [
      'the partner as a candidate, with the field',
      fee,
      { ...missing, failed, candidates: [{ ...candidate, difference: '-1.5' }] },
    ],
    ['a hint that is true', fee, { reason: 'amount_mismatch', ...pair, failed, hint: 'transposed' }],
    [
      'a sum missed by what is said',
      short,
      { reason: 'sum_mismatch', source: ['s1', 's2'], target: ['t1'], difference: '-5' },
    ],
    [
      'a part that points to its anchor',
      short,
      { ...missing, partOf: { side: 'target', id: 't1', total: '95', difference: '-5' } },
    ],
    [
      'a repeat that names the likely partner',
      repeated,
      { reason: 'duplicate', source: ['s1', 's2'], target: ['t1'], likely: 's1' },
    ],
    ['a repeat whose partner is matched', repeated, { ...missing, taken: [{ ...candidate, takenBy: 'mat_1' }] }],
    ['a tie of equals', tied, { reason: 'ambiguous', source: ['s1', 's2'], target: ['t1'] }],
    [
      'days after the other file',
      outside('after_other'),
      { ...missing, cause: { kind: 'after_other', value: '2026-03-31' } },
    ],
    ['a kind of one side', absent, { ...missing, cause: { kind: 'one_side', value: 'fee' } }],
  ])('%s', (_, cause, line) => {
    expect(verdictOf(cause, line)).toBe('right')
  })

  it('a suggestion of the partner', () => {
    expect(verdictOf(differs(['reference']), missing, ['t1'])).toBe('right')
  })
})

describe('the judge finds useless', () => {
  it.each<[string, Cause, Line]>([
    ['silence about a record whose partner is there', fee, missing],
    ['silence about a part of a sum', short, missing],
    ['silence about a record outside the other file’s days', outside('after_other'), missing],
    [
      'the partner with a field that does not differ',
      differs(['reference']),
      { ...missing, failed, candidates: [candidate] },
    ],
    ['a tie of a record and its copy', fee, { reason: 'ambiguous', ...pair }],
  ])('%s', (_, cause, line) => {
    expect(verdictOf(cause, line)).toBe('useless')
  })
})

describe('the judge finds misleading', () => {
  it.each<[string, Cause, Line]>([
    ['a stranger as a candidate', absent, { ...missing, candidates: [{ source: 's1', target: 'x9' }] }],
    [
      'a stranger beside the partner',
      fee,
      { ...missing, failed, candidates: [candidate, { source: 's1', target: 'x9' }] },
    ],
    ['a matched stranger', absent, { ...missing, taken: [{ source: 's1', target: 'x9', takenBy: 'mat_1' }] }],
    ['a stranger in a break of two', fee, { reason: 'amount_mismatch', source: ['s1'], target: ['x9'], failed }],
    ['a stranger in a sum', short, { reason: 'sum_mismatch', source: ['s1', 'x9'], target: ['t1'], difference: '-5' }],
    ['a difference that is not true', fee, { reason: 'amount_mismatch', ...pair, failed, difference: '-300' }],
    ['the whole anchor as a difference', short, { ...missing, candidates: [{ ...candidate, difference: '60' }] }],
    [
      'a part of another sum',
      short,
      { ...missing, partOf: { side: 'target', id: 'x9', total: '95', difference: '-5' } },
    ],
    ['a hint that is not true', fee, { reason: 'amount_mismatch', ...pair, failed, hint: 'factor_10' }],
    ['a repeat of what is there once', fee, { reason: 'duplicate', ...pair }],
    [
      'a likely partner that is the copy',
      repeated,
      { reason: 'duplicate', source: ['s1', 's2'], target: ['t1'], likely: 's2' },
    ],
    ['a batch that is none', absent, { ...missing, cause: { kind: 'same_day', value: '2026-03-31' } }],
    ['a counterparty that is not its own', absent, { ...missing, cause: { kind: 'counterparty', value: 'Vega' } }],
  ])('%s', (_, cause, line) => {
    expect(verdictOf(cause, line)).toBe('misleading')
  })

  it('a suggestion of a stranger', () => {
    expect(verdictOf(fee, missing, ['x9'])).toBe('misleading')
  })
})

it('knows which records never have a partner, are a batch, or are outside the days of the other file', () => {
  const trade = trades['bank']
  if (trade === undefined) throw new Error('There is a bank')
  const kinds = (kindSets['open'] ?? []).filter((kind) => kind.trade === 'bank')
  const world = makeWorld({ trade, kinds, seed, dealCount: 100, eventCount: 3 })
  const truths = [...world.source, ...world.target].map(({ id }) => world.truthOf(id))
  const kindsWith = (mark: Mark) => new Set(truths.flatMap(({ kind, facts }) => (facts().includes(mark) ? [kind] : [])))
  const [interest, late] = ['interest that the ledger lacks', 'in the ledger after the statement ends']
  expect(kindsWith('one_side')).toContain(interest)
  expect(kindsWith('one_side')).not.toContain('a fee taken from a payment')
  expect(kindsWith('same_day')).toContain('a batch of salaries of which the bank rejects one')
  expect(kindsWith('same_day')).not.toContain(interest)
  expect([...kindsWith('after_other')]).toEqual([late])
  expect([...kindsWith('before_other')]).toEqual(['at the bank before the ledger begins'])
})

describe.each(Object.entries(kindSets))('the %s kinds', (set, kinds) => {
  it('have names and trades, and records of their own in each world', () => {
    expect(new Set(kinds.map(({ name }) => name)).size).toBe(kinds.length)
    for (const kind of kinds) {
      const trade = trades[kind.trade]
      if (trade === undefined) throw new Error(`${kind.trade} is no trade`)
      const options = { trade, kinds: [kind], seed, dealCount: 20, eventCount: 3 }
      const world = makeWorld(options)
      const truths = [...world.source, ...world.target].map(({ id }) => world.truthOf(id))
      expect(truths.filter((truth) => truth.kind === kind.name).length).toBeGreaterThanOrEqual(3)
      // What has to be said of a record is true of it.
      for (const { cause, facts } of truths)
        for (const saying of cause.sayings) if (saying.kind === 'mark') expect(facts()).toContain(saying.mark)
      const again = makeWorld(options)
      expect([again.source, again.target]).toEqual([world.source, world.target])
    }
  })

  it.each<[Mode, { readonly right: number; readonly misleading: number }]>([
    ['hand', { right: 0.65, misleading: 0.03 }],
    ['proposed', { right: 0.5, misleading: 0.08 }],
  ])('have reasons that are right under rules that are %s', (mode, bounds) => {
    let all = noCounts
    for (const { judged, kinds: names } of judgedWorlds({ set, seed, rounds: 1, note: silent, modes: [mode] }))
      for (const name of names) all = addCounts(all, countsOf(judged, name))
    const breakCount = all.right + all.useless + all.misleading
    expect(all.wrong).toBe(0)
    expect(all.right / breakCount).toBeGreaterThanOrEqual(bounds.right)
    expect(all.misleading / breakCount).toBeLessThanOrEqual(bounds.misleading)
  })
})

import { describe, expect, it } from 'vitest'
import type { CanonicalRecord } from '../../engine/record/record.ts'
import { exampleRuleSet, exampleRules } from '../support/node/docs.ts'
import { run } from './support/run.ts'

/** The examples of amounts, days and currencies, as docs/rules.md has them, with the outcomes that it states. */

const source = (rest: Omit<CanonicalRecord, 'id'>): CanonicalRecord => ({ id: 's', currency: 'EUR', ...rest })
const target = (rest: Omit<CanonicalRecord, 'id'>): CanonicalRecord => ({ id: 't', currency: 'EUR', ...rest })

it.each([
  ['98', true],
  ['99.5', true],
  ['97.99', false],
  ['100.01', false],
])('a discount: %s pays 100.00: %s', (amount, isPaid) => {
  const sides = {
    source: [source({ amount: '100', reference: 'R' })],
    target: [target({ amount, reference: 'R' })],
  }
  const { matches, breaks } = run({ ...sides, rules: exampleRules('discount') })
  expect(matches.map(({ variance }) => variance)).toEqual(isPaid ? ['discount'] : [])
  expect(breaks.map(({ reason }) => reason)).toEqual(isPaid ? [] : ['amount_mismatch'])
})

it.each([
  ['1324', 'slip', 'medium'],
  ['1243.5', undefined, undefined],
  ['12340', undefined, undefined],
  ['1234', 'exact-amount', 'exact'],
])('a slip of the pen: %s for 1,234.00 is matched by %s', (amount, rule, confidence) => {
  const sides = {
    source: [source({ amount: '1234', reference: 'R' })],
    target: [target({ amount, reference: 'R' })],
  }
  const { matches, totals } = run({ ...sides, rules: exampleRules('exact-amount') })
  expect(matches.map((line) => [line.rule, line.confidence])).toEqual(rule ? [[rule, confidence]] : [])
  expect(totals.accepted).toEqual(rule === 'slip' ? { EUR: { other: '90' } } : {})
})

it.each([
  ['2026-04-02', undefined],
  ['2026-04-03', undefined],
  ['2026-04-06', undefined],
  ['2026-04-07', 1],
  ['2026-04-08', 2],
  ['2026-04-09', undefined],
])('card takings of Maundy Thursday: %s is %s business days later', (date, days) => {
  const record = { amount: '80', attributes: { terminal: '7' } }
  const sides = { source: [source({ ...record, date: '2026-04-02' })], target: [target({ ...record, date })] }
  expect(run({ ...sides, rules: exampleRules('next-days') }).matches.map((line) => line.days)).toEqual(
    days === undefined ? [] : [days],
  )
})

describe('a card abroad', () => {
  const policy = exampleRuleSet('abroad')
  const booked = (amount: string, date = '2026-03-04') =>
    run({
      source: [source({ amount: '100', currency: 'USD', date, reference: 'R' })],
      target: [target({ amount, reference: 'R', date: '2026-03-06' })],
      rules: policy,
    })

  it('matches in euros, at the newest rate', () => {
    const { matches, totals } = booked('92.15')
    expect(matches).toEqual([
      {
        kind: 'match',
        rule: 'abroad',
        confidence: 'medium',
        source: ['s'],
        target: ['t'],
        equal: { reference: 'R' },
        differ: { amount: ['100', '92.15'] },
        converted: { currency: 'EUR', values: { amount: ['92.15', '92.15'] } },
        variance: 'fx',
      },
    ])
    expect(totals.fx).toEqual({})
    expect(totals.accepted).toEqual({ EUR: { fx: '92.15' }, USD: { fx: '-100' } })
  })

  it('counts what the rate leaves unexplained', () => {
    const { matches, totals } = booked('92.4')
    expect(matches).toMatchObject([{ difference: '0.25', converted: { difference: '0.25' } }])
    expect(totals.fx).toEqual({ EUR: '0.25' })
  })

  it('does not match beyond the tolerance, nor without a rate', () => {
    expect(booked('94').breaks).toMatchObject([{ reason: 'amount_mismatch', difference: '1.85' }])
    expect(booked('92.15', '2026-03-12').breaks).toEqual([
      {
        kind: 'break',
        reason: 'amount_mismatch',
        failed: { rule: 'abroad', field: 'amount', code: 'no_rate' },
        source: ['s'],
        target: ['t'],
      },
    ])
  })
})

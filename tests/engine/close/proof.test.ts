import { expect, it } from 'vitest'
import { formatDecimal } from '../../../engine/base/decimal.ts'
import { ageBuckets, bucketOf, sumByAge } from '../../../engine/close/ageing.ts'
import { proveBalances } from '../../../engine/close/proof.ts'
import { type PeriodStatement, rollForward } from '../../../engine/close/roll-forward.ts'
import { byReference, decide, partPayments, record } from './decide.ts'
import { april, march, openingAfter, runPeriod } from './period-case.ts'

it('explains the difference of both balances by the table that accountants know', () => {
  const rules = [
    {
      id: 'opening',
      action: 'exclude' as const,
      where: { source: [{ field: 'type', op: 'eq' as const, value: 'info' }] },
    },
    ...byReference,
    { id: 'part', residual: 'open' as const, match: [{ field: 'reference' }, { field: 'amount', tolerance: '100%' }] },
  ]
  const given = {
    source: [record('s1', '10'), record('s2', '-3'), record('s3', '60'), record('s4', '7', { type: 'info' })],
    target: [record('t1', '10'), record('t3', '100'), record('t5', '20')],
    rules,
  }
  const fee = [runPeriod(given).nameOf('source', 's2')]
  const { folded, balances } = runPeriod({ ...given, decisions: [decide('accept', fee, { label: 'fee' })] })
  expect(proveBalances(folded, balances)).toEqual([
    {
      currency: 'EUR',
      closing: { source: '74', target: '130' },
      difference: '-56',
      notInOther: { source: { count: 0, amount: '0' }, target: { count: 1, amount: '20' } },
      residuals: { source: { count: 0, amount: '0' }, target: { count: 1, amount: '40' } },
      adjustments: [{ side: 'source', label: 'fee', count: 1, amount: '-3' }],
      excluded: { source: '7', target: '0' },
      exchanged: '0',
      unexplained: '0',
    },
  ])
})

it('hands excluded and exchanged sums on since the first opening', () => {
  const rules = [
    {
      id: 'info',
      action: 'exclude' as const,
      where: { target: [{ field: 'type', op: 'eq' as const, value: 'info' }] },
    },
    {
      id: 'fx',
      variance: 'fx' as const,
      ignoreAmount: true,
      crossCurrency: true,
      match: [{ field: 'reference' }],
    },
  ]
  const first = runPeriod({
    source: [record('s1', '90', { currency: 'USD' })],
    target: [record('t1', '80'), record('t4', '7', { type: 'info' })],
    rules,
  })
  const second = runPeriod({
    terms: april,
    opening: openingAfter(first),
    source: [record('s2', '9', { currency: 'USD' })],
    target: [record('t2', '8'), record('t5', '1', { type: 'info' })],
    rules,
  })
  const rows = proveBalances(second.folded, second.balances).map(({ currency, excluded, exchanged, unexplained }) => [
    currency,
    excluded.target,
    exchanged,
    unexplained,
  ])
  expect(rows).toEqual([
    ['EUR', '8', '-88', '0'],
    ['USD', '0', '99', '0'],
  ])
})

it('shows what no item explains', () => {
  const { folded, balances } = runPeriod({ source: [record('s1', '10')], rules: byReference })
  const closing = { ...balances, source: { EUR: '12.5' } }
  expect(proveBalances(folded, closing)).toMatchObject([{ difference: '12.5', unexplained: '2.5' }])
  const stated = { closing, statements: { source: [], target: [] } }
  expect(rollForward(folded, stated)).toEqual([
    { side: 'source', currency: 'EUR', opening: '0', read: '10', closing: '12.5', difference: '2.5', faults: [] },
  ])
})

it('counts what was withdrawn again where the match is undone that had left a part of it', () => {
  const given = { source: [record('s1', '100'), record('s2', '7')], target: [record('t1', '60')], rules: partPayments }
  const open = runPeriod(given)
  const withdraw = decide('withdraw', [open.nameOf('source', 's1~1'), open.nameOf('source', 's2')], { reason: 'error' })
  const alone = decide('withdraw', [open.nameOf('source', 's1~1')], { reason: 'error' })
  const approvals = [withdraw, alone].map(({ id }) => decide('approve', [], { follows: id, actor: 'bob' }))
  const unmatch = decide('unmatch', [open.nameOf('source', 's1'), open.nameOf('target', 't1')])
  const { folded, balances, item } = runPeriod({ ...given, decisions: [withdraw, alone, ...approvals, unmatch] })
  expect([item('source', 's1').state, item('source', 's2').state]).toEqual(['undecided', 'undecided'])
  expect(proveBalances(folded, balances)).toMatchObject([{ unexplained: '0' }])
  expect(rollForward(folded, { closing: balances, statements: { source: [], target: [] } })).toMatchObject([
    { side: 'source', read: '107', difference: '0' },
    { side: 'target', read: '60', difference: '0' },
  ])
})

it('leaves an item withdrawn that another decision withdraws as well', () => {
  const given = { source: [record('s1', '100'), record('s2', '7')], target: [record('t1', '60')], rules: partPayments }
  const open = runPeriod(given)
  const both = decide('withdraw', [open.nameOf('source', 's1~1'), open.nameOf('source', 's2')], { reason: 'error' })
  const again = decide('withdraw', [open.nameOf('source', 's2')], { reason: 'error' })
  const approvals = [both, again].map(({ id }) => decide('approve', [], { follows: id, actor: 'bob' }))
  const unmatch = decide('unmatch', [open.nameOf('source', 's1'), open.nameOf('target', 't1')])
  for (const order of [
    [both, again],
    [again, both],
  ]) {
    const { folded, item } = runPeriod({ ...given, decisions: [...order, ...approvals, unmatch] })
    expect(item('source', 's2').state).toBe('withdrawn')
    const closing = { source: { EUR: '100' }, target: { EUR: '60' } }
    expect(proveBalances(folded, closing)).toMatchObject([{ unexplained: '0' }])
    expect(rollForward(folded, { closing, statements: { source: [], target: [] } })).toMatchObject([
      { side: 'source', difference: '0' },
      { side: 'target', difference: '0' },
    ])
  }
})

it('says which statement does not add up, which days have a gap or came twice, and what opening differs', () => {
  const statement = (name: string, days: readonly [number, number], amounts: readonly string[]): PeriodStatement => {
    const [opening = '', entries = '', closing = ''] = amounts
    const [first, last] = days.map((day) => `2026-03-${String(day).padStart(2, '0')}`)
    return { name, currency: 'EUR', first: first ?? '', last: last ?? '', opening, entries, closing }
  }
  const { folded } = runPeriod({ source: [record('s1', '10')], rules: byReference })
  const faultsOf = (closing: string, ...source: readonly PeriodStatement[]) =>
    rollForward(folded, { closing: { source: { EUR: closing }, target: {} }, statements: { source, target: [] } })
      .flatMap(({ faults }) => faults)
      .map(({ code, statement: name, expected, actual }) => `${name} ${code} ${expected} ${actual}`)
  const whole = statement('m1', [1, 15], ['0', '4', '4'])
  expect(faultsOf('10', statement('m2', [20, 31], ['4', '6', '10']), whole)).toEqual([])
  expect(faultsOf('11', whole, statement('m2', [16, 31], ['5', '6', '11']))).toEqual(['m2 opening_differs 4 5'])
  expect(faultsOf('11', whole, statement('m2', [20, 31], ['5', '6', '11']))).toEqual(['m2 days_missing 4 5'])
  expect(faultsOf('9', whole, statement('m2', [10, 31], ['3', '6', '9']))).toEqual(['m2 days_twice 4 3'])
  expect(faultsOf('5', statement('m1', [1, 31], ['0', '4', '5']))).toEqual(['m1 does_not_add_up 4 5'])
  expect(faultsOf('5', statement('m1', [1, 31], ['1', '4', '5']))).toEqual(['m1 opening_differs 0 1'])
  expect(faultsOf('6', whole)).toEqual(['m1 closing_differs 6 4'])
})

it('counts open items by side, currency and age: 0–7, 8–30, 31–60, 61–90 and over 90 days', () => {
  expect([0, 7, 8, 30, 31, 60, 61, 90, 91, 4_000].map(bucketOf)).toEqual(
    ageBuckets.flatMap((bucket) => [bucket, bucket]),
  )
  const dates = ['2026-03-31', '2026-03-24', '2026-03-23', '2025-12-31', '2025-12-30']
  const source = dates.map((date, index) => record(`s${index}`, '2', { date }))
  const { folded } = runPeriod({ source, target: [{ id: 't1', amount: '3', currency: 'EUR' }], rules: byReference })
  expect(sumByAge(folded.items).map((each) => ({ ...each, amount: formatDecimal(each.amount) }))).toEqual([
    { side: 'source', currency: 'EUR', bucket: '0-7', count: 2, amount: '4' },
    { side: 'source', currency: 'EUR', bucket: '8-30', count: 1, amount: '2' },
    { side: 'source', currency: 'EUR', bucket: '61-90', count: 1, amount: '2' },
    { side: 'source', currency: 'EUR', bucket: 'over-90', count: 1, amount: '2' },
    { side: 'target', currency: 'EUR', bucket: '0-7', count: 1, amount: '3' },
  ])
})

it('has the opening items alone where the period has no run yet', () => {
  const first = runPeriod({ source: [record('s1', '10')], rules: byReference })
  const second = runPeriod({ terms: april, opening: openingAfter(first), rules: byReference })
  expect(proveBalances(second.folded, first.balances)).toMatchObject([{ difference: '10', unexplained: '0' }])
  expect(march.period.name).toBe(first.folded.terms.period.name)
})

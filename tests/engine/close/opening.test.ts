import { expect, it } from 'vitest'
import { formatDecimal } from '../../../engine/base/decimal.ts'
import { openingLines } from '../../../engine/close/next-opening.ts'
import { formatOpening, parseOpeningHeader, parseOpeningItem } from '../../../engine/close/opening.ts'
import { proveBalances } from '../../../engine/close/proof.ts'
import { returnedItems } from '../../../engine/close/returned-items.ts'
import { readOf } from '../support/read-of.ts'
import { sha256 } from '../support/sha256.ts'
import { byReference, decide, partPayments, record, withSigns } from './decide.ts'
import { april, march, openIn, openingAfter, type RunPeriod, runPeriod } from './period-case.ts'

const unexplained = ({ folded, balances }: RunPeriod) =>
  proveBalances(folded, balances).map((each) => `${each.currency} ${each.unexplained}`)

const may = { ...march, period: { name: '2026-05', first: '2026-05-01', last: '2026-05-31' } }

it('hands on each open item with its id, firstSeen and age', () => {
  const first = runPeriod({ source: [record('s1', '5')], rules: byReference })
  expect(first.item('source', 's1')).toMatchObject({ ageDays: 21, bucket: '8-30' })
  const second = runPeriod({ terms: april, opening: openingAfter(first), rules: byReference })
  expect(second.item('source', 's1')).toMatchObject({
    firstSeen: { period: '2026-03', date: '2026-03-10' },
    ageDays: 51,
    bucket: '31-60',
    isLate: false,
    part: 'opening',
  })
})

it('marks records from before the beginning of a period as late, opening items not', () => {
  const first = runPeriod({ source: [record('s1', '5')], rules: byReference })
  const second = runPeriod({
    terms: april,
    opening: openingAfter(first),
    source: [record('s2', '6', { date: '2026-03-30' }), record('s3', '7', { date: '2026-04-01' })],
    rules: byReference,
  })
  expect(['s1', 's2', 's3'].map((id) => second.item('source', id).isLate)).toEqual([false, true, false])
})

it('numbers the residuals of part payments on from the highest number of their chain, over periods', () => {
  const first = runPeriod({ source: [record('p7', '60')], target: [record('i7', '100')], rules: partPayments })
  expect(openIn(first.folded)).toEqual(['target i7~1 undecided 40'])
  const second = runPeriod({
    terms: april,
    opening: openingAfter(first),
    source: [record('q7', '30', { date: '2026-04-10' })],
    rules: partPayments,
  })
  expect(openIn(second.folded)).toEqual(['target i7~2 undecided 10'])
  expect(second.item('target', 'i7~2')).toMatchObject({
    firstSeen: { period: '2026-03', date: '2026-03-10' },
    chain: { id: 'i7', number: 2 },
  })
  expect(second.item('target', 'i7~1').state).toBe('cleared')
  const [, line] = openingLines(openingAfter(second, '2026-05'))
  expect(readOf(parseOpeningItem(line ?? ''))).toMatchObject({ record: { id: 'i7~2' }, chain: { id: 'i7', number: 2 } })
  expect(unexplained(second)).toEqual(['EUR 0'])
})

it('reads each line of an opening in one spelling only', () => {
  const given = { source: [record('s1', '5')], rules: byReference }
  const item = [runPeriod(given).nameOf('source', 's1')]
  const accept = decide('accept', item, { label: 'fee' })
  const { header, items } = openingAfter(
    runPeriod({ ...given, decisions: [accept, decide('assign', item, { owner: 'ann' })] }),
  )
  const [line = ''] = items.map(formatOpening)
  expect(readOf(parseOpeningItem(line))).toEqual(items[0])
  expect(readOf(parseOpeningHeader(formatOpening(header)))).toEqual(header)
  const spellings = [line.replace(':', ': '), line.replace('"fee"', '1'), line.replace('"owner"', '"owned"'), '']
  expect(spellings.map((each) => parseOpeningItem(each).ok)).toEqual([false, false, false, false])
})

it('makes the next opening another one when a label changes', () => {
  const given = { source: [record('s1', '5')], rules: byReference }
  const item = [runPeriod(given).nameOf('source', 's1')]
  const linesWith = (label: string) =>
    openingLines(openingAfter(runPeriod({ ...given, decisions: [decide('accept', item, { id: 'dcn_x', label })] })))
  expect(linesWith('fee')).toEqual(linesWith('fee'))
  expect(linesWith('fee')).not.toEqual(linesWith('interest'))
})

it('shows ids that collide between parts as #n, and names the records by the part that each was first read from', () => {
  const first = runPeriod({ source: [record('s1', '5')], rules: byReference })
  const second = runPeriod({
    terms: april,
    opening: openingAfter(first),
    source: [record('s1', '9')],
    rules: byReference,
  })
  expect(second.result.breaks.map(({ source }) => source)).toEqual([['s1'], ['s1#2']])
  expect(openIn(second.folded).toSorted()).toEqual(['source s1 undecided 5', 'source s1 undecided 9'])
  const third = runPeriod({
    terms: may,
    opening: openingAfter(second, '2026-05'),
    target: [record('t1', '9')],
    rules: byReference,
  })
  expect(openIn(third.folded)).toEqual(['source s1 undecided 5'])
  expect(third.folded.items.map(({ state }) => state).toSorted()).toEqual(['cleared', 'cleared', 'undecided'])
})

it('makes one item a label, currency and period of what rules accepted, which the entry that books it finds next month', () => {
  const rules = [
    { id: 'fee', variance: 'fee', match: [{ field: 'reference' }, { field: 'amount', tolerance: '2' }] },
  ] as const
  const first = runPeriod({
    source: [record('s1', '9'), record('s2', '8.5'), record('s3', '7')],
    target: [record('t1', '10'), record('t2', '10'), record('t3', '7')],
    rules,
  })
  expect(openIn(first.folded)).toEqual(['source fee~2026-03 accepted -2.5'])
  expect(first.item('source', 'fee~2026-03').record).toEqual({
    id: 'fee~2026-03',
    amount: '-2.5',
    currency: 'EUR',
    date: '2026-03-31',
    reference: 'fee~2026-03',
  })
  expect(unexplained(first)).toEqual(['EUR 0'])
  const entry = record('t9', '-2.5', { date: '2026-04-02', reference: 'fee~2026-03' })
  const second = runPeriod({ terms: april, opening: openingAfter(first), target: [entry], rules })
  expect(second.item('source', 'fee~2026-03').state).toBe('booked')
  expect(openIn(second.folded)).toEqual([])
  expect(unexplained(second)).toEqual(['EUR 0'])
})

it.each([false, true])('counts what netted groups of either side accept, turned %s', (isTurned) => {
  const netting = (side: 'source' | 'target') =>
    ({
      id: `net-${side}`,
      side,
      variance: 'rounding',
      match: [{ field: 'reference' }, { field: 'amount', tolerance: '1' }],
    }) as const
  const rules = withSigns([netting('source'), netting('target')], isTurned)
  const folded = runPeriod({
    terms: { ...march, isTurned },
    source: [record('s1', '5'), record('r1', '-4.9')],
    target: [record('t2', '3'), record('u2', '-2.8')],
    rules,
  })
  expect(openIn(folded.folded)).toEqual([`source rounding~2026-03 accepted ${isTurned ? '0.3' : '-0.1'}`])
  expect(unexplained(folded)).toEqual(['EUR 0'])
})

it('gives the records of an undone match of an earlier period back, and what it had left with the opposite sign', () => {
  const first = runPeriod({ source: [record('p7', '60')], target: [record('i7', '100')], rules: partPayments })
  const opening = openingAfter(first)
  const lineOf = (side: 'source' | 'target', id: string) => {
    const { name, record: own, firstSeen, chain } = first.item(side, id)
    const kind = 'tallystick/opening-item@1' as const
    return { kind, side, part: name.root, record: own, firstSeen, ...(chain && { chain }), state: 'undecided' as const }
  }
  const [residual] = opening.items
  if (residual === undefined) throw new Error('The match of a test leaves a residual')
  const items = [lineOf('source', 'p7'), lineOf('target', 'i7')]
  const returned = returnedItems(sha256, april, [{ items, residual, label: 'unlabelled' }])
  expect(returned.map(({ record: { id, amount }, state }) => [id, amount, state])).toEqual([
    ['p7', '60', 'undecided'],
    ['i7', '100', 'undecided'],
    ['i7~2', '-40', 'undecided'],
  ])
  const unmatch = decide('unmatch', [first.nameOf('source', 'p7'), first.nameOf('target', 'i7')])
  const second = runPeriod({ terms: april, opening, returned, rules: byReference, decisions: [unmatch] })
  expect(second.folded.decisions).toEqual([{ decision: unmatch.id, state: 'effective' }])
  expect(openIn(second.folded)).toEqual([
    'source p7 undecided 60',
    'target i7 undecided 100',
    'target i7~1 undecided 40',
    'target i7~2 undecided -40',
  ])
  expect(unexplained(second)).toEqual(['EUR 0'])
  const sums = [...second.folded.open.target].map(([currency, sum]) => [currency, formatDecimal(sum)])
  expect(sums).toEqual([['EUR', '100']])
})

it('gives what a rule had accepted back as an adjustment of the same label', () => {
  const rules = [
    { id: 'fee', variance: 'fee', match: [{ field: 'reference' }, { field: 'amount', tolerance: '2' }] },
  ] as const
  const given = { source: [record('s1', '9')], target: [record('t1', '10')], rules }
  const first = runPeriod(given)
  const items = (['source', 'target'] as const).map((side) => {
    const name = first.nameOf(side, side === 'source' ? 's1' : 't1')
    const [own] = given[side]
    if (own === undefined) throw new Error('Both sides of a test have a record')
    const firstSeen = { period: '2026-03', date: '2026-03-10' }
    return {
      kind: 'tallystick/opening-item@1' as const,
      side,
      part: name.root,
      record: own,
      firstSeen,
      state: 'undecided' as const,
    }
  })
  const returned = returnedItems(sha256, april, [{ items, label: 'fee' }])
  const second = runPeriod({ terms: april, opening: openingAfter(first), returned, rules: byReference })
  expect(openIn(second.folded)).toEqual([
    'source fee~2026-03 accepted -1',
    'source s1 undecided 9',
    'source s1~1 accepted 1',
    'target t1 undecided 10',
  ])
  expect(unexplained(second)).toEqual(['EUR 0'])
})

it('reopens what a decision of an earlier period accepted or carried', () => {
  const given = { source: [record('s1', '5')], rules: byReference }
  const accept = decide('accept', [runPeriod(given).nameOf('source', 's1')], { label: 'fee' })
  const opening = openingAfter(runPeriod({ ...given, decisions: [accept] }))
  const reopen = decide('reopen', [], { follows: accept.id })
  const second = runPeriod({ terms: april, opening, rules: byReference, decisions: [reopen] })
  expect(openIn(second.folded)).toEqual(['source s1 undecided 5'])
  const other = decide('reopen', [], { follows: 'dcn_other' })
  const unknown = runPeriod({ terms: april, opening, rules: byReference, decisions: [other] })
  expect(unknown.folded.decisions).toEqual([{ decision: other.id, state: 'lapsed', reason: 'unknown_decision' }])
})

import { expect, it } from 'vitest'
import { journalOf } from '../../../engine/close/journal.ts'
import { proveBalances } from '../../../engine/close/proof.ts'
import { byReference, decide, partPayments, record, withSigns } from './decide.ts'
import {
  april,
  march,
  nameOfRecord,
  openIn,
  openingAfter,
  type PeriodCase,
  type RunPeriod,
  runPeriod,
} from './period-case.ts'

const unexplained = ({ folded, balances }: RunPeriod) =>
  proveBalances(folded, balances).map((each) => `${each.currency} ${each.unexplained}`)

const statusIn = ({ folded }: RunPeriod, id: string) => folded.decisions.find(({ decision }) => decision === id)

it('leaves an open residual of a match on the side that has more', () => {
  const source = [record('s1', '100'), record('s2', '50')]
  const target = [record('t3', '130')]
  const given = { source, target, rules: byReference }
  const open = runPeriod(given)
  const match = decide('match', [open.nameOf('source', 's1'), open.nameOf('source', 's2'), open.nameOf('target', 't3')])
  const matched = runPeriod({ ...given, decisions: [match] })
  expect(openIn(matched.folded)).toEqual(['source s2~1 undecided 20'])
  expect(matched.item('source', 's1').state).toBe('matched')
  expect(unexplained(matched)).toEqual(['EUR 0'])
  const less = runPeriod({ ...given, target: [record('t3', '170')] })
  const names = [less.nameOf('source', 's1'), less.nameOf('source', 's2'), less.nameOf('target', 't3')]
  const residual = runPeriod({ ...given, target: [record('t3', '170')], decisions: [decide('match', names)] })
  expect(openIn(residual.folded)).toEqual(['target t3~1 undecided 20'])
})

it.each([
  { statement: 'source', isTurned: false, target: '100', amount: '-1', booked: '-1' },
  { statement: 'target', isTurned: false, target: '100', amount: '1', booked: '1' },
  { statement: 'source', isTurned: true, target: '-100', amount: '-1', booked: '1' },
  { statement: 'target', isTurned: true, target: '-100', amount: '-1', booked: '1' },
] as const)(
  'puts the accepted difference on the $statement as the statement, turned $isTurned, so that the entry that books it meets it',
  ({ statement, isTurned, target, amount, booked }) => {
    const terms = { ...march, statement, isTurned }
    const rules = withSigns(byReference, isTurned)
    const given: PeriodCase = { terms, source: [record('s1', '99')], target: [record('t1', target)], rules }
    const open = runPeriod(given)
    const accept = decide('accept', [open.nameOf('source', 's1'), open.nameOf('target', 't1')], {
      amount,
      label: 'fee',
    })
    const accepted = runPeriod({ ...given, decisions: [accept] })
    const id = statement === 'source' ? 's1~1' : 't1~1'
    expect(openIn(accepted.folded)).toEqual([`${statement} ${id} accepted ${amount}`])
    expect(journalOf(accepted.folded)).toMatchObject([{ id, label: 'fee', amount: booked, date: '2026-03-31' }])
    expect(unexplained(accepted)).toEqual(['EUR 0'])
    const books = statement === 'source' ? 'target' : 'source'
    const entry = record(`${books.charAt(0)}1`, booked, { date: '2026-04-02' })
    const next = runPeriod({
      terms: { ...april, statement, isTurned },
      opening: openingAfter(accepted),
      [books]: [entry],
      rules,
    })
    expect(next.item(statement, id).state).toBe('booked')
    expect(openIn(next.folded)).toEqual([])
    expect(unexplained(next)).toEqual(['EUR 0'])
  },
)

it('keeps an accepted item on the list to book until a record is matched to it, several to one entry as well', () => {
  const first = { source: [record('s1', '-2'), record('s2', '-3')], rules: byReference }
  const open = runPeriod(first)
  const fees = [open.nameOf('source', 's1'), open.nameOf('source', 's2')]
  const accepted = runPeriod({ ...first, decisions: [decide('accept', fees, { label: 'fee' })] })
  expect(journalOf(accepted.folded).map(({ id, amount }) => [id, amount])).toEqual([
    ['s1', '-2'],
    ['s2', '-3'],
  ])
  const second = { terms: april, opening: openingAfter(accepted), target: [record('t9', '-5')], rules: byReference }
  const entry = runPeriod(second).nameOf('target', 't9')
  const booked = runPeriod({ ...second, decisions: [decide('match', [...fees, entry])] })
  expect([booked.item('source', 's1').state, booked.item('source', 's2').state]).toEqual(['booked', 'booked'])
  expect(booked.item('target', 't9').state).toBe('matched')
  expect(journalOf(booked.folded)).toEqual([])
  expect(unexplained(booked)).toEqual(['EUR 0'])
})

it('matches items of one side that come to zero, and of one currency unless labelled fx with both amounts', () => {
  const given = {
    source: [
      record('s0', '80'),
      record('s1', '5'),
      record('s2', '-5'),
      record('s3', '4'),
      record('s4', '90', { currency: 'USD' }),
    ],
    target: [record('t5', '80')],
    rules: byReference,
  }
  const open = runPeriod(given)
  const of = (...ids: string[]) => ids.map((id) => open.nameOf(id.startsWith('s') ? 'source' : 'target', id))
  const zero = decide('match', of('s1', 's2'))
  const notZero = decide('match', of('s1', 's3'))
  const mixed = decide('match', of('s4', 't5'))
  const wrong = decide('match', of('s4', 't5'), { label: 'fx', amounts: { source: '91', target: '80' } })
  const exchange = decide('match', of('s4', 't5'), { label: 'fx', amounts: { source: '90', target: '80' } })
  const same = decide('match', of('s0', 't5'), { label: 'fx', amounts: { source: '80', target: '80' } })
  const decided = runPeriod({ ...given, decisions: [notZero, zero, mixed, wrong, same, exchange] })
  expect(decided.folded.decisions.map(({ state, reason }) => reason ?? state)).toEqual([
    'not_zero',
    'effective',
    'currencies_differ',
    'amount_differs',
    'one_currency',
    'effective',
  ])
  expect(openIn(decided.folded)).toEqual(['source s0 undecided 80', 'source s3 undecided 4'])
  const proofs = proveBalances(decided.folded, decided.balances)
  expect(proofs.map(({ currency, exchanged, unexplained }) => [currency, exchanged, unexplained])).toEqual([
    ['EUR', '-80', '0'],
    ['USD', '90', '0'],
  ])
})

it('makes a carried item undecided again after its expected date', () => {
  const given = { source: [record('s1', '5'), record('s2', '6')], rules: byReference }
  const open = runPeriod(given)
  const carry = (id: string, expected: string) =>
    decide('carry', [open.nameOf('source', id)], { reason: 'cheque', expected })
  const decided = runPeriod({ ...given, decisions: [carry('s1', '2026-04-30'), carry('s2', '2026-03-30')] })
  expect(openIn(decided.folded)).toEqual(['source s1 carried 5', 'source s2 undecided 6'])
  expect(decided.item('source', 's2').isOverdue).toBe(true)
  const next = runPeriod({ terms: april, opening: openingAfter(decided), rules: byReference })
  expect(openIn(next.folded)).toEqual(['source s1 carried 5', 'source s2 undecided 6'])
  const may = { ...april, period: { name: '2026-05', first: '2026-05-01', last: '2026-05-31' } }
  const last = runPeriod({ terms: may, opening: openingAfter(next, '2026-05'), rules: byReference })
  expect(last.item('source', 's1')).toMatchObject({ state: 'undecided', isOverdue: true })
})

it('opens the records of an unmatched match again, keeps them apart, and takes its residual back', () => {
  const given = { source: [record('s7', '60')], target: [record('t7', '100')], rules: partPayments }
  const part = runPeriod(given)
  expect(openIn(part.folded)).toEqual(['target t7~1 undecided 40'])
  const unmatch = decide('unmatch', [part.nameOf('source', 's7'), part.nameOf('target', 't7')])
  const apart = runPeriod({ ...given, decisions: [unmatch] })
  expect(openIn(apart.folded)).toEqual(['source s7 undecided 60', 'target t7 undecided 100'])
  expect(apart.folded.instructions).toEqual([
    {
      kind: 'tallystick/instruction@1',
      decision: unmatch.id,
      apart: [[part.nameOf('source', 's7')], [part.nameOf('target', 't7')]],
    },
  ])
  expect(unexplained(apart)).toEqual(['EUR 0'])
})

it('lets a following decision reopen one, and another reopen that', () => {
  const given = { source: [record('s1', '5')], rules: byReference }
  const item = [runPeriod(given).nameOf('source', 's1')]
  const accept = decide('accept', item, { label: 'fee' })
  const reopen = decide('reopen', [], { follows: accept.id })
  const again = decide('reopen', [], { follows: reopen.id })
  const stateAfter = (...decisions: ReturnType<typeof decide>[]) =>
    runPeriod({ ...given, decisions }).item('source', 's1').state
  expect(stateAfter(accept, reopen)).toBe('undecided')
  expect(stateAfter(accept, reopen, again)).toBe('accepted')
})

it('says by name and reason which decisions lapse, and acknowledge ends that', () => {
  const first = { source: [record('s1', '5'), record('s2', '6')], target: [record('t3', '5')], rules: byReference }
  const open = runPeriod(first)
  const gone = decide('comment', [open.nameOf('source', 's1')], { note: 'aa'.repeat(32) })
  const changed = decide('carry', [open.nameOf('source', 's2')], { reason: 'cheque', expected: '2026-05-01' })
  const second = { ...first, source: [record('s2', '7')] }
  const lapsed = runPeriod({ ...second, decisions: [gone, changed] })
  expect(lapsed.folded.decisions).toEqual([
    { decision: gone.id, state: 'lapsed', reason: 'gone' },
    { decision: changed.id, state: 'lapsed', reason: 'changed' },
  ])
  const seen = decide('acknowledge', [], { follows: gone.id })
  expect(statusIn(runPeriod({ ...second, decisions: [gone, changed, seen] }), gone.id)?.state).toBe('acknowledged')
})

it('gives a proposed decision no effect until somebody else approves it', () => {
  const terms = { ...march, approvalAbove: { EUR: '100' } }
  const given = { terms, source: [record('s1', '100.01'), record('s2', '100')], rules: byReference }
  const open = runPeriod(given)
  const above = decide('accept', [open.nameOf('source', 's1')], { label: 'fee' })
  const within = decide('accept', [open.nameOf('source', 's2')], { label: 'fee' })
  const own = decide('approve', [], { follows: above.id })
  const others = decide('approve', [], { follows: above.id, actor: 'bob' })
  const proposed = runPeriod({ ...given, decisions: [above, within, own] })
  expect(proposed.folded.decisions.map(({ state, reason }) => reason ?? state)).toEqual([
    'proposed',
    'effective',
    'own_approval',
  ])
  expect(openIn(proposed.folded)).toEqual(['source s1 undecided 100.01', 'source s2 accepted 100'])
  const approved = runPeriod({ ...given, decisions: [above, within, others] })
  expect(approved.item('source', 's1').state).toBe('accepted')
})

it('keeps a repeated line as a record of its own, and counts no record that its source took back', () => {
  const twin = record('s9', '8')
  const given = {
    source: [record('s1', '5'), record('s2', '6')],
    rules: byReference,
    repeated: { source: [twin], target: [] },
  }
  const keep = decide('keep', [nameOfRecord('source', twin, [twin])])
  const withdraw = decide('withdraw', [runPeriod(given).nameOf('source', 's2')], { reason: 'the bank took it back' })
  const approve = decide('approve', [], { follows: withdraw.id, actor: 'bob' })
  expect(runPeriod(given).item('source', 's9').state).toBe('repeated')
  const proposed = runPeriod({ ...given, decisions: [keep, withdraw] })
  expect(openIn(proposed.folded)).toEqual(['source s1 undecided 5', 'source s2 undecided 6', 'source s9 undecided 8'])
  const decided = runPeriod({ ...given, decisions: [keep, withdraw, approve] })
  expect(openIn(decided.folded)).toEqual(['source s1 undecided 5', 'source s9 undecided 8'])
  expect(decided.item('source', 's2').state).toBe('withdrawn')
  const closing = { source: { EUR: '13' }, target: {} }
  expect(proveBalances(decided.folded, closing)).toMatchObject([{ difference: '13', unexplained: '0' }])
})

it('notes owner, notes and flags of items in whatever state', () => {
  const given = { source: [record('s1', '5')], target: [record('t1', '5')], rules: byReference }
  const item = [runPeriod(given).nameOf('source', 's1')]
  const note = decide('comment', item, { note: 'ab'.repeat(32), files: ['cd'.repeat(32)] })
  const decisions = [decide('assign', item, { owner: 'mbr_1' }), note, decide('flag', item)]
  expect(runPeriod({ ...given, decisions }).item('source', 's1')).toMatchObject({
    state: 'cleared',
    owner: 'mbr_1',
    isFlagged: true,
    comments: [{ decision: note.id, note: 'ab'.repeat(32), files: ['cd'.repeat(32)] }],
  })
  const none = decide('assign', item, { owner: null })
  expect(runPeriod({ ...given, decisions: [...decisions, none] }).item('source', 's1').owner).toBeUndefined()
})

import { expect, it } from 'vitest'
import { formatInstruction, parseInstruction } from '../../../engine/close/instruction.ts'
import { readOf } from '../support/read-of.ts'
import { byReference, decide, partPayments, record } from './decide.ts'
import { runPeriod } from './period-case.ts'

it('lists the record sets to be matched in order, with what becomes of a residual and no actor, time or note', () => {
  const given = {
    source: [record('s1', '9'), record('s2', '5'), record('s3', '90', { currency: 'USD' })],
    target: [record('t7', '10'), record('t8', '4'), record('t9', '80')],
    rules: byReference,
  }
  const open = runPeriod(given)
  const pair = (s: string, t: string) => [open.nameOf('target', t), open.nameOf('source', s)]
  const accept = decide('accept', pair('s1', 't7'), { label: 'fee', amount: '-1', note: 'aa'.repeat(32) })
  const match = decide('match', pair('s2', 't8'))
  const exchange = decide('match', pair('s3', 't9'), { label: 'fx', amounts: { source: '90', target: '80' } })
  const later = decide('match', pair('s2', 't7'))
  const { instructions, decisions } = runPeriod({ ...given, decisions: [accept, match, later, exchange] }).folded
  const kind = 'tallystick/instruction@1'
  expect(instructions).toEqual([
    {
      kind,
      decision: accept.id,
      match: pair('s1', 't7').reverse(),
      residual: { is: 'accepted', label: 'fee', side: 'source' },
    },
    { kind, decision: match.id, match: pair('s2', 't8').reverse(), residual: { is: 'open' } },
    { kind, decision: exchange.id, match: pair('s3', 't9').reverse(), residual: { is: 'fx' } },
  ])
  expect(decisions.map(({ reason }) => reason)).toEqual([undefined, undefined, 'matched', undefined])
  for (const line of instructions) expect(readOf(parseInstruction(formatInstruction(line)))).toEqual(line)
})

it('brings along, before a match that names a residual, the match that the residual stands on', () => {
  const given = {
    source: [record('p7', '60'), record('q8', '40')],
    target: [record('i7', '100')],
    rules: partPayments,
  }
  const open = runPeriod(given)
  const match = decide('match', [open.nameOf('source', 'q8'), open.nameOf('target', 'i7~1')])
  const { instructions } = runPeriod({ ...given, decisions: [match] }).folded
  const names = (index: number) => {
    const line = instructions[index]
    return line !== undefined && 'match' in line ? line.match.map(({ id }) => id) : []
  }
  expect([names(0), names(1)]).toEqual([
    ['p7', 'i7'],
    ['q8', 'i7~1'],
  ])
  expect(instructions.map(({ decision }) => decision)).toEqual([match.id, match.id])
})

it('keeps pairs apart by the first record of a chain of residuals, in later periods too, until that is reopened', () => {
  const given = { source: [record('p7', '60'), record('q7', '30')], target: [record('i7', '100')], rules: partPayments }
  const run = runPeriod(given)
  const last = run.result.matches.find(({ target }) => target[0] !== 'i7')
  expect(last).toMatchObject({ source: ['q7'], target: ['i7~1'] })
  const unmatch = decide('unmatch', [run.nameOf('source', 'q7'), run.nameOf('target', 'i7~1')])
  const { folded } = runPeriod({ ...given, decisions: [unmatch] })
  const apart = folded.instructions.flatMap((line) => ('apart' in line ? [line] : []))
  expect(apart.map((line) => line.apart)).toEqual([[[run.nameOf('source', 'q7')], [run.nameOf('target', 'i7')]]])
  for (const line of apart) expect(readOf(parseInstruction(formatInstruction(line)))).toEqual(line)
  expect(runPeriod({ ...given, apart }).folded.instructions).toEqual(apart)
  const reopen = decide('reopen', [], { follows: unmatch.id })
  expect(runPeriod({ ...given, decisions: [unmatch, reopen] }).folded.instructions).toEqual([])
})

it('asks for no match that a following decision undid', () => {
  const given = { source: [record('s1', '9')], target: [record('t7', '9')], rules: byReference }
  const open = runPeriod(given)
  const pair = [open.nameOf('source', 's1'), open.nameOf('target', 't7')]
  const match = decide('match', pair)
  const decisions = [match, decide('unmatch', pair)]
  const { folded } = runPeriod({ ...given, decisions })
  expect(folded.instructions.map((line) => 'apart' in line)).toEqual([true])
  expect(folded.decisions.map(({ state }) => state)).toEqual(['reopened', 'effective'])
})

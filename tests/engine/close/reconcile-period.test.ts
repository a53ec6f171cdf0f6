import { expect, it } from 'vitest'
import { canonicalize } from '../../../engine/base/canonical.ts'
import { formatInstruction, type InstructionLine, instructionKind } from '../../../engine/close/instruction.ts'
import type { ItemName } from '../../../engine/close/item-name.ts'
import { leafOfRecord, type OpeningItem } from '../../../engine/close/opening.ts'
import { rootOfLines } from '../../../engine/merkle/frontier.ts'
import type { CanonicalRecord } from '../../../engine/record/record.ts'
import type { Side } from '../../../engine/record/side.ts'
import type { RuleInput } from '../../../engine/rules/language/written-form.ts'
import { type PeriodRecords, policyOf, reconcilePeriodCase } from '../support/reconcile-case.ts'
import { sha256 } from '../support/sha256.ts'
import { byReference, record } from './decide.ts'
import { nameOfRecord } from './period-case.ts'

const february = 'fe'.repeat(32)

const openItem = (side: Side, own: CanonicalRecord, more: Partial<OpeningItem> = {}): OpeningItem => ({
  kind: 'tallystick/opening-item@1',
  side,
  part: february,
  record: own,
  firstSeen: { period: '2026-02', date: '2026-02-10' },
  state: 'undecided',
  ...more,
})

const nameOfOpen = (side: Side, own: CanonicalRecord): ItemName => ({
  side,
  root: february,
  id: own.id,
  leaf: leafOfRecord(sha256, own),
})

type MatchOf = Extract<InstructionLine, { readonly match: unknown }>

const match = (
  decision: string,
  names: readonly ItemName[],
  residual: MatchOf['residual'] = { is: 'open' },
): MatchOf => ({
  kind: instructionKind,
  decision,
  match: names,
  residual,
})

const keepApart = (source: readonly ItemName[], target: readonly ItemName[]): InstructionLine => ({
  kind: instructionKind,
  decision: 'dcn_apart',
  apart: [source, target],
})

interface Given {
  readonly source: PeriodRecords
  readonly target: PeriodRecords
  readonly instructions?: readonly InstructionLine[]
  readonly rules?: readonly RuleInput[]
}

function runOf({ source, target, instructions = [], rules = byReference }: Given) {
  const { outcome, lapsed } = reconcilePeriodCase({ source, target, policy: policyOf(rules), instructions }, sha256)
  const lines = outcome.chunks.flatMap(({ text }) => text.trimEnd().split('\n')).map((line) => JSON.parse(line))
  return {
    lapsed,
    header: lines[0],
    matches: lines.filter(({ kind }) => kind === 'match'),
    lines,
    root: outcome.resultRoot,
  }
}

const [s1, s2, t1, t2] = [record('s1', '10'), record('s2', '10'), record('t1', '10'), record('t2', '9')]
const [source, target] = [{ dataset: [s1, s2] }, { dataset: [t1, t2] }]
const named = (side: Side, own: CanonicalRecord): ItemName =>
  nameOfRecord(side, own, side === 'source' ? source.dataset : target.dataset)

it('matches what a decision matches before the first rule, and leaves an open residual', () => {
  const instructions = [match('dcn_1', [named('source', s2), named('target', t2)])]
  const { matches, lapsed, header } = runOf({ source, target, instructions })
  expect(lapsed).toEqual([])
  expect(matches).toEqual([
    {
      ...{ kind: 'match', rule: 'decision', decision: 'dcn_1', source: ['s2'], target: ['t2'] },
      residual: { side: 'source', id: 's2~1', amount: '1' },
    },
    expect.objectContaining({ rule: 'reference', source: ['s1'], target: ['t1'] }),
  ])
  expect(header.instructions).toBe(rootOfLines(sha256, instructions.map(formatInstruction)))
})

it('puts an accepted residual on the side of the statement, where a later instruction and a rule may meet it', () => {
  const [fee, booking] = [record('t9', '4'), record('s4', '4', { reference: 'fees' })]
  const given = { source: { dataset: [booking] }, target: { dataset: [fee] } }
  const accept = match('dcn_1', [nameOfRecord('target', fee, [fee])], { is: 'accepted', label: 'fee', side: 'source' })
  const [line, ...others] = runOf({ ...given, instructions: [accept] }).matches
  expect(line).toEqual({
    ...{ kind: 'match', rule: 'decision', decision: 'dcn_1', target: ['t9'], variance: 'fee' },
    residual: { side: 'source', id: 't9~1', amount: '-4' },
  })
  expect(others).toEqual([])
  const { residual } = line
  const rest = { ...fee, id: residual.id, amount: residual.amount }
  const name = {
    side: 'source' as const,
    root: nameOfRecord('target', fee, [fee]).root,
    id: rest.id,
    leaf: leafOfRecord(sha256, rest),
  }
  const zero = match('dcn_2', [name, nameOfRecord('source', booking, [booking])])
  expect(runOf({ ...given, instructions: [accept, zero] }).matches[0]).toMatchObject({ source: ['s4', 't9~1'] })
})

it('keeps pairs apart in every rule, by the first record of a chain, and tells nothing of their near misses', () => {
  const rules: RuleInput[] = [
    { id: 'reference', match: [{ field: 'reference' }, { field: 'amount' }] },
    { id: 'amount', match: [{ field: 'amount' }, { field: 'date', days: 3 }] },
  ]
  const given = { source: { dataset: [s1] }, target: { dataset: [t1] }, rules }
  expect(runOf(given).matches).toHaveLength(1)
  const pair = [nameOfRecord('source', s1, [s1]), nameOfRecord('target', t1, [t1])] as const
  const instructions = [keepApart([pair[0]], [pair[1]])]
  const { matches, lines } = runOf({ ...given, instructions })
  expect(matches).toEqual([])
  expect(lines.filter(({ kind }) => kind === 'break')).toEqual([
    { kind: 'break', reason: 'missing_in_target', source: ['s1'] },
    { kind: 'break', reason: 'missing_in_source', target: ['t1'] },
  ])
  const rest = record('s1~1', '10', { reference: '1' })
  const chain = { id: 's1', leaf: leafOfRecord(sha256, s1), number: 1 }
  const opening = [openItem('source', rest, { chain })]
  const first = { ...nameOfOpen('source', s1) }
  const next = { source: { opening, dataset: [] }, target: { dataset: [t1] }, rules }
  expect(runOf(next).matches).toHaveLength(1)
  expect(runOf({ ...next, instructions: [keepApart([first], [pair[1]])] }).matches).toEqual([])
  const overridden = [match('dcn_2', pair), ...instructions]
  expect(runOf({ ...given, instructions: overridden }).matches).toMatchObject([{ rule: 'decision' }])
})

it('goes on without an instruction whose records are gone, changed or taken, and says why', () => {
  const changed = { ...named('target', t2), leaf: 'ab'.repeat(32) }
  const gone = { ...named('target', t2), id: 't7' }
  const instructions = [
    match('dcn_1', [named('source', s1), changed]),
    match('dcn_2', [named('source', s1), gone]),
    match('dcn_3', [named('source', s1), named('target', t2)]),
    match('dcn_4', [named('source', s2), named('target', t2)]),
    match('dcn_5', [named('source', s2)]),
    keepApart([named('source', s2)], [gone]),
  ]
  const { lapsed, matches } = runOf({ source, target, instructions })
  expect(lapsed.map(({ decision, reason, position }) => [position, decision, reason])).toEqual([
    [0, 'dcn_1', 'changed'],
    [1, 'dcn_2', 'gone'],
    [3, 'dcn_4', 'matched'],
    [4, 'dcn_5', 'not_zero'],
    [5, 'dcn_apart', 'gone'],
  ])
  expect(matches.filter(({ decision }) => decision !== undefined)).toHaveLength(1)
})

it('reads opening and returned items before the dataset, and tells colliding ids apart', () => {
  const old = record('s1', '30', { reference: 'old' })
  const opening = [openItem('source', old), openItem('target', record('t5', '30', { reference: 'old' }))]
  const given = { source: { opening, dataset: [s1] }, target: { opening, dataset: [t1] } }
  const { header, matches } = runOf(given)
  expect(header.source).toEqual({
    count: 2,
    root: rootOfLines(sha256, [old, s1].map(canonicalize)),
    parts: [
      { kind: 'opening', count: 1, root: rootOfLines(sha256, [canonicalize(old)]) },
      { kind: 'dataset', count: 1, root: rootOfLines(sha256, [canonicalize(s1)]) },
    ],
  })
  expect(header).not.toHaveProperty('instructions')
  expect(matches.map(({ source, target }) => [source, target])).toEqual([
    [['s1'], ['t5']],
    [['s1#2'], ['t1']],
  ])
  const instructions = [match('dcn_1', [nameOfOpen('source', old), nameOfRecord('target', t1, [t1])])]
  expect(runOf({ ...given, instructions }).matches[0]).toMatchObject({
    decision: 'dcn_1',
    source: ['s1'],
    target: ['t1'],
  })
})

it('comes to the same lines whatever the order of the records', () => {
  const instructions = [
    match('dcn_1', [named('source', s2), named('target', t2)]),
    keepApart([named('source', s1)], [named('target', t1)]),
  ]
  const { lines } = runOf({ source, target, instructions })
  const turned = {
    source: { dataset: source.dataset.toReversed() },
    target: { dataset: target.dataset.toReversed() },
  }
  const renamed = instructions.map((line) => {
    const text = JSON.stringify(line)
      .replaceAll(named('source', s1).root, nameOfRecord('source', s1, turned.source.dataset).root)
      .replaceAll(named('target', t1).root, nameOfRecord('target', t1, turned.target.dataset).root)
    return JSON.parse(text)
  })
  expect(runOf({ ...turned, instructions: renamed }).lines.slice(1)).toEqual(lines.slice(1))
})

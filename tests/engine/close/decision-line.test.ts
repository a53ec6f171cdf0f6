import { expect, it } from 'vitest'
import { canonicalize } from '../../../engine/base/canonical.ts'
import { type DecisionLine, decisionKinds, formatDecision, parseDecision } from '../../../engine/close/decision.ts'
import { readOf } from '../support/read-of.ts'
import { decide } from './decide.ts'

const item = { side: 'source', root: 'ab'.repeat(32), id: 's1', leaf: 'cd'.repeat(32) } as const
const other = { ...item, side: 'target', id: 't1' } as const
const hash = 'ef'.repeat(32)

const accepted: readonly DecisionLine[] = [
  decide('match', [item, other]),
  decide('match', [item, other], { label: 'fx', amounts: { source: '1', target: '-2.5' } }),
  decide('accept', [item], { label: 'fee', reason: 'bank fee', note: hash }),
  decide('accept', [item, other], { label: 'fee', amount: '-0.07' }),
  decide('carry', [item], { reason: 'cheque', expected: '2026-04-15' }),
  decide('unmatch', [item, other]),
  decide('keep', [item]),
  decide('withdraw', [item], { reason: 'reversed by the bank' }),
  decide('assign', [item], { owner: 'mbr_1' }),
  decide('assign', [item], { owner: null }),
  decide('comment', [item], { note: hash, files: [hash] }),
  decide('flag', [item]),
  decide('reopen', [], { follows: 'dcn_1' }),
  decide('acknowledge', [], { follows: 'dcn_1' }),
  decide('approve', [], { follows: 'dcn_1', actor: 'bob' }),
]

it('reads a decision of each kind as it was written', () => {
  expect(new Set(accepted.map(({ kind }) => kind))).toEqual(new Set(decisionKinds))
  for (const line of accepted) expect(readOf(parseDecision(formatDecision(line)))).toEqual(line)
})

const [match, exchange, accept] = accepted

it.each([
  ['no item', { ...match, items: [] }],
  ['an item twice', { ...match, items: [item, item] }],
  [
    'more than 1,000 items',
    { ...match, items: Array.from({ length: 1_001 }, (_, index) => ({ ...item, id: `s${index}` })) },
  ],
  ['a match without items', { ...match, items: undefined }],
  ['fx without amounts', { ...exchange, amounts: undefined }],
  ['amounts without fx', { ...exchange, label: undefined }],
  ['an adjustment without a label', { ...accept, label: undefined }],
  ['a label that is no part of an id', { ...accept, label: 'bank fee' }],
  ['an amount that is not canonical', { ...accept, amount: '1.50' }],
  ['a carried item without a day', { ...match, kind: 'carry', reason: 'cheque' }],
  ['a day that no calendar has', { ...match, kind: 'carry', reason: 'cheque', expected: '2026-02-30' }],
  ['a member of another kind', { ...match, owner: 'mbr_1' }],
  ['an unknown member', { ...match, colour: 'red' }],
  ['an unknown kind', { ...match, kind: 'forget' }],
  ['six files', { ...decide('comment', [item], { note: hash }), files: [1, 2, 3, 4, 5, 6].map(() => hash) }],
  ['a note that is no hash', { ...match, note: 'see mail' }],
])('refuses %s', (_, line) => {
  expect(parseDecision(canonicalize(JSON.parse(JSON.stringify(line)))).ok).toBe(false)
})

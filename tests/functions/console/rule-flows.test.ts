import { describe, expect, it } from 'vitest'
import { createEngineSession } from '../../../functions/console/engine-worker/engine-session.ts'
import { flowStepsOf } from '../../../functions/console/result/flow-graph.ts'
import { openRows } from '../../engine/support/open-rows.ts'
import { sha256 } from '../../engine/support/sha256.ts'

/** A run that does all that rules can: it leaves out, nets, matches, leaves residuals over, and suggests. */
const source = `id,date,amount,currency,reference
s1,2026-03-01,10.00,EUR,INV-1
s2,2026-03-02,100.00,EUR,INV-2
s3,2026-03-03,30.00,EUR,fee
s4,2026-03-04,7.00,EUR,R-1
s5,2026-03-04,-7.00,EUR,R-1
s6,2026-03-05,55.00,EUR,INV-6
s7,2026-03-06,60.00,EUR,INV-7
`
const target = `id,date,amount,currency,reference
t1,2026-03-01,10.00,EUR,INV-1
t2,2026-03-02,60.00,EUR,INV-2
t3,2026-03-02,40.00,EUR,late
t6,2026-03-25,55.00,EUR,other
`
const policy = [
  { id: 'fees', action: 'exclude', where: { source: [{ field: 'reference', op: 'eq', value: 'fee' }] } },
  { id: 'reversals', side: 'source', match: [{ field: 'reference' }] },
  { id: 'exact', match: [{ field: 'reference' }, { field: 'amount' }] },
  { id: 'part', residual: 'open', match: [{ field: 'reference' }], cardinality: '1:n', sum: { tolerance: '50' } },
  { id: 'rest', match: [{ field: 'amount' }, { field: 'date', days: 2 }] },
  { id: 'maybe', action: 'suggest', match: [{ field: 'amount' }] },
  { id: 'off', enabled: false, match: [{ field: 'amount' }] },
]

async function openRun() {
  const session = createEngineSession({ sha256, openRows })
  const texts = { source, target }
  for (const side of ['source', 'target'] as const)
    await session.readSide({ side, file: new File([texts[side]], `${side}.csv`), settings: {} }, () => {})
  const start = await session.reconcile({ policy }, () => {})
  if (start.kind !== 'done') throw new Error(JSON.stringify(start))
  return { session, run: start.run }
}

describe('what the rules of a run took', () => {
  it('adds up to the records of each side, with what matches left over', async () => {
    const { run } = await openRun()
    const steps = flowStepsOf(run).map(({ rule: { id, taken, residuals, view, lineCount }, leftAfter }) =>
      [id, taken.source, taken.target, residuals.source, view, lineCount, leftAfter.source, leftAfter.target].join(' '),
    )
    expect(steps).toEqual([
      'fees 1 0 0 excluded 1 6 4',
      'reversals 2 0 0 netted 1 4 4',
      'exact 1 1 0 matches 1 3 3',
      'part 1 1 1 matches 1 3 2',
      'rest 1 1 0 matches 1 2 1',
      'maybe 0 0 0 suggestions 0 2 1',
      'off 0 0 0 matches 0 2 1',
    ])
  })

  it('names what is open and suggested', async () => {
    const { run } = await openRun()
    expect(run.suggested).toEqual({ source: 1, target: 1 })
    expect(run.rules.map(({ suggestionCount }) => suggestionCount)).toEqual([0, 0, 0, 0, 0, 1, 0])
  })
})

describe('what the rules of a run are worth', () => {
  it('is told rule by rule, with the steps that are done', async () => {
    const { session, run } = await openRun()
    const steps: string[] = []
    const end = await session.rulesWorth(run.id, ({ step, ratio }) => steps.push(`${step}: ${ratio.toFixed(2)}`))
    if (end.kind !== 'done') throw new Error('It was cancelled')
    const none = { source: 0, target: 0 }
    expect(end.rules.map(({ rule }) => rule)).toEqual(run.rules.map(({ id }) => id))
    expect(end.rules.find(({ rule }) => rule === 'exact')).toEqual({
      rule: 'exact',
      onlyMatches: 0,
      onlyAmounts: {},
      takenOver: [{ rule: 'part', matches: 1 }],
      wouldBreak: none,
      wouldMatch: none,
      wouldExclude: none,
      wouldNet: none,
    })
    expect(end.rules.find(({ rule }) => rule === 'part')).toMatchObject({
      onlyMatches: 1,
      onlyAmounts: { EUR: '60' },
      wouldBreak: { source: 1, target: 2 },
    })
    expect(end.rules.at(-1)).toMatchObject({ rule: 'off', onlyMatches: 0, wouldBreak: none })
    expect(steps[0]).toBe('Without rule 1 of 7: 0.00')
  })

  it('is not told once it was cancelled, and goes on from there', async () => {
    const { session, run } = await openRun()
    const asked = session.rulesWorth(run.id, () => {})
    session.cancelRulesWorth()
    expect(await asked).toEqual({ kind: 'cancelled' })
    expect(await session.rulesWorth(run.id, () => {})).toMatchObject({ kind: 'done' })
  })
})

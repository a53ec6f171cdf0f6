import { at, type JsonValue } from '@tallystick/engine/base'
import type { RuleInput } from '@tallystick/engine/rules'
import { describe, expect, it } from 'vitest'
import { createEngineSession } from '../../../functions/console/engine-worker/engine-session.ts'
import type { ChangeChoice, LineDetail } from '../../../functions/console/engine-worker/line-detail-types.ts'
import { openRows } from '../../engine/support/open-rows.ts'
import { sha256 } from '../../engine/support/sha256.ts'

/** What the worker tells of a line, in the process of the test. */

const head = 'id,date,amount,currency,reference,batch\n'
const source = `${head}s1,2026-03-01,10.00,EUR,A,
s2,2026-03-02,20.00,EUR,B,
s3,2026-03-03,30.00,EUR,C,
s4,2026-03-04,40.00,EUR,,P
`
const target = `${head}t1,2026-03-01,10.00,EUR,A,
t2,2026-03-02,20.07,EUR,B,
t3,2026-03-09,30.00,EUR,C,
t4,2026-03-04,15.00,EUR,,P
t5,2026-03-04,25.00,EUR,,P
t6,2026-03-01,10.09,EUR,A,
`
const rules: RuleInput[] = [
  { id: 'reference', match: [{ field: 'reference' }, { field: 'amount' }, { field: 'date', days: 1 }] },
  { id: 'batch', cardinality: '1:n', match: [{ field: 'attributes.batch' }], sum: {} },
]
const policy: JsonValue = JSON.parse(JSON.stringify(rules))
const nothing = (): void => undefined

async function openRun(texts: { readonly source?: string; readonly target?: string } = {}) {
  const session = createEngineSession({ sha256, openRows })
  for (const [side, text] of Object.entries({ source, target, ...texts }))
    await session.readSide(
      { side: side === 'source' ? 'source' : 'target', file: new File([text], `${side}.csv`), settings: {} },
      nothing,
    )
  const start = await session.reconcile({ policy }, nothing)
  if (start.kind !== 'done') throw new Error(start.kind)
  const { run } = start
  const detailOf = async (view: 'breaks' | 'matches', position: number): Promise<LineDetail> => {
    const found = await session.lineDetail(run.id, { view, position })
    if (found === undefined) throw new Error(`No line ${position}`)
    return found
  }
  const changesOf = async (position: number): Promise<readonly ChangeChoice[]> => {
    const end = await session.lineChanges(run.id, { view: 'breaks', position }, nothing)
    if (end.kind !== 'done') throw new Error(end.kind)
    return end.choices
  }
  return { session, run, detailOf, changesOf }
}

describe('the detail of a line', () => {
  it('has both records of a break with their lines of the file, and the criterion that failed', async () => {
    const { detailOf } = await openRun()
    const { records, outcomes, rule } = await detailOf('breaks', 0)
    expect([records.source[0]?.line, records.target[0]?.line]).toEqual([3, 3])
    expect(records.source[0]?.fields.slice(0, 2)).toEqual([
      { field: 'date', value: '2026-03-02' },
      { field: 'amount', value: '20' },
    ])
    expect(outcomes?.find(({ outcome }) => outcome === 'fails')).toMatchObject({ name: 'amount', difference: '0.07' })
    expect(rule).toMatchObject({ id: 'reference', place: 1, ruleCount: 2, pass: { candidates: 1, matches: 1 } })
  })

  it('has the evidence of a group, and its records one by one', async () => {
    const { session, run, detailOf } = await openRun()
    const { outcomes, records, shown } = await detailOf('matches', 1)
    expect(shown.recordCounts).toEqual({ source: 1, target: 2 })
    expect(outcomes?.at(-1)).toMatchObject({ name: 'sum', outcome: 'equal', source: ['40'], target: ['40'] })
    expect(records.target.map(({ id }) => id)).toEqual(['t4', 't5'])
    const place = { view: 'matches', position: 1 } as const
    const range = { side: 'target', from: 1, count: 5 } as const
    expect(session.lineRecords(run.id, place, range).map(({ id }) => id)).toEqual(['t5'])
  })

  it('says what came near, what it misses, and where the line is that has it', async () => {
    const { session, run, detailOf } = await openRun()
    const last = run.lineCounts.breaks - 1
    const { near } = await detailOf('breaks', last)
    expect(near).toMatchObject([
      { record: { id: 's1', side: 'source' }, takenBy: { place: { view: 'matches', position: 0 } }, rule: 'reference' },
    ])
    expect(near[0]?.outcomes.filter(({ outcome }) => outcome === 'fails')).toMatchObject([{ name: 'amount' }])
    expect(await session.lineChanges(run.id, { view: 'breaks', position: last }, nothing)).toEqual({
      kind: 'done',
      choices: [],
      note: 'The record that came nearest is matched already, by another one.',
    })
  })

  it('names the rule that would take a matched record, and none that fails at what the record shares no document with', async () => {
    const session = createEngineSession({ sha256, openRows })
    const texts = {
      source: `${head}s1,2026-03-01,10.00,EUR,A,P\ns2,2026-03-01,10.00,EUR,B,P\ns3,2026-03-02,30.00,EUR,C,Q\n`,
      target: `${head}t1,2026-03-01,10.00,EUR,A,P\nt3,2026-03-02,30.00,EUR,C,Q\n`,
    }
    for (const [name, text] of Object.entries(texts)) {
      const side = name === 'source' ? 'source' : 'target'
      await session.readSide({ side, file: new File([text], `${side}.csv`), settings: {} }, nothing)
    }
    const match = [{ field: 'amount' }, { field: 'date' }, { field: 'attributes.batch' }]
    const two = [
      { id: 'reference', match: [{ field: 'reference' }, ...match] },
      { id: 'amount', match },
    ]
    const start = await session.reconcile({ policy: JSON.parse(JSON.stringify(two)) }, nothing)
    if (start.kind !== 'done') throw new Error(start.kind)
    const detail = await session.lineDetail(start.run.id, { view: 'breaks', position: 0 })
    expect(detail?.near).toMatchObject([{ role: 'taken', rule: 'amount' }])
    expect(detail?.rule).toBeNull()
    expect(detail?.missed).toEqual([])
  })

  it('names the matches that a duplicate repeats, and where they are', async () => {
    const { detailOf } = await openRun({ source: `${source}s9,2026-03-01,10.00,EUR,A,\n` })
    const { repeats, shown } = await detailOf('breaks', 2)
    expect(shown.rows[0]?.line).toMatchObject({ kind: 'break', reason: 'duplicate' })
    expect(repeats).toMatchObject([{ place: { view: 'matches', position: 0 } }])
  })

  it('is undefined for a line that the view has not', async () => {
    const { session, run } = await openRun()
    for (const position of [-1, 0.5, 99])
      expect(await session.lineDetail(run.id, { view: 'breaks', position })).toBeUndefined()
  })
})

describe('a change of a rule', () => {
  it('keeps the words of whoever wrote the rules', async () => {
    const { changesOf } = await openRun()
    expect((await changesOf(0)).map((change) => change.policy)).toEqual([
      [
        {
          ...rules[0],
          match: [{ field: 'reference' }, { field: 'amount', tolerance: '0.07' }, { field: 'date', days: 1 }],
        },
        rules[1],
      ],
    ])
    expect((await changesOf(1)).map((change) => change.policy)).toEqual([
      [{ ...rules[0], match: [{ field: 'reference' }, { field: 'amount' }, { field: 'date', days: 6 }] }, rules[1]],
    ])
  })

  it('is tried on the whole run, and says what a run under these rules says', async () => {
    const { session, changesOf } = await openRun()
    const { trial, policy: changed } = at(await changesOf(1), 0)
    expect(trial).toMatchObject({
      breakCount: { before: 3, after: 2 },
      regrouped: { before: 0, after: 0 },
      lists: {
        closed: { count: 1, amounts: { EUR: '30' } },
        opened: { count: 0 },
        gained: { count: 1 },
        lost: { count: 0 },
      },
      money: [
        { side: 'source', currency: 'EUR', open: { before: '50', after: '20' } },
        { side: 'target', currency: 'EUR', open: { before: '60.16', after: '30.16' } },
      ],
      accepted: [],
    })
    expect(session.trialRows(trial.id, 'gained', { from: 0, count: 9 })).toMatchObject([
      { shown: { amount: '30' }, place: { view: 'breaks', position: 1 } },
    ])
    const again = await session.reconcile({ policy: changed }, nothing)
    expect(again.kind === 'done' && again.run.resultRoot).toBe(trial.resultRoot)
  })

  it('is not offered where the record would fit several under it', async () => {
    const { session, run } = await openRun({ target: `${target}t9,2026-02-25,30.00,EUR,C,\n` })
    const end = await session.lineChanges(run.id, { view: 'breaks', position: 1 }, nothing)
    expect(end).toMatchObject({ kind: 'done', choices: [], note: expect.stringMatching('was tried on the whole run') })
  })

  it('ends where it is cancelled', async () => {
    const { session, run } = await openRun()
    const pending = session.lineChanges(run.id, { view: 'breaks', position: 0 }, nothing)
    session.cancelChange()
    expect(await pending).toEqual({ kind: 'cancelled' })
  })

  it('goes with its run, whose records would stay in memory else', async () => {
    const { session, run, changesOf } = await openRun()
    const { id } = at(await changesOf(1), 0).trial
    expect(session.trialRows(id, 'closed', { from: 0, count: 1 })).toBeDefined()
    session.forget(run.id)
    expect(session.trialRows(id, 'closed', { from: 0, count: 1 })).toBeUndefined()
  })

  it('is not kept where its run is closed meanwhile', async () => {
    const { session, run, changesOf } = await openRun()
    const pending = changesOf(1)
    session.forget(run.id)
    const { id } = at(await pending, 0).trial
    expect(session.trialRows(id, 'closed', { from: 0, count: 1 })).toBeUndefined()
  })
})

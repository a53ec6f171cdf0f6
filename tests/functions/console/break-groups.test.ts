import type { RuleInput } from '@tallystick/engine/rules'
import { describe, expect, it } from 'vitest'
import { createEngineSession } from '../../../functions/console/engine-worker/engine-session.ts'
import type { NearestSet } from '../../../functions/console/engine-worker/line-detail-types.ts'
import { plainQuery } from '../../../functions/console/engine-worker/line-types.ts'
import { setWords } from '../../../functions/console/line/set-words.ts'
import { causeSentence } from '../../../functions/console/parts/cause-words.ts'
import { isFiltered, readAddress, searchOf } from '../../../functions/console/result/result-address.ts'
import { openRows } from '../../engine/support/open-rows.ts'
import { sha256 } from '../../engine/support/sha256.ts'

/** What the page says of breaks that belong together. */

const head = 'id,date,amount,currency,reference,batch,type\n'
const sales = (side: string): string =>
  Array.from({ length: 9 }, (_, index) => `${side}${index},2026-03-0${index + 1},1.00,EUR,R${index},,sale\n`).join('')
const fees = ['F1', 'F2', 'F3'].map((id) => `${id},2026-03-05,7.00,EUR,${id},,FEE\n`).join('')
const parts = ['95.00', '98.00', '102.00'].map((amount, index) => `p${index},2026-03-05,${amount},EUR,,D,sale\n`)
const source = `${head}${sales('s')}D-17,2026-03-05,300.00,EUR,,D,sale\n${fees}`
const target = `${head}${sales('t')}${parts.join('')}`
const rules: readonly RuleInput[] = [
  { id: 'reference', match: [{ field: 'reference' }, { field: 'amount' }] },
  { id: 'deposit', cardinality: '1:n', select: 'subset', match: [{ field: 'attributes.batch' }], sum: {} },
]

async function openRun() {
  const session = createEngineSession({ sha256, openRows })
  for (const [side, text] of [['source', source] as const, ['target', target] as const])
    await session.readSide({ side, file: new File([text], `${side}.csv`), settings: {} }, () => undefined)
  const start = await session.reconcile({ policy: JSON.parse(JSON.stringify(rules)) }, () => undefined)
  if (start.kind !== 'done') throw new Error(start.kind)
  const { run } = start
  const breaks = session.lines(run.id, plainQuery('breaks'), { from: 0, count: 9 }).lines
  const detailOf = async (recordId: string) => {
    const found = breaks.find(({ rows }) => [rows[0]?.source?.id, rows[0]?.target?.id].includes(recordId))
    if (found === undefined) throw new Error(`No break of ${recordId}`)
    return session.lineDetail(run.id, { view: 'breaks', position: found.position })
  }
  return { session, run, detailOf }
}

describe('breaks that belong together', () => {
  it('are counted by their cause, and filtered by it', async () => {
    const { session, run, detailOf } = await openRun()
    expect(run.causes).toEqual(['one_side'])
    const query = { ...plainQuery('breaks'), causes: ['one_side'] }
    const { lines, count } = session.lines(run.id, query, { from: 0, count: 9 })
    expect([count, lines.map(({ rows }) => rows[0]?.source?.id)]).toEqual([3, ['F1', 'F2', 'F3']])
    expect(session.lines(run.id, { ...query, causes: ['type'] }, { from: 0, count: 9 }).count).toBe(0)
    expect(await detailOf('F2')).toMatchObject({ causeCount: 3, nearestSet: null })
    expect(await detailOf('p1')).toMatchObject({ causeCount: 0 })
  })

  it('name the record whose nearest set has them, with the number of records and the line of that record', async () => {
    const { detailOf } = await openRun()
    const anchor = await detailOf('D-17')
    const detail = await detailOf('p1')
    expect(detail?.nearestSet).toEqual({
      side: 'source',
      name: 'D-17',
      amount: '300',
      total: '295',
      difference: '-5',
      recordCount: 3,
      place: { view: 'breaks', position: anchor?.shown.position },
    })
  })

  it('have a link that restores the filter', () => {
    const url = '/result/sample?view=breaks&reason=missing_in_target&cause=one_side'
    const address = readAddress(url)
    expect(address.query.causes).toEqual(['one_side'])
    expect(`/result/sample${searchOf(address)}`).toBe(url)
    expect(isFiltered({ ...plainQuery('breaks'), causes: ['type'] })).toBe(true)
  })
})

const set: NearestSet = {
  side: 'source',
  name: 'D-17',
  amount: '300',
  total: '295',
  difference: '-5',
  recordCount: 3,
  place: null,
}

describe('the words for breaks that belong together', () => {
  it.each<[string, Partial<NearestSet>]>([
    ['this and 2 more make 295.00 EUR, 5.00 EUR short', {}],
    ['this and others make 295.00 EUR, 5.00 EUR short', { recordCount: null }],
    ['this alone makes 295.00 EUR, 5.00 EUR short', { recordCount: 1 }],
    ['this and 2 more make 305.00 EUR, 5.00 EUR over', { total: '305', difference: '5' }],
    ['this and 2 more make 295.00 EUR, 5.00 EUR short', { side: 'target', difference: '5' }],
    ['this and 2 more make -295.00 EUR, 5.00 EUR short, by size', { amount: '-300', total: '-295', difference: '5' }],
    ['this and 2 more make -295.00 EUR, 5.00 EUR short, by size', { total: '-295' }],
    ['this and 2 more make 300.00 EUR, exactly its amount', { total: '300', difference: '0' }],
  ])('are %s', (words, more) => {
    expect(setWords({ ...set, ...more }, 'EUR')).toBe(words)
  })

  it('are a sentence for each cause', () => {
    expect(causeSentence({ kind: 'one_side', value: 'FEE' }, 12)).toBe(
      '12 records of the type FEE have no partner on the other side. No record of this type has one.',
    )
    expect(causeSentence({ kind: 'counterparty', value: 'ACME' }, 3)).toBe(
      '3 records of ACME have no partner on the other side. At least half of the records of this name are open.',
    )
    expect(causeSentence({ kind: 'before_other', value: '2026-03-01' }, 3)).toBe(
      '3 records lie before 2026-03-01, the first day of the other side.',
    )
  })
})

import { fromUtf8 } from '@tallystick/engine/base'
import { describe, expect, it } from 'vitest'
import { periodPage } from '../../../../functions/audit/report/period-page.ts'
import { itemsSheet, periodSheets } from '../../../../functions/audit/report/period-sheets.ts'
import { printedTables } from '../../../../functions/audit/report/printed-tables.ts'
import { writeCsv } from '../../../../functions/audit/report/write-csv.ts'
import type { Row } from '../../../../functions/audit/workbook/sheet.ts'
import { writeWorkbook } from '../../../../functions/audit/workbook/workbook.ts'
import { periodReport } from '../../../../schema/period-report.ts'
import { readWorkbook } from '../../../support/worker/read-workbook.ts'
import { reportOf } from './reported-period.ts'

describe('the report of a period', () => {
  const report = reportOf({ text: 'Birch' })

  it('is what its schema says', () => {
    expect(periodReport.parse(report)).toEqual(report)
  })

  it('proves the balances to the cent, and says why an amount stays unexplained', () => {
    expect(report.proofs).toMatchObject([{ currency: 'EUR', unexplained: '-0.25', reason: 'Birch' }])
    expect(report.proofs[0]?.rows.map(({ what, count, amount }) => [what, count, amount])).toEqual([
      ['statement', undefined, '1234567890124567.25'],
      ['not_in_books', 1, '-1234567890123470'],
      ['not_on_statement', 1, '-30'],
      ['adjustments', 1, '2.5'],
      ['computed', undefined, '1069.75'],
      ['books', undefined, '1070'],
      ['unexplained', undefined, '-0.25'],
    ])
  })

  it('has the open items by age and owner, and adjustments by label', () => {
    expect(report.ages).toEqual([
      { side: 'source', currency: 'EUR', age: '8-30', count: 1, amount: '-2.5' },
      { side: 'source', currency: 'EUR', age: '61-90', count: 1, amount: '1234567890123470' },
      { side: 'target', currency: 'EUR', age: '0-7', count: 1, amount: '-30' },
    ])
    expect(report.owners.map(({ owner, side, count, oldestDays }) => [owner, side, count, oldestDays])).toEqual([
      ['Birch', 'source', 1, 85],
      [null, 'source', 1, 21],
      [null, 'target', 1, 0],
    ])
    expect(report.adjustments).toEqual([
      { label: 'bank_fee', side: 'source', currency: 'EUR', count: 1, amount: '-2.5' },
    ])
  })

  it('says of items what was decided and why, of carried ones until when', () => {
    const said = report.items.map(({ name, state, label, why, expected }) => [name.id, state, label, why, expected])
    expect(said).toEqual([
      ['s3', 'undecided', null, null, null],
      ['s2', 'accepted', 'bank_fee', 'Birch', null],
      ['t2', 'carried', null, 'Birch', '2026-04-30'],
    ])
  })

  it('says who did what', () => {
    expect(report.people).toEqual([
      {
        actor: 'mbr_ada',
        name: 'Birch',
        first: '2026-04-02T09:00:00.000Z',
        last: '2026-04-02T09:00:00.000Z',
        acts: [
          { act: 'accept', count: 1 },
          { act: 'carry', count: 1 },
          { act: 'assign', count: 1 },
          { act: 'balance', count: 2 },
          { act: 'sign_off', count: 1 },
        ],
      },
    ])
  })

  it('has the same figures in each form', async () => {
    const tables = [...periodSheets(report), ...printedTables(report)]
    const cells = (await Promise.all(tables.map(({ rows }) => all<Row>(rows)))).flat(2)
    // Each in the proof and in the roll-forward, of the workbook and of what is printed.
    for (const amount of ['1234567890124567.25', '-0.25'])
      expect(cells.filter((cell) => cell === amount)).toHaveLength(4)
  })
})

/** Formulas, markup, entities, directions, controls and what closes a style or a comment. */
const hostile = '=HYPERLINK("http://e.test")<script>alert(1)</script></style>&lt;--> \u202e\u0000\u001b[2J\u2066 \'"'

describe('texts of somebody else', () => {
  const report = reportOf({ text: hostile })

  it('make no element, style or turned text of the page', () => {
    const page = periodPage(report)
    expect(page.match(/<script|<\/style>|<a |<img|javascript:/g)).toEqual(['</style>'])
    expect([...page].filter((character) => /[\p{Cc}\p{Cf}]/u.test(character) && character !== '\n')).toEqual([])
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(page).toContain('&amp;lt;--&gt; \\u202e\\u0000\\u001b[2J\\u2066 &#39;&quot;')
    const elements = new Set([...page.matchAll(/<\/?([a-z0-9]+)/g)].map(([, name]) => name))
    expect([...elements].sort().join(' ')).toBe(
      'bdi body dd div dl dt h1 h2 head html meta section style table tbody td th thead title tr',
    )
  })

  it('are no formula of the workbook, and no number is rounded', async () => {
    const sheets = await readWorkbook(await bytesOf(writeWorkbook(periodSheets(report))))
    const cells = sheets.flatMap(({ rows }) => rows.flat())
    expect(cells).toContain(hostile)
    expect(cells).toContain('1234567890124567.25')
  })

  it('are no formula of the CSV', async () => {
    const csv = fromUtf8(await bytesOf(writeCsv(itemsSheet(report))))
    expect(csv).toContain(`"'=HYPERLINK(""http://e.test"")`)
    expect(csv).not.toMatch(/(^|[,\n"])=HYPERLINK/m)
  })
})

async function all<Value>(values: Iterable<Value> | AsyncIterable<Value>): Promise<readonly Value[]> {
  const read: Value[] = []
  for await (const value of values) read.push(value)
  return read
}

const bytesOf = async (parts: AsyncIterable<Uint8Array>): Promise<Uint8Array> =>
  new Uint8Array(await new Blob([...(await all(parts))]).arrayBuffer())

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createScratch, readLines, runWords } from '../../../support/node/command.ts'
import { root } from '../../../support/node/step.ts'
import { type ReadCell, type ReadSheet, readWorkbook } from '../../../support/worker/read-workbook.ts'

/** What `--report` writes for a person to open. */

const scratch = createScratch()
afterAll(() => scratch.remove())

const sample = (name: string) => join(root, 'tests/samples', name)
const samples = [sample('bank-statement.csv'), sample('ledger.csv'), '--rules', sample('rules.json')]
const reconcile = (...words: readonly string[]) => runWords(['reconcile', ...words])

const header = 'id,date,amount,currency,reference\n'
const left = scratch.write('left.csv', `${header}s1,2026-03-02,100,EUR,A\ns2,2026-03-03,1234.5,EUR,=B\n`)
const right = scratch.write('right.csv', `${header}t1,2026-03-02,60,EUR,A\nt2,2026-03-03,1234,EUR,=B\n`)

async function readReport(path: string): Promise<ReadonlyMap<string, ReadSheet['rows']>> {
  return new Map((await readWorkbook(readFileSync(path))).map(({ name, rows }) => [name, rows]))
}

/** The cells of the columns with these titles, below them. */
function columnsOf(rows: ReadSheet['rows'] | undefined, titles: readonly string[]): readonly (readonly ReadCell[])[] {
  const [heading = [], ...others] = rows ?? []
  return others.map((row) => titles.map((title) => row[heading.indexOf(title)] ?? null))
}

describe('a workbook', () => {
  const path = scratch.path('samples.xlsx')
  const out = scratch.path('samples.ndjson')

  it('has a summary and every line of the result, with its records', async () => {
    const end = await reconcile(...samples, '--report', path, '--out', out)
    expect(end).toMatchObject({ code: 1, errors: '' })
    expect(end.output).toContain(`\nreport        ${path}\n`)
    const sheets = await readReport(path)
    expect([...sheets.keys()]).toEqual(['Summary', 'Breaks', 'Matches', 'Suggestions', 'Excluded', 'Netted'])
    const own = columnsOf(sheets.get('Breaks'), ['role', 'id']).filter(([role]) => role === 'own')
    expect(new Set(own.map(([, id]) => id)).size).toBe(21)
    expect(columnsOf(sheets.get('Matches'), ['rule', 'source id', 'target id'])).toEqual(
      readLines(out, 'match').map(({ rule, source, target }) => [rule, source?.[0], target?.[0]]),
    )
    expect(sheets.get('Excluded')).toHaveLength(1 + readLines(out, 'excluded').length)
  })

  it('says what the figures are, and what they can be checked by', async () => {
    const { output } = await reconcile(...samples, '--report', path)
    const [resultRoot] = /(?<=root )[0-9a-f]{64}/.exec(output) ?? []
    const rows = columnsOf((await readReport(path)).get('Summary'), ['figure', 'currency', 'source', 'target', 'run'])
    const whole = (number: string) => ({ number, format: '#,##0' })
    expect(rows).toContainEqual(['file', null, 'bank-statement.csv', 'ledger.csv', null])
    expect(rows).toContainEqual(['open', null, whole('18'), whole('15'), null])
    expect(rows).toContainEqual(['breaks', null, null, null, whole('21')])
    const euro = (number: string) => ({ number, format: '#,##0.00' })
    expect(rows).toContainEqual(['open amount', 'EUR', euro('16636.69'), euro('-9640.88'), null])
    expect(rows).toContainEqual(['turned, by a changed sign', 'EUR', null, null, euro('-19544.78')])
    expect(rows).toContainEqual(['result root', null, null, null, resultRoot])
    expect(rows.map(([figure]) => figure)).toContain('policy hash')
  })

  it('shows why a break is open, in amounts of its currency', async () => {
    await reconcile(left, right, '--report', path)
    const breaks = (await readReport(path)).get('Breaks')
    const wanted = ['reason', 'difference', 'source id', 'source amount', 'target date', 'source reference']
    expect(columnsOf(breaks, wanted)).toContainEqual([
      'amount_mismatch',
      { number: '-0.5', format: '#,##0.00' },
      's2',
      { number: '1234.5', format: '#,##0.00' },
      { number: '46084', format: 'yyyy-mm-dd' },
      '=B',
    ])
  })

  it('shows what a match left over, with the amount that is left', async () => {
    const rules = scratch.write(
      'part.json',
      JSON.stringify([
        { id: 'part', residual: 'open', match: [{ field: 'reference' }, { field: 'amount', tolerance: '100%' }] },
      ]),
    )
    await reconcile(left, right, '--rules', rules, '--report', path)
    const breaks = (await readReport(path)).get('Breaks')
    expect(columnsOf(breaks, ['source id', 'source amount', 'source reference'])).toContainEqual([
      's1~1',
      { number: '40', format: '#,##0.00' },
      'A',
    ])
  })

  it('is the same whenever it is written', async () => {
    await reconcile(...samples, '--report', path)
    const first = readFileSync(path)
    await reconcile(...samples, '--report', path)
    expect(readFileSync(path)).toEqual(first)
  })
})

describe('a CSV', () => {
  it('has the breaks with their records and reasons, and no formula', async () => {
    const path = scratch.path('breaks.csv')
    await reconcile(left, right, '--report', path)
    const lines = readFileSync(path, 'utf8').split('\r\n')
    expect(lines[0]).toMatch(/^id,role,reason,hint,rule,difference,currency,days,explanation,source id,/)
    expect(lines.find((line) => line.includes('s2'))).toMatch(
      /^brk_[0-9a-f]{26},own,amount_mismatch,,reference,-0\.50,EUR,,"the amounts differ; .*",s2,2026-03-03,1234\.50,EUR,'=B,,,t2,2026-03-03,1234\.00,EUR,'=B,,$/,
    )
  })
})

describe('a report', () => {
  it('that cannot be written leaves what stood there, and is a fault beside those of other files', async () => {
    const nowhere = join(dirname(left), 'nowhere', 'report.xlsx')
    expect(await reconcile(left, right, '--report', nowhere)).toMatchObject({
      code: 2,
      errors: `tallystick: ${nowhere}: there is no such directory\n`,
    })
    const path = scratch.path('kept.xlsx')
    writeFileSync(path, 'older')
    const faulty = scratch.write('faulty.csv', `${header}s1,2026-03-02,much,EUR,A\n`)
    expect((await reconcile(faulty, right, '--report', path)).code).toBe(2)
    expect(readFileSync(path, 'utf8')).toBe('older')
    expect(readdirSync(dirname(path)).filter((name) => name.endsWith('.part'))).toEqual([])
  })

  it('is not written over an input', async () => {
    const end = await reconcile(left, right, '--report', left)
    expect(end.errors).toBe(`tallystick: ${left}: is read as well, wanted another file for the result\n`)
    expect(existsSync(left)).toBe(true)
  })
})

import { afterAll, describe, expect, it } from 'vitest'
import { createScratch, runWords } from '../../../support/node/command.ts'

/** What a person is told of the records that stay open, and of what was read. */

const scratch = createScratch()
afterAll(() => scratch.remove())

const header = 'id,date,amount,currency,reference,description\n'
const left = scratch.write(
  'left.csv',
  `${header}s1,2026-03-02,100,EUR,INV-7,\ns2,2026-03-03,-7,EUR,INV-9,Acme\ns3,2026-03-04,1234.56,EUR,,Rent\n`,
)
const right = scratch.write('right.csv', `${header}t1,2026-03-02,100.00,EUR,INV-7,\nt2,2026-03-03,-7.07,EUR,INV-9,\n`)

const headerOnly = scratch.write('header-only.csv', header)

const reconcile = (words: readonly string[], columnCount?: number) => runWords(['reconcile', ...words], columnCount)

/** What stands below the last table. */
const openPart = (output: string): string => output.slice(output.indexOf('\nopen: '))

const rowsOf = (name: string, count: number, cells: (position: number) => string): string =>
  scratch.write(name, header + Array.from({ length: count }, (_, position) => `${cells(position + 1)}\n`).join(''))

describe('the records that stay open', () => {
  it('are listed by break: side, line in the file, id, date, amount and what the record says', async () => {
    const { code, output } = await reconcile([left, right])
    expect(code).toBe(1)
    expect(openPart(output)).toBe(`
open: 2 breaks
amount_mismatch, 0.07 more in target, by size
  source   line 3   s2   2026-03-03      -7.00 EUR   INV-9 · Acme
  target   line 3   t2   2026-03-03      -7.07 EUR   INV-9
  rule     reference fails at amount alone, needs tolerance 0.07
missing_in_target
  source   line 4   s3   2026-03-04   1,234.56 EUR   Rent
`)
  })

  it('are not listed when there are none', async () => {
    const { output } = await reconcile([right, right])
    expect(output).not.toContain('open: ')
  })

  it('are those of fifty breaks, of as many as are asked for or of all, with the place where the others are', async () => {
    const many = rowsOf('many.csv', 60, (position) => `m${position},2026-03-02,${position},EUR,A${position},`)
    const lastOf = async (...words: readonly string[]) => {
      const listed = openPart((await reconcile([many, right, ...words])).output)
      expect(listed).toContain('\nopen: 62 breaks\n')
      const count = listed.match(/^missing_in_(target|source)/gm)?.length ?? 0
      return [count, listed.trimEnd().split('\n').at(-1)]
    }
    const out = scratch.path('all.ndjson')
    const report = scratch.path('all.csv')
    const asked = 'all of them with --breaks all, or in'
    expect(await lastOf()).toEqual([50, `and 12 more; ${asked} a workbook with --report FILE.xlsx`])
    expect(await lastOf('--breaks', '3', '--out', out)).toEqual([3, `and 59 more; ${asked} ${out}`])
    expect(await lastOf('--breaks=0', '--out', out, '--report', report)).toEqual([0, `and 62 more; ${asked} ${report}`])
    expect((await lastOf('--breaks', 'all'))[0]).toBe(62)
  })

  it('of a large break are the first three a side', async () => {
    const twins = rowsOf('twins.csv', 5, (position) => `m${position},2026-03-02,5,EUR,A,text ${position}`)
    const pair = rowsOf('pair.csv', 2, (position) => `n${position},2026-03-02,5,EUR,A,other ${position}`)
    const { output } = await reconcile([twins, pair])
    expect(openPart(output)).toBe(`
open: 1 break
ambiguous
  source   line 2   m1   2026-03-02   5.00 EUR   A · text 1
  source   line 3   m2   2026-03-02   5.00 EUR   A · text 2
  source   line 4   m3   2026-03-02   5.00 EUR   A · text 3
  source   and 2 more
  target   line 2   n1   2026-03-02   5.00 EUR   A · other 1
  target   line 3   n2   2026-03-02   5.00 EUR   A · other 2
  rule     reference
`)
  })

  it('of a break that is a line a record are told once, with their number', async () => {
    const twins = rowsOf('thousand.csv', 1_200, (position) => `m${position},2026-03-02,5,EUR,A,text ${position}`)
    const pair = rowsOf('couple.csv', 2, (position) => `n${position},2026-03-02,5,EUR,A,other ${position}`)
    const { output } = await reconcile([twins, pair])
    expect(openPart(output)).toBe(`
open: 1 break
ambiguous, 1,202 records
  source   line 2   m1   2026-03-02   5.00 EUR   A · text 1
  rule     reference
`)
  })

  it('are written no wider than the terminal, and cannot move its cursor', async () => {
    const odd = rowsOf('odd.csv', 1, () => `s1,2026-03-02,5,EUR,\u001b[2Jred\u202e,${'long '.repeat(50)}`)
    const { output } = await reconcile([odd, right], 80)
    const [line = ''] = /^ {2}source .*$/m.exec(output) ?? []
    expect(line).toHaveLength(80)
    expect(line).toMatch(/ {3}\\u001b\[2Jred\\u202e · long .*…$/)
    expect(output).not.toContain('\u001b')
    expect(output).not.toContain('\u202e')
  })

  it('may lack a currency, a date and all text', async () => {
    const bare = scratch.write('bare.ndjson', '{"id":"b1","net":"5"}\n')
    const { output } = await reconcile([bare, headerOnly])
    expect(openPart(output)).toMatch(/\n {2}source {3}line 1 {3}b1 {6}5\n$/)
  })
})

describe('what was read', () => {
  it('is told of each file: its records, and which columns were taken for what', async () => {
    const german = scratch.write('konto.csv', 'Buchungstag;Saldo;Soll;Haben;id\n02.03.2026;9,00;;5,00;s1\n')
    const lines = scratch.write('lines.ndjson', '{"id":"t1","date":"2026-03-02","amount":5}\n')
    const { output } = await reconcile([german, lines])
    expect(output).toMatch(
      /^source {2}\S*konto\.csv {5}1 record {2}amount ← Soll and Haben, date ← Buchungstag, id, 1 more as attributes\n/,
    )
    expect(output).toMatch(/\ntarget {2}\S*lines\.ndjson {2}1 record {2}amount, id, date\n\n/)
  })
})

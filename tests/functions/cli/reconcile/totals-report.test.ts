import { readFileSync, writeFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { zipOf } from '../../../engine/intake/zip/zip-writer.ts'
import { createScratch, runWords } from '../../../support/node/command.ts'

/** The tables of a summary, the warnings, and where each is written. */

const scratch = createScratch()
afterAll(() => scratch.remove())

const header = 'id,date,amount,currency,reference\n'
const left = scratch.write(
  'left.csv',
  `${header}s1,2026-03-02,100,EUR,INV-7\ns2,2026-03-03,7,EUR,INV-9\ns3,2026-03-03,9,CHF,opening\n`,
)
const right = scratch.write('right.csv', `${header}t1,2026-03-02,98.5,EUR,INV-7\nt2,2026-03-03,7.07,EUR,INV-9\n`)
const headerOnly = scratch.write('header-only.csv', header)

const reconcile = (...words: readonly string[]) => runWords(['reconcile', ...words])

describe('the tables', () => {
  const rules = scratch.write(
    'rules.json',
    JSON.stringify([
      {
        id: 'scope',
        action: 'exclude',
        where: { source: [{ field: 'reference', op: 'eq', value: 'opening' }], target: [] },
      },
      {
        id: 'cents',
        variance: 'rounding',
        match: [{ field: 'reference' }, { field: 'amount', tolerance: '0.1' }],
      },
      { id: 'euros', match: [{ field: 'reference' }, { field: 'amount', tolerance: '2' }] },
    ]),
  )

  it('tell accepted differences by label, and what exclude rules took out', async () => {
    const { code, output } = await reconcile(left, right, '--rules', rules)
    expect(code).toBe(0)
    expect(output).toContain(`
accepted           target − source
rounding     EUR              0.07
unlabelled   EUR             -1.50

`)
    expect(output).toContain(`
excluded by   source   target
scope              1        0

`)
  })

  it('tell what was netted and what matches left over, so that the records of a side add up', async () => {
    const source = scratch.write(
      'netted.csv',
      `${header}s1,2026-03-02,40.02,EUR,V\ns2,2026-03-02,-40,EUR,V\ns3,2026-03-02,100,EUR,A\ns4,2026-03-02,1.5,CHF,B\n`,
    )
    const target = scratch.write('paid.csv', `${header}t1,2026-03-02,60.5,EUR,A\nt2,2026-03-02,2,CHF,B\n`)
    const netting = { id: 'voids', side: 'source', cardinality: 'n:m', match: [{ field: 'reference' }] }
    const rules = scratch.write(
      'netting.json',
      JSON.stringify([
        { ...netting, sum: { tolerance: '0.05' } },
        { id: 'part', residual: 'open', match: [{ field: 'reference' }, { field: 'amount', tolerance: '100%' }] },
      ]),
    )
    const { output } = await reconcile(source, target, '--rules', rules)
    expect(output).toContain(`
         records   left over   matched   open   excluded   netted
source         4           1         2      1          0        2
target         2           1         2      1          0        0

      source matched   source open   source netted   target matched   target open   target netted
CHF             1.50          0.00            0.00             1.50          0.50            0.00
EUR            60.50         39.50            0.02            60.50          0.00            0.00
`)
    expect(output).toContain(`
netted by   pairs and groups
voids                      1

left over   source   target
CHF           0.00     0.50
EUR          39.50     0.00

`)
    expect(output).toMatch(/\n {2}source {3}line 4 {3}s3~1 .* 39\.50 EUR {3}A\n/)
  })

  it('leave all of these out where there is nothing of the kind', async () => {
    const { output } = await reconcile(left, left)
    expect(output).not.toMatch(/^(accepted|excluded by|netted by|left over)|netted$/m)
  })

  it('have a name for what has no currency', async () => {
    const bare = scratch.write('none.csv', 'id,date,amount\ns1,2026-03-02,5\n')
    expect((await reconcile(bare, right)).output).toMatch(/^\(none\) {13}0 {13}5 /m)
  })

  it('align amounts at their decimal point', async () => {
    const { output } = await reconcile(left, right)
    expect(output).toContain(`
      source matched   source open   target matched   target open
CHF             0.00          9.00             0.00          0.00
EUR             0.00        107.00             0.00        105.57
`)
  })
})

describe('a warning', () => {
  it('of records without a currency says what that means and what to do', async () => {
    const bare = scratch.write('bare.csv', 'id,date,amount\ns1,2026-03-02,5\ns2,2026-03-02,6\n')
    const { errors, output } = await reconcile(bare, left)
    expect(errors).toBe(
      `tallystick: warning: ${bare}: 2 records have no currency, the first on line 2; rules match them only with records that have none either, unless they skip absent values. --currency CODE gives them one, or a column in the mapping\n` +
        'tallystick: warning: No record of source has a currency, and records of target have one: the rules compare currencies.\n',
    )
    expect(output).not.toContain('warning')
  })

  it('of repeated ids says what became of them', async () => {
    const twice = scratch.write('twice.csv', `${header}s1,2026-03-02,100,EUR,A\ns1,2026-03-02,100,EUR,A\n`)
    expect((await reconcile(twice, left)).errors).toBe(
      `tallystick: warning: ${twice}: 1 record has an id that was there before, the first on line 3; it is kept, with #2 and so on behind the id\n`,
    )
  })

  it('of a field that no record of a side has names the rule', async () => {
    const rules = scratch.write('absent.json', JSON.stringify([{ id: 'e2e', match: [{ field: 'attributes.e2e' }] }]))
    const { errors } = await reconcile(left, right, '--rules', rules)
    expect(errors).toMatch(/^tallystick: warning: Rule e2e reads attributes\.e2e, which no record of source has/)
  })

  it('leads to proposed rules where the built-in ones match hardly a record', async () => {
    const [fees, dues] = [
      scratch.write('fees.csv', 'id,date,amount\na,2026-03-02,1\n'),
      scratch.write('dues.csv', 'id,date,amount\nb,2026-03-02,2\n'),
    ]
    const hint = '--rules propose takes rules that the two files suggest\n'
    expect((await reconcile(fees, dues)).errors).toContain(hint)
    const rules = scratch.write('own.json', JSON.stringify([{ id: 'own', match: [{ field: 'id' }] }]))
    expect((await reconcile(fees, dues, '--rules', rules)).errors).not.toContain(hint)
  })

  it('of a file without a record says so, and of two that nothing was reconciled', async () => {
    const lost = scratch.write('lost.csv', 'id,date,amount,currency s1,2026-03-02,5,EUR s2,2026-03-02,5,EUR')
    const one = await reconcile(left, lost)
    expect(one).toMatchObject({
      code: 1,
      errors: `tallystick: warning: ${lost}: there is a header but not one record below it; a file that lost its line breaks looks like that\n`,
    })
    const both = await reconcile(headerOnly, lost)
    expect(both.code).toBe(0)
    expect(both.errors).toMatch(/: warning: neither file has a record, so nothing was reconciled\n$/)
  })
})

describe('--out -', () => {
  it('writes the lines to standard output and the rest to standard error', async () => {
    const out = scratch.path('lines.ndjson')
    const { output: summary, errors: warnings } = await reconcile(left, right, '--out', out)
    const { code, output, errors } = await reconcile(left, right, '--out', '-')
    expect(code).toBe(1)
    expect(output).toBe(readFileSync(out, 'utf8'))
    expect(errors).toBe(`${warnings}${summary.replaceAll(out, 'standard output')}`)
  })
})

describe('a file of another kind', () => {
  it.each([
    [
      'package.json',
      '{\n  "name": "x",\n  "files": [\n    "a"\n  ]\n}\n',
      /^tallystick: .*package\.json:1: Got JSON without records, wanted a list of records, or an object with one, .*\n$/,
    ],
    [
      'book.xlsx',
      'PK\u0003\u0004rest',
      /^tallystick: .*book\.xlsx:1: Got a zip without its end, wanted the whole file: .*\n$/,
    ],
    ['page.csv', '<!DOCTYPE html>\n<title>Sign in</title>', /^tallystick: .*page\.csv:1: Got a web page, .*\n$/],
    ['letter.pdf', '%PDF-1.7\nrest', /^tallystick: .*letter\.pdf:1: Got a PDF, wanted a file of records: .*\n$/],
  ])('is told in one sentence first: %s', async (name, content, sentence) => {
    const { code, errors } = await reconcile(scratch.write(name, content), right)
    expect(code).toBe(2)
    expect(errors).toMatch(sentence)
  })

  it('is read where it is a workbook, or several files in a zip', async () => {
    const out = scratch.path('report.xlsx')
    const month = (name: string, day: string) => ({ name, content: `${header}${name},2026-${day},5,EUR,INV-${name}\n` })
    const both = scratch.write('both.csv', `${header}a,2026-03-02,5,EUR,INV-a\nb,2026-04-02,5,EUR,INV-b\n`)
    const zip = scratch.path('months.zip')
    writeFileSync(zip, zipOf([month('b', '04-02'), month('a', '03-02')]))
    expect(await reconcile(zip, both)).toMatchObject({ code: 0, errors: '' })
    expect((await reconcile(left, right, '--report', out)).code).toBe(1)
    const { errors } = await reconcile(out, right)
    expect(errors).toContain('report.xlsx:Summary:1: Got no header row among the first 30 rows of the sheet "Summary"')
  })
})

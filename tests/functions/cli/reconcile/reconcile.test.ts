import { readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { canonicalize } from '@tallystick/engine/base'
import { leafHash } from '@tallystick/engine/merkle'
import { afterAll, describe, expect, it } from 'vitest'
import { sha256 } from '../../../../functions/cli/sha256.ts'
import { naiveRoot } from '../../../engine/support/naive-merkle.ts'
import { createScratch, readLines, runWords } from '../../../support/node/command.ts'
import { readDoc } from '../../../support/node/docs.ts'
import { expectedOutcome } from '../../../support/node/samples.ts'
import { root } from '../../../support/node/step.ts'

const scratch = createScratch()
afterAll(() => scratch.remove())

const sample = (name: string) => join(root, 'tests/samples', name)
const header = 'id,date,amount,currency,reference\n'
const left = scratch.write('left.csv', `${header}s1,2026-03-02,100,EUR,INV-7\ns2,2026-03-03,7,EUR,INV-9\n`)
const right = scratch.write('right.csv', `${header}t1,2026-03-02,100.00,EUR,INV-7\nt2,2026-03-03,7.07,EUR,INV-9\n`)
const paid = scratch.write('paid.csv', `${header}t1,2026-03-02,100,EUR,INV-7\nt2,2026-03-03,7,EUR,INV-9\n`)
const reconcile = (...words: readonly string[]) => runWords(['reconcile', ...words])

describe('the samples', () => {
  const out = scratch.path('samples.ndjson')

  it('come out as expected, record by record', async () => {
    const end = await reconcile(...samplesWith('--out', out))
    expect(end).toMatchObject({ code: 1, errors: '' })
    expect(readLines(out, 'match').map(({ rule, source, target }) => [rule, source, target])).toEqual(
      expectedOutcome.matches.map(({ rule, source, target }) => [rule, [source], [target]]),
    )
    expect(readLines(out, 'break').map(({ reason, source, target }) => [reason, source, target])).toEqual(
      expectedOutcome.breaks.map(({ reason, source, target }) => [reason, source, target]),
    )
    expect(readLines(out, 'totals')).toEqual([{ kind: 'totals', ...expectedOutcome.totals }])
  })

  it('are written as canonical lines under the root that is printed', async () => {
    const { output } = await reconcile(...samplesWith('--out', out))
    const lines = readFileSync(out, 'utf8').split('\n')
    expect(lines.pop()).toBe('')
    expect(lines).toEqual(lines.map((line) => canonicalize(JSON.parse(line))))
    const leaves = lines.map((line) => leafHash(sha256, new TextEncoder().encode(line)))
    expect(output).toContain(`${lines.length} lines under the root ${naiveRoot(leaves).toString('hex')}`)
  })

  it('are what the command of docs/cli.md reconciles', async () => {
    const [, command = ''] = /^npx tallystick (reconcile .*)$/m.exec(readDoc('cli')) ?? []
    const words = command.split(' ').map((word) => (word.startsWith('tests/') ? join(root, word) : word))
    const documentedOut = scratch.path('documented.ndjson')
    expect(words.slice(-2)).toEqual(['--out', 'result.ndjson'])
    expect(await runWords([...words.slice(0, -1), documentedOut])).toMatchObject({ code: 1, errors: '' })
    expect(readFileSync(documentedOut)).toEqual(readFileSync(out))
  })

  it('give the same bytes again', async () => {
    const again = scratch.path('again.ndjson')
    await reconcile(...samplesWith('--out', out))
    await reconcile(...samplesWith('--out', again))
    expect(readFileSync(again)).toEqual(readFileSync(out))
  })

  const samplesWith = (...words: readonly string[]) => [
    ...[sample('bank-statement.csv'), sample('ledger.csv'), '--rules', sample('rules.json')],
    ...words,
  ]
})

describe('the exit code', () => {
  it('is 0 when nothing is open, and 1 when a record is', async () => {
    expect(await reconcile(left, paid)).toMatchObject({ code: 0, errors: '' })
    expect(await reconcile(left, right)).toMatchObject({ code: 1, errors: '' })
  })

  it('is 0 when the records that nothing matches are out of scope', async () => {
    const filter = [{ field: 'reference', op: 'eq', value: 'INV-9' }]
    const rules = [
      { id: 'scope', action: 'exclude', where: { source: filter, target: filter } },
      { id: 'rest', match: [{ field: 'reference' }] },
    ]
    const path = scratch.write('scope.json', JSON.stringify(rules))
    expect(await reconcile(left, right, '--rules', path)).toMatchObject({ code: 0, errors: '' })
  })
})

describe('the summary', () => {
  it('counts records, amounts, rules and breaks, each table aligned', async () => {
    const { output } = await reconcile(left, right)
    expect(output).toContain(`\
         records   matched   open   excluded
source         2         1      1          0
target         2         1      1          0

      source matched   source open   target matched   target open
EUR           100.00          7.00           100.00          7.07

rule          matches   ambiguous   left in source   left in target
reference           1           0                1                1
id                  0           0                1                1
amount-date         0           0                1                1

break             count
amount_mismatch       1

matches       1: 1 exact, 0 high, 0 medium, 0 low
match rate    50.00 %
suggestions   0
breaks        1
result        4 lines under the root `)
  })

  it('says where the result is', async () => {
    const out = scratch.path('said.ndjson')
    expect((await reconcile(left, right, '--out', out)).output).toContain(`written to    ${out}\n`)
  })
})

describe('a mapping', () => {
  const statement = scratch.write('statement.csv', 'Nr;Tag;Wert\ns1;02.03.2026;1.000,50\n')
  const book = scratch.write('book.csv', 'Nr;Tag;Wert\ns1;02.03.2026;1.000,50\n')
  const other = scratch.write('other.ndjson', '{"key":"s1","when":"2026-03-02","value":"1000.5"}\n')
  const german = { id: 'Nr', date: { column: 'Tag', format: 'DD.MM.YYYY' }, amount: 'Wert', decimal: ',' }
  const euro = ['--currency', 'EUR']
  /** Both sides are read, into the same record. */
  const read = {
    code: 0,
    errors: 'tallystick: warning: Source and target are the same records: one side may be the wrong file.\n',
  }

  it('holds for both sides', async () => {
    const path = scratch.write('both.json', JSON.stringify(german))
    expect(await reconcile(statement, book, '--mapping', path, ...euro)).toMatchObject(read)
  })

  it('holds for each side on its own, a CSV against NDJSON', async () => {
    const sides = { source: german, target: { id: 'key', date: 'when', amount: 'value' } }
    const path = scratch.write('sides.json', JSON.stringify(sides))
    expect(await reconcile(statement, other, '--mapping', path, ...euro)).toMatchObject(read)
  })

  it('may be of one side only', async () => {
    const path = scratch.write('one.json', `\ufeff${JSON.stringify({ source: german })}`)
    const canonical = scratch.write('canonical.ndjson', '{"id":"s1","date":"2026-03-02","amount":"1000.5"}\n')
    expect(await reconcile(statement, canonical, '--mapping', path, ...euro)).toMatchObject(read)
  })

  it('is told what a column may be written as', async () => {
    const path = scratch.write('shapes.json', JSON.stringify({ amount: 5, date: [] }))
    const { code, errors } = await reconcile(statement, book, '--mapping', path)
    expect(code).toBe(2)
    expect(faultsIn(errors)).toEqual([
      `${path} /amount: Got 5, wanted a column, { column, negate }, { debit, credit } or { column, flag, debitValues }`,
      `${path} /date: Got an empty list, wanted a column, { column, format } or { format }`,
    ])
  })

  it('does not judge rows while it is faulty itself, but a file that is not there', async () => {
    const path = scratch.write('faulty.json', JSON.stringify({ source: { ...german, amuont: 'Wert' }, fee: 'x' }))
    const { code, errors } = await reconcile(statement, scratch.path('absent.csv'), '--mapping', path)
    expect(code).toBe(2)
    expect(faultsIn(errors)).toEqual([
      `${path} /source/amuont: There is no such member here; did you mean amount?`,
      `${path} /fee: There is no such member here`,
      `${scratch.path('absent.csv')}: there is no such file`,
    ])
  })
})

describe('a currency and an encoding', () => {
  const euro = scratch.write('euro.csv', `${header}s1,2026-03-02,5,EUR,A\ns2,2026-03-02,6,,B\n`)
  const bare = scratch.write('bare.csv', 'id,date,amount,reference\nt1,2026-03-02,5,A\nt2,2026-03-02,6,B\n')

  it('are of both files, and only of records that name no currency', async () => {
    expect((await reconcile(euro, bare)).code).toBe(1)
    expect(await reconcile(euro, bare, '--currency', 'EUR')).toMatchObject({ code: 0, errors: '' })
    expect((await reconcile(euro, bare, '--currency', 'USD')).code).toBe(1)
  })

  it('may be given to each side: first to the source, then to the target', async () => {
    const polish = scratch.write('polish.csv', Uint8Array.from([...bytesOf(`${header}s1,2026-03-02,5,,`), 0xb3, 0x0a]))
    const utf8 = scratch.write('utf8.csv', `${header}t1,2026-03-02,5,PLN,ł\n`)
    const currencies = ['--currency', 'PLN', '--currency', 'EUR']
    const encodings = ['--encoding', 'windows-1250', '--encoding', 'UTF-8']
    expect(await reconcile(polish, utf8, ...currencies, ...encodings)).toMatchObject({ code: 0, errors: '' })
    expect((await reconcile(polish, utf8, ...currencies, '--encoding', 'windows-1250')).code).toBe(1)
  })

  it('are told what they may be, and that the rules are wrong as well', async () => {
    const path = scratch.write('empty-rules.json', '{}')
    const words = ['--currency', 'euro', '--encoding', 'ebcdic', '--rules', path]
    const { code, errors } = await reconcile(euro, bare, ...words)
    expect(code).toBe(2)
    expect(faultsIn(errors)).toEqual([
      expect.stringMatching(/empty-rules\.json: /),
      'Got "euro" as --currency, wanted an ISO 4217 code in upper case, such as EUR',
      expect.stringMatching(/^Got "ebcdic" as --encoding, wanted one of utf-8, .*windows-1250/),
    ])
  })

  const bytesOf = (text: string) => new TextEncoder().encode(text)
})

describe('what is wrong', () => {
  it('is told all at once: rules, both files and the place of the result', async () => {
    const rules = [{ match: [{ field: 'amount', tolerence: 1 }] }, { match: [{ field: 'reference' }], asign: 'most' }]
    const rulesPath = scratch.write('bad-rules.json', JSON.stringify(rules))
    const bad = scratch.write('bad.csv', `${header}s1,2026-03-02,abc,EUR,\ns2,2026-02-30,1,EUR,\n`)
    const out = scratch.path('no/such/result.ndjson')
    const end = await reconcile(bad, dirname(left), '--rules', rulesPath, '--out', out)
    expect(end).toMatchObject({ code: 2, output: '' })
    expect(end.errors).toMatch(/^tallystick: 6 faults\n/)
    expect(faultsIn(end.errors)).toEqual([
      `${rulesPath} /0/match/0/tolerence: There is no such member here; did you mean tolerance?`,
      `${rulesPath} /1/asign: There is no such member here; did you mean assign?`,
      expect.stringMatching(/bad\.csv:2: column "amount": Got "abc", wanted /),
      `Pass the mapping of this file as --mapping '{"source":{…}}'`,
      expect.stringMatching(/bad\.csv:3: column "date": Got "2026-02-30", wanted /),
      `${dirname(left)}: is a directory, wanted a file`,
      `${out}: there is no such directory`,
    ])
  })

  it.each([
    ['{"id":1,"id":2}', ':1:9 /id: Got the member "id" twice, wanted each name once'],
    ['{"id":\n  1', ':2:4: Got the end of the text, wanted a comma or a closing brace'],
    ['{}', ': Got an object, wanted a list'],
    ['{"rules":{}}', ' /rules: Got an object, wanted a list'],
    [Uint8Array.of(0x5b, 0xff, 0x5d), ': Got bytes that are no UTF-8, wanted JSON'],
  ])('is told of a file of rules: %s', async (content, fault) => {
    const path = scratch.write('rules.json', content)
    expect(await reconcile(left, right, '--rules', path)).toMatchObject({
      code: 2,
      errors: `tallystick: ${path}${fault}\n`,
    })
  })

  it('ends the reading of a file after 20 faults', async () => {
    const path = scratch.write('many.csv', `${header}${'s,2026-03-02,abc,EUR,\n'.repeat(50)}`)
    const { code, errors } = await reconcile(path, right)
    expect(code).toBe(2)
    expect(faultsIn(errors).filter((fault) => fault.startsWith(path))).toHaveLength(21)
    expect(faultsIn(errors).at(-1)).toBe(`${path}: reading stopped after 20 faults`)
  })
})

describe('the result file', () => {
  it('stays as it was when anything is wrong, and nothing is left beside it', async () => {
    const out = scratch.write('kept.ndjson', 'older\n')
    const before = readdirSync(dirname(out))
    expect((await reconcile(scratch.path('absent.csv'), right, '--out', out)).code).toBe(2)
    expect(readFileSync(out, 'utf8')).toBe('older\n')
    expect(readdirSync(dirname(out))).toEqual(before)
  })

  it('replaces an older one, also behind a link', async () => {
    const out = scratch.write('older.ndjson', 'older\n')
    const link = scratch.path('link.ndjson')
    symlinkSync(out, link)
    expect((await reconcile(left, right, '--out', link)).code).toBe(1)
    expect(readLines(out, 'tallystick/result@1')).toHaveLength(1)
    expect(readLines(out, 'break')).toHaveLength(1)
  })

  it('is never one of the files that are read', async () => {
    const text = readFileSync(left, 'utf8')
    const link = scratch.path('link.csv')
    symlinkSync(left, link)
    for (const out of [left, link]) {
      const { code, errors } = await reconcile(left, right, '--out', out)
      expect({ code, errors }).toEqual({
        code: 2,
        errors: `tallystick: ${out}: is read as well, wanted another file for the result\n`,
      })
    }
    expect(readFileSync(left, 'utf8')).toBe(text)
  })
})

function faultsIn(errors: string): readonly string[] {
  return errors
    .split('\n')
    .filter((line) => line.startsWith('  '))
    .map((line) => line.trim())
}

it('refuses rules whose calendar does not know a year of the records', async () => {
  const rules = scratch.write(
    'years.json',
    JSON.stringify([{ match: [{ field: 'reference' }, { field: 'date', businessDays: 1, calendar: 'gb' }] }]),
  )
  const old = scratch.write('old.csv', `${header}t1,2019-12-30,100.00,EUR,INV-7\n`)
  expect(await reconcile(left, right, '--rules', rules)).toMatchObject({ errors: '' })
  const end = await reconcile(left, old, '--rules', rules)
  expect(end.code).toBe(2)
  expect(end.errors).toContain('counts days by gb, which knows 2020 to 2035: the dates need 2019 to 2035')
})

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CanonicalRecord } from '@tallystick/engine/record'
import { afterAll, describe, expect, it } from 'vitest'
import type { ShownProposal } from '../../../../functions/audit/report/shown-proposal.ts'
import { createScratch, readLines, runWords } from '../../../support/node/command.ts'
import { root } from '../../../support/node/step.ts'
import { relatedSides, shuffled, unrelatedSides } from '../../../support/two-sides.ts'

const scratch = createScratch()
afterAll(() => scratch.remove())

const fields = ['id', 'date', 'amount', 'currency', 'reference', 'description', 'counterparty'] as const
const csvOf = (records: readonly CanonicalRecord[]): string =>
  [fields, ...records.map((record) => fields.map((field) => record[field] ?? ''))]
    .map((cells) => `${cells.join(',')}\n`)
    .join('')

const related = relatedSides(300)
const unrelated = unrelatedSides(120)
const bank = scratch.write('bank.csv', csvOf(related.source))
const ledger = scratch.write('ledger.csv', csvOf(related.target))
const wages = scratch.write('wages.csv', csvOf(unrelated.source))
const sales = scratch.write('sales.csv', csvOf(unrelated.target))

const samples = ['bank-statement.csv', 'ledger.csv'].map((name) => join(root, 'tests/samples', name))
const propose = (...words: readonly string[]) => runWords(['propose', ...words])
const reconcile = (...words: readonly string[]) => runWords(['reconcile', ...words])

/** The matches, suggestions and netted groups of each rule in a result. */
function countsIn(path: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const kind of ['match', 'suggestion', 'netted'] as const)
    for (const { rule } of readLines(path, kind)) counts.set(rule, (counts.get(rule) ?? 0) + 1)
  return counts
}

describe('npx tallystick propose', () => {
  it.each([
    ['a bank and its ledger', bank, ledger],
    ['the samples', samples[0] ?? '', samples[1] ?? ''],
  ])('prints rules of %s that match what was promised', async (_, source, target) => {
    const { code, output } = await propose(source, target)
    expect(code).toBe(0)
    const rules = scratch.write('rules.json', output)
    const whole: ShownProposal = JSON.parse((await propose(source, target, '--json')).output)
    expect(whole.related).toBe(true)
    expect(whole.rules).toEqual(JSON.parse(output))
    const out = scratch.path('promised.ndjson')
    expect((await reconcile(source, target, '--rules', rules, '--out', out)).code).toBeLessThan(2)
    expect([...countsIn(out)].sort()).toEqual(whole.explanations.map(({ rule, matches }) => [rule, matches]).sort())
  })

  it('says of each rule what it does, why, what is to be expected, and which records it matches', async () => {
    const { errors } = await propose(bank, ledger)
    const [sides = '', first = '', ...rest] = errors.split('\n\n')
    expect(sides).toMatch(/^source +bank\.csv +300 records .*\ntarget +ledger\.csv +270 records /)
    const [heading, expected, ...others] = first.split('\n')
    expect(heading).toMatch(/^1\. [a-z0-9_-]+ \(match\): \S.*\.$/)
    expect(expected).toBe('   270 matches, by estimate 0 (0 %) wrong')
    expect(others.filter((line) => line.startsWith('   - ')).length).toBeGreaterThan(0)
    expect(others.filter((line) => /^ {3}(for example|and)$/.test(line))).toHaveLength(3)
    expect(others.filter((line) => /^ {5}source {3}line \d+ +b\d+ .* EUR {3}INV-\d+/.test(line))).toHaveLength(3)
    expect(others.filter((line) => /^ {5}target {3}line \d+ +E[A-Z]+ .* EUR {3}inv \d+/.test(line))).toHaveLength(3)
    expect(rest.at(-1)).toMatch(/^in no match: 30 of 300 records of the source, 0 of 270 records of the target\n/)
  })

  it('keeps the lines of records within the terminal', async () => {
    const { errors } = await runWords(['propose', ...samples], 80)
    const records = errors.split('\n').filter((line) => /^ +(source|target) +line /.test(line))
    expect(records.length).toBeGreaterThan(0)
    expect(Math.max(...records.map((line) => [...line].length))).toBeLessThanOrEqual(80)
  })

  it('prints the same of the same records in another order', async () => {
    const mixedBank = scratch.write('mixed-bank.csv', csvOf(shuffled(related.source)))
    const mixedLedger = scratch.write('mixed-ledger.csv', csvOf(shuffled(related.target)))
    for (const words of [[], ['--json']])
      expect((await propose(mixedBank, mixedLedger, ...words)).output).toBe(
        (await propose(bank, ledger, ...words)).output,
      )
  })

  it('reads the files with the options of reconcile', async () => {
    const withoutCurrency = (records: readonly CanonicalRecord[]) => records.map(({ currency: _, ...rest }) => rest)
    const bare = scratch.write('bare.csv', csvOf(withoutCurrency(related.source)).replace('reference', 'Belegfeld'))
    const mapping = scratch.write('mapping.json', '{ "source": { "reference": "Belegfeld" } }')
    const words = [bare, ledger, '--currency', 'EUR', '--mapping', mapping]
    expect((await propose(...words)).output).toBe((await propose(bank, ledger)).output)
  })

  it('prints no rules for files that nothing relates, and ends with 1', async () => {
    const { code, output, errors } = await propose(wages, sales)
    expect({ code, output }).toEqual({ code: 1, output: '' })
    expect(errors).toContain(`\ntallystick: ${wages} and ${sales} suggest no rules.`)
    const whole = await propose(wages, sales, '--json')
    expect(whole.code).toBe(1)
    expect(JSON.parse(whole.output)).toMatchObject({ related: false, rules: [], explanations: [] })
  })

  it('prints no rules where a file has no record', async () => {
    const empty = scratch.write('empty.csv', csvOf([]))
    const { code, output, errors } = await propose(empty, ledger)
    expect({ code, output }).toEqual({ code: 1, output: '' })
    expect(errors).toContain(`tallystick: ${empty} and ${ledger} suggest no rules. The source has no records.`)
  })

  it('names every fault of both files, and ends with 2', async () => {
    const broken = scratch.write('broken.csv', 'id,date,amount\na,2026-03-01,1\nb,2026-03-01,x1\n')
    const { code, output, errors } = await propose(broken, scratch.path('absent.csv'), '--currency', 'euro')
    expect({ code, output }).toEqual({ code: 2, output: '' })
    expect(errors).toContain('as --currency, wanted')
    expect(errors).toContain('absent.csv: there is no such file')
    expect((await propose(broken, ledger)).errors).toContain(`${broken}:3`)
  })
})

describe('npx tallystick reconcile --rules propose', () => {
  it('runs the rules that propose prints', async () => {
    const [given, proposed] = [scratch.path('given.ndjson'), scratch.path('proposed.ndjson')]
    const rules = scratch.write('rules.json', (await propose(...samples)).output)
    await reconcile(...samples, '--rules', rules, '--out', given)
    const { code, output, errors } = await reconcile(...samples, '--rules', 'propose', '--out', proposed)
    expect(code).toBe(1)
    expect(readFileSync(proposed)).toEqual(readFileSync(given))
    expect(output).toContain('open: ')
    const [heading, ...lines] = errors.trimEnd().split('\n')
    expect(heading).toMatch(/^rules proposed for these two files; /)
    expect(lines.map((line) => line.trim().split(' ')[0])).toEqual(readRules(rules).map(({ id }) => id))
  })

  it('claims nothing of files that nothing relates, says so, and writes nothing', async () => {
    const out = scratch.path('unrelated.ndjson')
    const { code, output, errors } = await reconcile(wages, sales, '--rules', 'propose', '--out', out)
    expect({ code, output }).toEqual({ code: 2, output: '' })
    expect(errors).toMatch(/^tallystick: .* suggest no rules\. .* Nothing was reconciled\.\n$/)
    expect(existsSync(out)).toBe(false)
  })

  it('reads a file of that name by its path', async () => {
    expect((await reconcile(bank, ledger, '--rules', './propose')).errors).toBe(
      'tallystick: ./propose: there is no such file\n',
    )
  })
})

const readRules = (path: string): readonly { readonly id: string }[] => JSON.parse(readFileSync(path, 'utf8'))

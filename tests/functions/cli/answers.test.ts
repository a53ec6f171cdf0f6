import { afterAll, describe, expect, it } from 'vitest'
import { createScratch, runWords } from '../../support/node/command.ts'

/** What scripts read: answers as JSON, and nothing that was not asked for. */

const scratch = createScratch()
afterAll(scratch.remove)

const files = ['tests/samples/bank-statement.csv', 'tests/samples/ledger.csv']
const rules = ['--rules', 'tests/samples/rules.json']

describe('reconcile', () => {
  it('prints root, summary and sides as JSON', async () => {
    const out = scratch.path('result.ndjson')
    const { code, output } = await runWords(['reconcile', ...files, ...rules, '--json', '--out', out])
    const { source, summary, resultRoot, leafCount } = JSON.parse(output)
    expect({ code, path: source.path, recordCount: source.recordCount }).toEqual({
      code: 1,
      path: files[0],
      recordCount: 239,
    })
    expect(summary.matchCount).toBe(217)
    const report = await runWords(['reconcile', ...files, ...rules, '--out', out])
    expect(report.output).toContain(resultRoot)
    expect(leafCount).toBeGreaterThan(217)
  })

  it('prints nothing with --quiet, and ends with the same exit code', async () => {
    expect(await runWords(['reconcile', ...files, '--quiet'])).toEqual({ code: 1, output: '', errors: '' })
  })

  it('prints faults with --quiet, too', async () => {
    expect(await runWords(['reconcile', 'absent.csv', 'absent.csv', '--quiet'])).toMatchObject({
      code: 2,
      output: '',
      errors: expect.stringContaining('absent.csv'),
    })
  })
})

describe('inspect', () => {
  it('prints what a file is as JSON', async () => {
    const { output } = await runWords(['inspect', 'tests/samples/ledger.csv', '--json'])
    const { format, isReadable, summary, firstRecords } = JSON.parse(output)
    expect({ format, isReadable, first: firstRecords[0].currency }).toEqual({
      format: 'csv',
      isReadable: true,
      first: 'EUR',
    })
    expect(summary.recordCount).toBeGreaterThan(200)
  })

  it('prints the faults of a file that cannot be read as JSON', async () => {
    const path = scratch.write('wrong.csv', 'date,amount,currency\n2026-03-01,seven,EUR\n')
    const { code, output } = await runWords(['inspect', path, '--json'])
    const { isReadable, faults } = JSON.parse(output)
    expect({ code, isReadable }).toEqual({ code: 1, isReadable: false })
    expect(faults.join()).toContain('seven')
  })
})

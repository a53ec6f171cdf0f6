import { afterAll, describe, expect, it } from 'vitest'
import { packOf } from '../../engine/support/packed.ts'
import { seal } from '../../engine/support/sealed.ts'
import { sealedCase } from '../../engine/support/sealed-case.ts'
import { createScratch, runWords } from '../../support/node/command.ts'
import { zipped } from '../../support/node/pack.ts'
import { problemAnswer, startScripted } from '../../support/node/scripted-service.ts'

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

describe('--quiet', () => {
  it('leaves propose its rules', async () => {
    const loud = await runWords(['propose', ...files])
    expect(await runWords(['propose', ...files, '--quiet'])).toEqual({ code: 0, output: loud.output, errors: '' })
  })

  it('says with the exit code alone that nothing relates two files', async () => {
    const one = scratch.write('one.csv', 'id,date,amount,currency\na,2026-03-01,1,EUR\n')
    const other = scratch.write('other.csv', 'id,date,amount,currency\nb,2026-09-01,977,EUR\n')
    expect(await runWords(['propose', one, other])).toMatchObject({
      code: 1,
      errors: expect.stringContaining('no rules'),
    })
    expect(await runWords(['propose', one, other, '--quiet'])).toEqual({ code: 1, output: '', errors: '' })
  })

  it('says with the exit code whether a file can be read, and prints why it cannot', async () => {
    const [file = ''] = files
    expect(await runWords(['inspect', file, '--quiet'])).toEqual({ code: 0, output: '', errors: '' })
    const wrong = scratch.write('wrong.csv', 'date,amount,currency\n2026-03-01,seven,EUR\n')
    expect(await runWords(['inspect', wrong, '--quiet'])).toMatchObject({
      code: 1,
      output: expect.stringContaining('seven'),
    })
  })

  it('says with the exit code whether evidence holds', async () => {
    const pack = zipped(packOf(await seal(sealedCase)))
    const whole = scratch.write('whole.zip', pack)
    expect(await runWords(['verify', whole, '--trust-pack-keys', '--quiet'])).toEqual({
      code: 0,
      output: '',
      errors: '',
    })
    expect(await runWords(['verify', whole, '--quiet'])).toMatchObject({ code: 3, output: '' })
    const cut = scratch.write('cut.zip', pack.subarray(0, 100))
    expect(await runWords(['verify', cut, '--quiet'])).toMatchObject({
      code: 2,
      errors: expect.stringContaining('cut.zip'),
    })
  })

  it('says nothing of a run that is cancelled, and all of one that is unknown', async () => {
    const words = ['run', '--id', 'run_1', '--cancel', '--key', 'k']
    const cancelled = await startScripted(() => ({ status: 200, body: {} }))
    const unknown = await startScripted(() => problemAnswer(404, 'run_not_found'))
    try {
      expect((await runWords([...words, '--url', cancelled.origin])).output).toBe('run_1 is cancelled\n')
      expect(await runWords([...words, '--url', cancelled.origin, '--quiet'])).toEqual({
        code: 0,
        output: '',
        errors: '',
      })
      expect(await runWords([...words, '--url', unknown.origin, '--quiet'])).toMatchObject({
        code: 2,
        errors: expect.stringContaining('run_not_found'),
      })
    } finally {
      await Promise.all([cancelled.stop(), unknown.stop()])
    }
  })

  it('keeps the answer of --json', async () => {
    const [, ledger = ''] = files
    const { output, errors } = await runWords(['inspect', ledger, '--json', '--quiet'])
    expect({ format: JSON.parse(output).format, errors }).toEqual({ format: 'csv', errors: '' })
  })
})

import { describe, expect, it } from 'vitest'
import { readArguments, usage } from '../../../functions/cli/arguments.ts'
import { runWords } from '../../support/node/command.ts'

const plain = { command: 'reconcile', source: 'a.csv', target: 'b.csv', rules: undefined, mapping: undefined }

describe('the words after tallystick', () => {
  it('name both sides, and options before, between and after them', () => {
    expect(readArguments(['reconcile', 'a.csv', 'b.csv'])).toEqual({ ok: true, value: { ...plain, out: undefined } })
    const all = { ...plain, rules: 'r.json', mapping: 'm.json', out: 'o.ndjson' }
    expect(
      readArguments(['reconcile', '--rules', 'r.json', 'a.csv', '--out=o.ndjson', 'b.csv', '--mapping', 'm.json']),
    ).toEqual({ ok: true, value: all })
  })

  it('are files after two dashes, whatever they look like', () => {
    const value = { ...plain, source: '--rules', target: '-', out: undefined }
    expect(readArguments(['reconcile', '--', '--rules', '-'])).toEqual({ ok: true, value })
  })

  it.each([
    [[], ['Got nothing, wanted the command reconcile']],
    [['reconsile', 'a', 'b'], ['Got "reconsile", wanted the command reconcile']],
    [['reconcile'], ['Got no file, wanted SOURCE and TARGET']],
    [['reconcile', 'a'], ['Got one file, wanted SOURCE and TARGET']],
    [['reconcile', 'a', 'b', 'c'], ['Got "c", wanted nothing after SOURCE and TARGET']],
    [['reconcile', 'a', 'b', '--rules'], ['--rules has no value, wanted a file']],
    [['reconcile', 'a', 'b', '--rules='], ['--rules has no value, wanted a file']],
    [['reconcile', 'a', 'b', '--rules', '--out', 'o'], ['--rules has no value, wanted a file']],
    [['reconcile', 'a', 'b', '--out', 'o', '--out', 'p'], ['--out is there twice, wanted one file']],
    [['reconcile', 'a', 'b', '-v'], ['Got "-v", wanted one of --rules, --mapping, --out']],
    [
      ['reconcile', 'a', '--rule', '--out'],
      [
        'Got "--rule", wanted one of --rules, --mapping, --out',
        '--out has no value, wanted a file',
        'Got one file, wanted SOURCE and TARGET',
      ],
    ],
  ])('are refused with every fault: %j', (words, faults) => {
    expect(readArguments(words)).toEqual({ ok: false, faults })
  })

  it('end in exit code 2 and the usage when they are refused, and print it when they ask for help', async () => {
    const refused = await runWords(['reconcile'])
    expect(refused).toEqual({ code: 2, output: '', errors: expect.stringContaining(usage) })
    expect(await runWords(['reconcile', '--help'])).toEqual({ code: 0, output: `${usage}\n`, errors: '' })
  })
})

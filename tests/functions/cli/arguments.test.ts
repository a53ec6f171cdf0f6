import { engineVersion } from '@tallystick/engine/base'
import { describe, expect, it } from 'vitest'
import { readArguments } from '../../../functions/cli/run-command.ts'
import { usage, usageOf } from '../../../functions/cli/usage.ts'
import { runWords } from '../../support/node/command.ts'

const files = { source: 'a.csv', target: 'b.csv', rules: undefined, mapping: undefined }
const outputs = { report: undefined, breakCountMax: 50, isJson: false, isQuiet: false }
const plain = {
  command: 'reconcile',
  ...files,
  ...outputs,
  currencies: [],
  encodings: [],
  kinds: [],
  levels: [],
  sheets: [],
}

describe('the words after tallystick', () => {
  it('name both sides, and options before, between and after them', async () => {
    expect(await readArguments(['reconcile', 'a.csv', 'b.csv'])).toEqual({
      ok: true,
      value: { ...plain, out: undefined },
    })
    const all = { ...plain, rules: 'r.json', mapping: 'm.json', out: 'o.ndjson' }
    expect(
      await readArguments([
        'reconcile',
        '--rules',
        'r.json',
        'a.csv',
        '--out=o.ndjson',
        'b.csv',
        '--mapping',
        'm.json',
      ]),
    ).toEqual({ ok: true, value: all })
  })

  it('give one currency and one encoding to both sides, or each side its own', async () => {
    const words = ['reconcile', 'a.csv', 'b.csv', '--currency', 'EUR', '--encoding=utf-8', '--encoding', 'latin1']
    const value = { ...plain, out: undefined, currencies: ['EUR'], encodings: ['utf-8', 'latin1'] }
    expect(await readArguments(words)).toEqual({ ok: true, value })
  })

  it('name a report by the end of its name, and how many breaks are listed', async () => {
    const words = ['reconcile', 'a.csv', 'b.csv', '--report', 'R.XLSX', '--breaks']
    const value = { ...plain, out: undefined, report: 'R.XLSX' }
    expect(await readArguments([...words, '7'])).toEqual({ ok: true, value: { ...value, breakCountMax: 7 } })
    expect(await readArguments([...words, 'all'])).toEqual({
      ok: true,
      value: { ...value, breakCountMax: Number.POSITIVE_INFINITY },
    })
  })

  it('are files after two dashes, whatever they look like', async () => {
    const value = { ...plain, source: '--rules', target: '-', out: undefined }
    expect(await readArguments(['reconcile', '--', '--rules', '-'])).toEqual({ ok: true, value })
  })

  it('name a pack, whether it is to be replayed, and as many keys as there are', async () => {
    const expected = {
      keys: [],
      origin: undefined,
      trustsOwnKeys: false,
      anchoring: { policy: undefined, tsa: [] },
      isJson: false,
      isQuiet: false,
    }
    const value = { command: 'verify', file: 'p.zip', replay: 'where possible', ...expected }
    expect(await readArguments(['verify', 'p.zip'])).toEqual({ ok: true, value })
    expect(await readArguments(['verify', '--replay', 'p.zip', '--key', 'a+1+b', '--key=c+2+d'])).toEqual({
      ok: true,
      value: { ...value, replay: 'wanted', keys: ['a+1+b', 'c+2+d'] },
    })
    expect(
      await readArguments(['verify', 'p.zip', '--no-replay', '--trust-pack-keys', '--log', 'log.example.com/a']),
    ).toEqual({
      ok: true,
      value: { ...value, replay: 'left out', trustsOwnKeys: true, origin: 'log.example.com/a' },
    })
  })

  it.each([
    [['a', '--graph'], { about: 'graph', format: 'json' }],
    [['--graph', '--format', 'dot', 'a'], { about: 'graph', format: 'dot' }],
    [['a', '--lineage', 'source:s1'], { about: 'lineage', artifact: 'source:s1' }],
    [['a', '--impact'], { about: 'impact', rule: undefined }],
    [['a', '--impact', 'ref'], { about: 'impact', rule: 'ref' }],
    [['--impact=-r', 'a'], { about: 'impact', rule: '-r' }],
    [['a', '--changes', 'brk_1'], { about: 'changes', breakId: 'brk_1' }],
  ])('ask a pack one question: %j', async (words, question) => {
    const value = { command: 'explain', file: 'a', question, keys: [] }
    expect(await readArguments(['explain', ...words])).toEqual({ ok: true, value })
    const keyed = { ok: true, value: { ...value, keys: ['a+1+b', 'c'] } }
    expect(await readArguments(['explain', '--key=a+1+b', ...words, '--key', 'c'])).toEqual(keyed)
  })

  it.each([
    [
      [],
      [
        'Got nothing, wanted a command: reconcile, propose, inspect, verify, explain, monitor, upload, run, listen, close, help',
      ],
    ],
    [
      ['reconsile', 'a', 'b'],
      [
        'Got "reconsile", wanted a command: reconcile, propose, inspect, verify, explain, monitor, upload, run, listen, close, help; did you mean reconcile?',
      ],
    ],
    [['reconcile'], ['Got no file, wanted SOURCE and TARGET']],
    [['reconcile', 'a'], ['Got one file, wanted SOURCE and TARGET']],
    [['reconcile', 'a', 'b', 'c'], ['Got "c", wanted nothing after SOURCE and TARGET']],
    [['reconcile', 'a', 'b', '--rules'], ['--rules has no value, wanted a file, or propose']],
    [['reconcile', 'a', 'b', '--rules='], ['--rules has no value, wanted a file, or propose']],
    [['reconcile', 'a', 'b', '--rules', '--out', 'o'], ['--rules has no value, wanted a file, or propose']],
    [['reconcile', 'a', 'b', '--out', 'o', '--out', 'p'], ['--out is there twice, wanted once']],
    [['reconcile', 'a', 'b', '--encoding'], ['--encoding has no value, wanted an encoding']],
    [
      ['reconcile', 'a', 'b', ...Array(3).fill('--currency=EUR')],
      ['--currency is there 3 times, wanted once for both sides, or for SOURCE and then for TARGET'],
    ],
    [
      ['help', 'verfy'],
      [
        'Got "verfy", wanted nothing or a command: reconcile, propose, inspect, verify, explain, monitor, upload, run, listen, close, help; did you mean verify?',
      ],
    ],
    [['help', 'run', 'me'], ['Got "me", wanted nothing after the command']],
    [['reconcile', '-', '-'], ['Got "-" as SOURCE and TARGET, wanted standard input for one of them']],
    [
      ['reconcile', 'a', 'b', '--json', '--out', '-'],
      ['--json and --out - are both there, wanted one of them on standard output'],
    ],
    [['verify'], ['Got no file, wanted FILE']],
    [['verify', 'a', 'b'], ['Got "b", wanted nothing after FILE']],
    [['verify', 'a', '--key'], ['--key has no value, wanted a key, name+id+base64 or base64']],
    [['verify', 'a', '--replay=yes'], ['--replay has a value, wanted none']],
    [['verify', 'a', '--replay', '--replay'], ['--replay is there twice, wanted once']],
    [
      ['verify', 'a', '--replay', '--no-replay', '--key', 'k', '--trust-pack-keys'],
      [
        '--replay and --no-replay are both there, wanted one of them',
        '--key and --trust-pack-keys are both there, wanted one of them',
      ],
    ],
    [
      ['verify', 'a', '--out', 'o'],
      [
        'Got "--out", wanted one of --replay, --no-replay, --key, --trust-pack-keys, --policy, --tsa, --log, --since, --log-from, --json, --quiet',
        'Got "o", wanted nothing after FILE',
      ],
    ],
    [['explain', 'a'], ['Got no question, wanted --graph, --lineage, --impact or --changes']],
    [
      ['explain', 'a', '--graph', '--impact'],
      ['Got several questions, wanted --graph, --lineage, --impact or --changes'],
    ],
    [['explain', 'a', '--lineage'], ['--lineage has no value, wanted an artifact']],
    [['explain', '--impact', 'a'], ['Got no file, wanted PACK']],
    [['explain', 'a', '--graph', '--format', 'svg'], ['Got "svg" as --format, wanted one of json, mermaid, dot']],
    [['explain', 'a', '--impact', '--format', 'dot'], ['--format is there without --graph']],
    [
      ['reconcile', 'a', 'b', '-v'],
      [
        'Got "-v", wanted one of --rules, --mapping, --out, --report, --breaks, --json, --quiet, --currency, --encoding, --adapter, --level, --sheet',
      ],
    ],
    [
      ['reconcile', 'a', '--rule', '--out'],
      [
        'Got "--rule", wanted one of --rules, --mapping, --out, --report, --breaks, --json, --quiet, --currency, --encoding, --adapter, --level, --sheet; did you mean --rules?',
        '--out has no value, wanted a file',
        'Got one file, wanted SOURCE and TARGET',
      ],
    ],
    [
      ['reconcile', 'a', 'b', '--report', 'r.pdf', '--breaks=-1'],
      [
        'Got "-1" as --breaks, wanted a number or all',
        'Got "r.pdf" as --report, wanted a name that ends in .xlsx or .csv',
      ],
    ],
    [
      ['reconcile', 'a', 'b', '--report', 'r.csv', '--out', './r.csv'],
      ['Got "r.csv" as --report and --out, wanted a file each'],
    ],
  ])('are refused with every fault: %j', async (words, faults) => {
    expect(await readArguments(words)).toEqual({ ok: false, faults })
  })

  it('end in exit code 2 when they are refused, and say where help is in one line below the fault', async () => {
    expect(await runWords(['reconcile', 'a'])).toEqual({
      code: 2,
      output: '',
      errors: 'tallystick: Got one file, wanted SOURCE and TARGET\nsee npx tallystick help\n',
    })
  })

  it.each([
    [['help'], usage],
    [['--help'], usage],
    [['reconcile', '--help'], usageOf('reconcile')],
    [['verify', '-h'], usageOf('verify')],
    [['help', 'run'], usageOf('run')],
    [['--version'], `tallystick 1.0.0, engine ${engineVersion}`],
  ])('ask for help, or the version: %j', async (words, text) => {
    expect(await runWords(words)).toEqual({ code: 0, output: `${text}\n`, errors: '' })
  })
})

import { canonicalize } from '@tallystick/engine/base'
import type { Random } from '../../../bench/random.ts'
import { type PackFiles, textIn, withFile } from '../pack.ts'
import { linesIn } from './reseal.ts'
import { tamperJson } from './tamper-json.ts'

/** What a forger changes before every hash is made anew: records, lines of the result, rules, what a run’s record says. */

type Lines = readonly string[]
type Edit = (random: Random, files: PackFiles) => PackFiles

const written = (files: PackFiles, name: string, lines: Lines): PackFiles =>
  withFile(files, name, lines.map((line) => `${line}\n`).join(''))

const editLines =
  (names: readonly [string, ...string[]], change: (random: Random, lines: Lines) => Lines): Edit =>
  (random, files) => {
    const name = random.pick(names)
    return written(files, name, change(random, linesIn(files, name)))
  }

const sides = ['source.ndjson', 'target.ndjson'] as const
const result = ['result.ndjson'] as const

const anyLine = (random: Random, lines: Lines): number => random.between(0, Math.max(0, lines.length - 1))
const replaced = (lines: Lines, at: number, change: (line: string) => string): Lines =>
  lines.map((line, index) => (index === at ? change(line) : line))

/** The canonical line of a value; the line as it is where the value has none. */
function lineOf(value: unknown, line: string): string {
  try {
    return canonicalize(JSON.parse(JSON.stringify(value)))
  } catch {
    return line
  }
}

const withMembers =
  (change: (random: Random, members: { [name: string]: unknown }, lines: Lines) => object) =>
  (random: Random, lines: Lines): Lines => {
    const at = anyLine(random, lines)
    return replaced(lines, at, (line) => {
      const members = parsed(line)
      return members === undefined ? line : lineOf(change(random, members, lines), line)
    })
  }

/** The members of a line; undefined of one that an earlier change has made something else. */
function parsed(line: string): { [name: string]: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
  } catch {
    return undefined
  }
}

const amounts: readonly [string, ...string[]] = [
  '0',
  '1',
  '-5',
  '100',
  '5.10',
  '1e3',
  '0.0000000000001',
  '9'.repeat(61),
  '',
]
const kinds: readonly [string, ...string[]] = [
  'match',
  'suggestion',
  'break',
  'excluded',
  'netted',
  'totals',
  'toString',
  '__proto__',
]

const edits: readonly [Edit, ...Edit[]] = [
  editLines(
    sides,
    withMembers((random, record) => ({ ...record, [random.pick(['amount', 'net', 'gross'])]: random.pick(amounts) })),
  ),
  editLines(
    sides,
    withMembers((random, record) => ({
      ...record,
      currency: random.pick<unknown>(['EUR', 'USD', 'XXX', null, 5, '__proto__']),
    })),
  ),
  editLines(
    sides,
    withMembers((random, record) => ({ ...record, date: random.pick<unknown>(['2026-03-01', '', null, 5]) })),
  ),
  editLines(
    sides,
    withMembers((random, record, lines) => ({
      ...record,
      id: random.pick<unknown>(['x', '', null, 7, 's1', lines.length]),
    })),
  ),
  editLines(sides, (random, lines) => lines.toSpliced(anyLine(random, lines), 1)),
  editLines(sides, (random, lines) => [...lines, lines[anyLine(random, lines)] ?? '{"id":"new"}']),
  editLines(sides, (random, lines) => [
    ...lines,
    random.pick(['{"id":"new"}', '{}', '[]', 'null', '5', 'x', '{"id":"\\ud800"}']),
  ]),
  editLines(sides, (_, lines) => lines.toReversed()),
  editLines(result, (random, lines) => lines.toSpliced(anyLine(random, lines), 1)),
  editLines(result, (random, lines) => lines.toSpliced(anyLine(random, lines), 0, lines[anyLine(random, lines)] ?? '')),
  editLines(result, (random, lines) => {
    const at = anyLine(random, lines)
    return lines.toSpliced(at, 2, ...lines.slice(at, at + 2).toReversed())
  }),
  editLines(
    result,
    withMembers((random, line) => ({ ...line, kind: random.pick(kinds) })),
  ),
  editLines(
    result,
    withMembers((random, line) => ({
      ...line,
      [random.pick(['source', 'target', 'records'])]: random.pick<unknown>([
        [],
        ['s1'],
        ['t1'],
        ['s1', 's1'],
        ['b', 'a'],
        's1',
        [1],
      ]),
    })),
  ),
  editLines(
    result,
    withMembers((random, line) => ({
      ...line,
      rule: random.pick<unknown>(['tie', 'x', null]),
      confidence: random.pick<unknown>(['exact', 'low', 'none']),
    })),
  ),
  editLines(
    result,
    withMembers((random, line) => ({ ...line, turned: random.pick<unknown>([true, false, 1]) })),
  ),
  editLines(
    result,
    withMembers((random, line) => ({ ...line, variance: random.pick<unknown>(['fee', 'rounding', 5, null]) })),
  ),
  editLines(
    result,
    withMembers((random, line) => ({
      ...line,
      converted: random.pick<unknown>([{ currency: 'EUR', difference: '1' }, {}, null]),
    })),
  ),
  editLines(
    result,
    withMembers((random, line) => ({ ...line, suggested: random.pick<unknown>([true, false, 'true']) })),
  ),
  editLines(
    result,
    withMembers((random, line) => ({ ...line, group: random.pick<unknown>(['g', 1, null]) })),
  ),
  editLines(
    result,
    withMembers((random, line) => ({
      ...line,
      residual: {
        amount: random.pick(amounts),
        id: random.pick<unknown>(['s1~1', 't1~1', 's3~1', 's3~2']),
        side: random.pick<unknown>(['source', 'target', 'both']),
      },
    })),
  ),
  editLines(
    result,
    withMembers((random, line) => Object(tamperJson(random, line))),
  ),
  editLines(['source.ndjson', 'target.ndjson', 'result.ndjson'], (random, lines) =>
    replaced(lines, anyLine(random, lines), (line) =>
      random.pick([` ${line}`, line.replace(':', ': '), line.replace(/"(\w)/, '"\\u0061$1'), `${line}\r`]),
    ),
  ),
  (random, files) => {
    const text = textIn(files, 'rules.json')
    return withFile(
      files,
      'rules.json',
      text.startsWith('[') ? lineOf(tamperJson(random, JSON.parse(text)), '[]') : text,
    )
  },
  (random, files) =>
    withFile(files, 'rules.json', random.pick([' []', '[]\n', '{"rules":[]}', '{"rules":[],"also":1}', '5', ''])),
  (random, files) => {
    const manifest = JSON.parse(textIn(files, 'manifest.json'))
    return withFile(
      files,
      'manifest.json',
      `${lineOf({ ...manifest, run: { ...manifest.run, summary: tamperJson(random, manifest.run.summary) } }, '')}\n`,
    )
  },
]

/** One to three such changes. */
export function forge(random: Random, files: PackFiles): PackFiles {
  let forged = files
  for (let count = random.pick([1, 1, 2, 3]); count > 0; count -= 1) forged = random.pick(edits)(random, forged)
  return forged
}

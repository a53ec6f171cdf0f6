import { canonicalize } from '@tallystick/engine/base'
import type { Random } from '../../../bench/random.ts'
import { type PackFiles, textIn, withFile } from '../pack.ts'
import { linesIn } from './reseal.ts'

/** What a forger changes in the files of a period before signing them: values of the right type. */

type Members = { [name: string]: unknown }
type Change = (members: Members, random: Random) => unknown

/** The files with a line of JSON changed, in place of one that chance picks. Files without lines stay. */
function inLine(files: PackFiles, name: string, random: Random, change: Change): PackFiles {
  const lines = linesIn(files, name)
  if (lines.length === 0) return files
  const at = random.between(0, lines.length - 1)
  const changed = JSON.stringify(change(JSON.parse(lines[at] ?? ''), random))
  return written(files, name, lines.with(at, canonicalize(JSON.parse(changed))))
}

const written = (files: PackFiles, name: string, lines: readonly string[]): PackFiles =>
  withFile(files, name, lines.map((line) => `${line}\n`).join(''))

const inOne =
  (name: string, change: Change) =>
  (files: PackFiles, random: Random): PackFiles =>
    inLine(files, name, random, change)

const without =
  (name: string) =>
  (files: PackFiles, random: Random): PackFiles => {
    const lines = linesIn(files, name)
    return written(files, name, lines.toSpliced(random.between(0, Math.max(0, lines.length - 1)), 1))
  }

const inPeriod = (name: 'period' | 'next', member: string, value: string) =>
  inOne('manifest.json', (manifest) => ({ ...manifest, [name]: { ...membersIn(manifest[name]), [member]: value } }))

const inPart = (change: Change) =>
  inOne('manifest.json', (manifest, random) => {
    const side = random.pick(['source', 'target'])
    const parts = membersIn(manifest['parts'])
    const own = Array.isArray(parts[side]) ? parts[side] : []
    const at = random.between(0, own.length - 1)
    return { ...manifest, parts: { ...parts, [side]: own.with(at, change(membersIn(own[at]), random)) } }
  })

const membersIn = (value: unknown): Members => (typeof value === 'object' && value !== null ? { ...value } : {})

const hash = 'ab'.repeat(32)
const time = '2026-03-31T12:00:00.000Z'

/** The result without, or twice with, a line of one kind. */
const inResult =
  (kind: string, isTwice: boolean) =>
  (files: PackFiles): PackFiles => {
    const lines = linesIn(files, 'result.ndjson')
    const at = lines.findIndex((line) => line.includes(`"kind":"${kind}"`))
    const line = lines.slice(at, at + 1)
    return at < 0
      ? files
      : written(files, 'result.ndjson', lines.toSpliced(at, 1, ...(isTwice ? [...line, ...line] : [])))
  }

const forgeries: readonly [Forgery, ...Forgery[]] = [
  inOne('manifest.json', (manifest) => ({ ...manifest, approvalAbove: { EUR: '0.5' } })),
  inOne('manifest.json', (manifest) => ({ ...manifest, materiality: { EUR: '1000' } })),
  inOne('manifest.json', (manifest) => ({ ...manifest, statement: 'target' })),
  inOne('manifest.json', (manifest) => ({ ...manifest, before: hash })),
  inOne('manifest.json', (manifest) => ({ ...manifest, engine: '2' })),
  inPeriod('period', 'name', '2026-05'),
  inPeriod('period', 'last', '2026-02-27'),
  inPeriod('period', 'last', '9999-12-31'),
  inPeriod('next', 'first', '2026-06-01'),
  inPeriod('next', 'last', '2026-02-30'),
  inPart((part) => ({ ...part, count: Number(part['count']) + 1 })),
  inPart((part) => ({ ...part, root: hash })),
  inPart((part) => ({ ...part, kind: 'returned' })),
  inPart((part) => ({ ...part, kind: 'opening' })),
  inPart((part) => ({ ...part, file: 'other.csv' })),
  inOne('decisions.ndjson', (line) => ({ ...line, reason: 'nothing' })),
  inOne('decisions.ndjson', (line) => ({ ...line, expected: '2027-02-29' })),
  inOne('decisions.ndjson', (line) => ({ ...line, note: hash })),
  inOne('decisions.ndjson', (line) => ({ ...line, actor: 'somebody' })),
  inOne('decisions.ndjson', (line) => ({ ...line, time })),
  inOne('decisions.ndjson', (line) => ({ ...line, kind: 'match' })),
  inOne('decisions.ndjson', (line) => ({ ...line, label: 'fx' })),
  inOne('decisions.ndjson', (line) => ({ ...line, items: [] })),
  inOne('balances.json', (balances) => ({ ...balances, typed: [] })),
  inOne('balances.json', (balances) => ({ ...balances, reasons: { EUR: 'none' } })),
  inOne('balances.json', (balances) => ({ ...balances, reasons: { eur: 'none' } })),
  inOne('notes.ndjson', (line) => ({ ...line, text: 'another note' })),
  inOne('opening.ndjson', (line) => ({ ...line, period: '2026-01' })),
  inOne('opening.ndjson', (line) => ({ ...line, state: 'carried' })),
  inOne('opening.ndjson', (line) => ({ ...line, side: 'target' })),
  inOne('source.ndjson', (record) => ({ ...record, amount: '7' })),
  inOne('source.ndjson', (record) => ({ ...record, amount: '7.10' })),
  inOne('target.ndjson', (record) => ({ ...record, id: 'x' })),
  inOne('aside.ndjson', (line) => ({ ...line, place: 'repeated' })),
  inOne('aside.ndjson', (line) => ({ ...line, row: 0 })),
  inOne('instructions.ndjson', (line) => ({ ...line, decision: 'another' })),
  inOne('result.ndjson', (line) => ({ ...line, rule: 'another' })),
  inOne('result.ndjson', (line) => ({ ...line, engine: '2' })),
  inOne('result.ndjson', (line) => ({ ...line, variance: 'rounding' })),
  inOne('result.ndjson', (line) => ({ ...line, target: line['source'] })),
  ...['match', 'break', 'totals'].flatMap((kind) => [inResult(kind, false), inResult(kind, true)]),
  (files) => withFile(files, 'rules.json', '[]'),
  (files) => withFile(files, 'source.ndjson', `${textIn(files, 'source.ndjson')}{}`),
  ...['decisions', 'notes', 'opening', 'source', 'target', 'aside', 'instructions', 'result', 'earlier'].map((name) =>
    without(`${name}.ndjson`),
  ),
]
type Forgery = (files: PackFiles, random: Random) => PackFiles

export const forgePeriod = (random: Random, files: PackFiles): PackFiles => random.pick(forgeries)(files, random)

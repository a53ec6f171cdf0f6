import { periodFileNames } from '@tallystick/engine/close'
import type { SignedLine } from '../../../../engine/close/signoff.ts'
import type { OwnKey } from '../../../../functions/cli/close/key-file.ts'
import { createRandom, type Random } from '../../../bench/random.ts'
import { type PackFiles, textIn, withFile, zipped } from '../pack.ts'
import { forgePeriod } from './forge-period.ts'
import type { HonestPeriods } from './honest-periods.ts'
import { linesIn } from './reseal.ts'
import { resigned, signedBy, signedLinesOf } from './resign-period.ts'
import { tamperJson } from './tamper-json.ts'
import { tamperBytes, tamperLines, tamperSpelling } from './tamper-text.ts'
import type { Tampered } from './tampered.ts'

/** Packs of periods that somebody changed, by chance of a seed. */

/** What changes of files take from. */
export interface World {
  readonly packs: readonly PackFiles[]
  readonly random: Random
}
export type Way = (files: PackFiles, world: World) => PackFiles
type KeyWay = (files: PackFiles, world: World & HonestPeriods) => PackFiles

const written = (files: PackFiles, name: string, lines: readonly string[]): PackFiles =>
  withFile(files, name, lines.map((line) => `${line}\n`).join(''))

const anyName = (random: Random, files: PackFiles): string => [...files.keys()][random.between(0, files.size - 1)] ?? ''
const anyOf = <Item>(random: Random, items: readonly Item[]): Item | undefined =>
  items[random.between(0, items.length - 1)]

function inText(files: PackFiles, { random }: World, change: (text: string) => string): PackFiles {
  const name = anyName(random, files)
  return withFile(files, name, change(textIn(files, name)))
}

/** The files with another value somewhere in a line of JSON, written canonically but for its own members. */
function inMember(files: PackFiles, random: Random): PackFiles {
  const name = anyName(random, new Map([...files].filter(([each]) => isOfPeriod(each))))
  const isLine = name !== 'rules.json'
  const lines = isLine ? linesIn(files, name) : [textIn(files, name)]
  const at = random.between(0, Math.max(0, lines.length - 1))
  const changed = lines.map((line, index) => {
    if (index !== at) return line
    return JSON.stringify(tamperJson(random, JSON.parse(line)), (_, value) => inOrder(value))
  })
  return isLine ? written(files, name, changed) : withFile(files, name, changed.join(''))
}

const isOfPeriod = (name: string): boolean =>
  name !== 'signoffs.ndjson' && periodFileNames.some((each) => each === name)

const inOrder = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : value

/** The sign-offs with another line in one place; undefined takes it away. */
function withSigned(files: PackFiles, at: number, line: string | undefined): PackFiles {
  const lines = linesIn(files, 'signoffs.ndjson')
  return written(files, 'signoffs.ndjson', line === undefined ? lines.toSpliced(at, 1) : lines.with(at, line))
}

/** One line of the sign-offs, changed and signed again by a key. */
function signedAnew(files: PackFiles, at: number, key: OwnKey, change: (line: SignedLine) => SignedLine): PackFiles {
  const line = signedLinesOf(files).at(at)
  if (line === undefined) return files
  return withSigned(files, at, signedBy(key, change(line)).trimEnd())
}

/** Changes of any files. */
export const fileWays: { readonly [way: string]: Way } = {
  'a byte': (files, { random }) => {
    const name = anyName(random, files)
    return withFile(files, name, tamperBytes(random, files.get(name) ?? new Uint8Array()))
  },
  lines: (files, world) =>
    inText(files, world, (text) =>
      tamperLines(
        world.random,
        text,
        world.packs.map((pack) => textIn(pack, 'source.ndjson')),
      ),
    ),
  spelling: (files, world) => inText(files, world, (text) => tamperSpelling(world.random, text)),
  'a missing file': (files, { random }) => withFile(files, anyName(random, files), undefined),
  'a file of another month': (files, { random, packs }) => {
    const name = anyName(random, files)
    return withFile(files, name, textIn(anyOf(random, packs) ?? files, name))
  },
  'two files swapped': (files, { random }) => {
    const [one, other] = [anyName(random, files), anyName(random, files)]
    return withFile(withFile(files, one, textIn(files, other)), other, textIn(files, one))
  },
  'another order of files': (files) => new Map([...files].toReversed()),
  'changed, and not signed again': (files, { random }) => inMember(files, random),
}

const keyWays: { readonly [way: string]: KeyWay } = {
  'no approval': (files) => withSigned(files, -1, undefined),
  'no submission': (files) => withSigned(files, -2, undefined),
  'a batch cut away': (files) => withSigned(files, 0, undefined),
  'a batch cut short': (files, { submitter }) =>
    signedAnew(files, 0, submitter, (line) =>
      'count' in line ? { ...line, count: Math.max(0, line.count - 1) } : line,
    ),
  'decisions cut, and the rest signed again': (files, world) =>
    resigned(written(files, 'decisions.ndjson', linesIn(files, 'decisions.ndjson').slice(0, -1)), {
      ...world,
      approver: world.submitter,
    }),
  'an approval by the submitter': (files, { submitter }) => signedAnew(files, -1, submitter, (line) => line),
  'an approval of something else': (files, { random, approver }) =>
    signedAnew(files, -1, approver, (line) =>
      'state' in line
        ? random.pick([
            { ...line, follows: '0'.repeat(64) },
            { ...line, state: { ...line.state, proof: 'ab'.repeat(32) } },
            { ...line, act: 'submit' },
            { ...line, period: '2026-09' },
          ])
        : line,
    ),
  'an approval with the signature of another line': (files, { random }) => {
    const [line, other] = [signedLinesOf(files).at(-1), anyOf(random, signedLinesOf(files).slice(0, -1))]
    if (line === undefined || other === undefined) return files
    return withSigned(files, -1, JSON.stringify(inOrder({ ...line, signature: other.signature })))
  },
  'an approval by who decided': (files, { submitter, approver }) =>
    resigned(files, { submitter, approver, decider: approver }),
  'a line of the sign-offs spelt anew': (files, { random }) => {
    const lines = linesIn(files, 'signoffs.ndjson')
    const at = random.between(0, lines.length - 1)
    return withSigned(
      files,
      at,
      JSON.stringify(tamperJson(random, JSON.parse(lines[at] ?? '{}')), (_, value) => inOrder(value)),
    )
  },
  'changed, and signed by one of both': (files, { random, submitter }) =>
    resigned(forgePeriod(random, files), { submitter, approver: submitter }, files),
}

const byStrangers = 'changed, and signed by strangers'

/** As many as asked for, each other than the honest pack that it was made of. */
export function tamperPeriods(honest: HonestPeriods, { seed, count }: Asked): Promise<readonly Tampered[]> {
  const random = createRandom(seed)
  const world = { ...honest, random }
  const ways = Object.entries({ ...fileWays, ...keyWays }).map(
    ([way, change]) => [way, (pack: PackFiles) => change(pack, world)] as const,
  )
  return tamperBy(world, {
    ...{ what: 'period', count, keys: [honest.submitter.publicKey, honest.approver.publicKey] },
    ways: [...ways, ...Array.from({ length: 10 }, () => [byStrangers, forgedByStrangers(world)] as const)],
    mayHold: (way) => way === byStrangers,
  })
}

export type Asked = { readonly seed: number; readonly count: number }

interface Tampering {
  readonly what: string
  readonly count: number
  /** The keys that have signed what is honest. */
  readonly keys: readonly string[]
  readonly ways: readonly (readonly [way: string, change: (pack: PackFiles) => PackFiles | Promise<PackFiles>])[]
  /** Whether strangers have signed what was changed: then no key is trusted in a half of the packs. */
  readonly mayHold: (way: string) => boolean
  /** The files without what says nothing. */
  readonly substanceOf?: (files: PackFiles) => PackFiles
}

/** Goes through the ways in turn. */
export async function tamperBy(
  { packs, random }: World,
  { what, count, keys, ways, mayHold, substanceOf = (files) => files }: Tampering,
): Promise<readonly Tampered[]> {
  const made: Tampered[] = []
  for (let turn = 0; made.length < count; turn++) {
    const [way = '', change] = ways[turn % ways.length] ?? []
    const index = random.between(0, packs.length - 1)
    const pack = packs[index]
    if (pack === undefined || change === undefined) return made
    const changed = await change(pack)
    // Chance may have changed nothing: the way is left out this time.
    if (Buffer.from(zipped(substanceOf(changed))).equals(zipped(substanceOf(pack)))) continue
    const content = zipped(changed)
    const isUntrusted = mayHold(way) && random.chance(0.5)
    const of = index === 0 ? 'March' : 'April'
    made.push({ way: `${what}: ${way}`, of, content, keys: isUntrusted ? [] : keys, mayHold: mayHold(way) })
  }
  return made
}

/** Two strangers may sign what they like: it holds, and by no key that somebody named. */
const forgedByStrangers =
  ({ random, stranger, approver }: World & HonestPeriods) =>
  (pack: PackFiles): PackFiles =>
    resigned(forged(pack, random), { submitter: stranger, approver }, pack)

/** The files with another value somewhere, most of the time. */
export const forged = (pack: PackFiles, random: Random): PackFiles =>
  random.chance(0.2) ? inMember(pack, random) : random.chance(0.9) ? forgePeriod(random, pack) : pack

import { expect } from 'vitest'
import { at } from '../../../engine/base/at.ts'
import type { FileFormat } from '../../../engine/intake/format/format.ts'
import { createRandom, type Random } from '../../bench/random.ts'
import { intakeOf, linesOf } from './read.ts'

/** Damaged files: what a reader must get through without a crash, a hang or a loss in silence. */

export interface Mutation {
  readonly name: string
  readonly bytes: Uint8Array
  /** Whether the file only ends too early. */
  readonly isCut: boolean
}

/** `count` mutations of `sources` in turn, the same for the same seed. */
export function* mutationsOf(
  sources: readonly Uint8Array[],
  count: number,
  seed = 1,
): Generator<Mutation & { readonly source: Uint8Array }> {
  const random = createRandom(seed)
  for (let index = 0; index < count; index++) {
    const source = at(sources, index % sources.length)
    const mutate = index % hugeEvery === hugeEvery - 1 ? withHugeField : random.pick(mutators)
    yield { ...mutate(source, random), source }
  }
}

/** Checks that a reader of `format` ends with records or faults, and that a file which ends too early loses nothing else. */
export function checkMutation(
  format: FileFormat,
  { source, name, bytes, isCut }: Mutation & { readonly source: Uint8Array },
): void {
  const end = intakeOf(bytes, { format })
  if (!end.ok) {
    expect(end.faults.length, name).toBeGreaterThan(0)
    for (const { line, detail } of end.faults) {
      expect(line, name).toBeGreaterThan(0)
      expect(detail, name).toMatch(/^Got /)
    }
  }
  if (bytes.length < wholeLengthMax) expect(intakeOf(bytes, { format }, [7]), name).toEqual(end)
  const whole = isCut && end.ok ? intakeOf(source, { format }) : undefined
  if (!end.ok || !whole?.ok) return
  const money = (line: string) => {
    const { amount, date, currency, account } = JSON.parse(line)
    return { amount, date, currency, account }
  }
  const read = linesOf(end).map(money)
  expect(read, name).toEqual(linesOf(whole).slice(0, read.length).map(money))
}

type Mutate = (source: Uint8Array, random: Random) => Mutation

const cut: Mutate = (source, random) => {
  const length = random.between(0, source.length)
  return { name: `cut at ${length}`, bytes: source.slice(0, length), isCut: true }
}

const flip: Mutate = (source, random) => {
  const bytes = source.slice()
  const flips = Array.from({ length: random.between(1, 8) }, () => [
    random.between(0, bytes.length - 1),
    random.between(0, 7),
  ])
  for (const [place = 0, bit = 0] of flips) bytes[place] = (bytes[place] ?? 0) ^ (1 << bit)
  return { name: `bits ${JSON.stringify(flips)} flipped`, bytes, isCut: false }
}

const shuffle: Mutate = (source, random) => {
  const lines = linesOfBytes(source)
  for (let last = lines.length - 1; last > 0; last--) {
    const other = random.between(Math.max(0, last - 5), last)
    const held = at(lines, last)
    lines[last] = at(lines, other)
    lines[other] = held
  }
  return { name: 'lines shuffled', bytes: latin1(lines.join('')), isCut: false }
}

const dropLine: Mutate = (source, random) => {
  const lines = linesOfBytes(source)
  const [dropped] = lines.splice(random.between(0, lines.length - 1), 1)
  return { name: `without ${JSON.stringify(dropped)}`, bytes: latin1(lines.join('')), isCut: false }
}

const repeatLine: Mutate = (source, random) => {
  const lines = linesOfBytes(source)
  const place = random.between(0, lines.length - 1)
  const count = random.between(1, 50)
  const line = at(lines, place)
  return {
    name: `${JSON.stringify(line)} ${count} times`,
    bytes: latin1(lines.toSpliced(place, 0, ...Array(count).fill(line)).join('')),
    isCut: false,
  }
}

const insert: Mutate = (source, random) => {
  const place = random.between(0, source.length)
  const text = random.pick([
    '\0',
    '\r',
    '\n\n',
    '-',
    '-}',
    '{4:',
    ':',
    '/',
    ',',
    '?20',
    '88,',
    '&lol;',
    '<',
    '\ufeff',
    '9'.repeat(70),
    ' '.repeat(5_000),
  ])
  const bytes = Buffer.concat([source.subarray(0, place), Buffer.from(text), source.subarray(place)])
  return { name: `${JSON.stringify(text.slice(0, 20))} at ${place}`, bytes, isCut: false }
}

const withHugeField: Mutate = (source, random) => {
  const place = random.between(0, source.length)
  const text = random.pick(['x'.repeat(hugeLength), 'x y\n'.repeat(hugeLength / 4)])
  const bytes = Buffer.concat([source.subarray(0, place), Buffer.from(text), source.subarray(place)])
  return { name: `10 MB at ${place}`, bytes, isCut: false }
}

const mutators: readonly [Mutate, ...Mutate[]] = [cut, cut, flip, flip, shuffle, dropLine, repeatLine, insert]

/** One mutation in so many has a field of 10 MB. */
const hugeEvery = 100
const hugeLength = 10_000_000

/** Files above it are not read a second time, in small parts. */
const wholeLengthMax = 20_000

const latin1 = (text: string): Uint8Array => Buffer.from(text, 'latin1')

const linesOfBytes = (bytes: Uint8Array): string[] =>
  Buffer.from(bytes)
    .toString('latin1')
    .split(/(?<=\n)/)

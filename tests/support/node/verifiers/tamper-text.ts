import type { Random } from '../../../bench/random.ts'
import { looseBits, unpadded } from './spelled.ts'

/** Changes of bytes, of lines and of spellings at a place that chance picks. */

const anyOf = <Item>(random: Random, items: readonly Item[]): Item | undefined =>
  items[random.between(0, items.length - 1)]

/** A bit or byte changed, put in or taken out, or the rest cut off. */
export function tamperBytes(random: Random, bytes: Uint8Array): Uint8Array {
  if (bytes.length === 0) return Buffer.from(random.pick(['\n', '{}\n', 'x']))
  const at = random.between(0, bytes.length - 1)
  const way = random.between(0, 5)
  const [before, behind] = [bytes.subarray(0, at), bytes.subarray(at)]
  const other = Buffer.from([random.between(0, 255)])
  if (way === 0) return Buffer.concat([before, other, behind])
  if (way === 1) return Buffer.concat([before, behind.subarray(1)])
  if (way === 2) return before
  if (way === 3) return Buffer.concat([before, other, behind.subarray(1)])
  const copy = Buffer.from(bytes)
  copy.writeUInt8(copy.readUInt8(at) ^ (1 << random.between(0, 7)), at)
  return copy
}

/** A line taken out, twice, elsewhere, put in from another text, or its characters changed. */
export function tamperLines(random: Random, text: string, others: readonly string[]): string {
  const lines = text.split('\n')
  const at = random.between(0, Math.max(0, lines.length - 2))
  const line = lines[at] ?? ''
  const foreign = anyOf(random, (anyOf(random, others) ?? '').split('\n')) ?? ''
  const changed = random.pick([
    lines.toSpliced(at, 1),
    lines.toSpliced(at, 0, line),
    lines.toSpliced(at, 2, lines[at + 1] ?? '', line),
    lines.toSpliced(at, 0, foreign),
    lines.toSpliced(at, 1, foreign),
    lines.toSpliced(at, 1, ''),
    lines.toSpliced(at, 1, ` ${line}`),
    lines.toSpliced(at, 1, `${line}\r`),
    lines.toReversed(),
  ])
  return changed.join('\n')
}

const spellings: readonly [(text: string) => string, ...((text: string) => string)[]] = [
  (text) => text.slice(0, -1),
  (text) => `${text}\n`,
  (text) => `\n${text}`,
  (text) => `\ufeff${text}`,
  (text) => ` ${text}`,
  (text) => `${text} `,
  (text) => text.replaceAll('\n', '\r\n'),
  (text) => text.replace(':', ': '),
  (text) => text.replace(',', ',\n'),
  (text) => text.replace('"kind"', '"\\u006bind"'),
  (text) => text.replace(/"(\w)/, (_, letter: string) => `"\\u00${letter.charCodeAt(0).toString(16)}`),
  (text) => text.replaceAll('/', '\\/'),
  (text) => text.replace(/(?<=[:,[])(\d+)(?=[,}\]])/, '$1.0'),
  (text) => text.replace(/(?<=[:,[])(\d+)(?=[,}\]])/, '$1e0'),
  (text) => text.replace(/(?<=[:,[])(\d+)(?=[,}\]])/, '0$1'),
  (text) => text.replace(/(?<=[:,[])0(?=[,}\]])/, '-0'),
  (text) => text.replace(/(?<=[:,[])(\d+)(?=[,}\]])/, '"$1"'),
  (text) => text.replace(/\{("\w+":[^,{}]*),/, '{$1,$1,'),
  (text) => text.replace(/[0-9a-f]{64}/, (hash) => hash.toUpperCase()),
  (text) => text.replace(/[0-9a-f]{64}/, (hash) => hash.slice(0, 63)),
  (text) => text.replace(/[0-9a-f]{64}/, (hash) => `${hash}0`),
  (text) => text.replace(/[A-Za-z0-9+/]{30,}={1,2}/, unpadded),
  (text) => text.replace(/[A-Za-z0-9+/]{30,}={1,2}/, looseBits),
  (text) => text.replace(/[A-Za-z0-9+/]{30,}={0,2}/, (base64) => base64.replaceAll('+', '-').replaceAll('/', '_')),
  (text) => text.replace(/[A-Za-z0-9+/]{40}/, (base64) => `${base64}\n`),
  (text) => text.replace(/é|ü/, (character) => character.normalize('NFD')),
  (text) => text.replace('😀', '\ud83d'),
  (text) => text.replace('😀', '\\ud83d\\ude00'),
  (text) => text.replace('😀', '\\ud83d'),
  (text) => text.replace(/"(-?\d+)\.(\d+)"/, '"$1.$20"'),
  (text) => text.replace(/"(\d+)"/, '"0$1"'),
  (text) => text.replace(/"(\d+)"/, '"+$1"'),
  (text) => text.replace(/"(\d+)"/, '$1'),
  (text) => text.replace('null', '"null"'),
  (text) => text.replace('[]', 'null'),
  (text) => text.replace(/\}\s*$/, ',}'),
  (text) => text.replace('— ', '- '),
  (text) => text.replace('— ', '—  '),
  (text) => text.replace('.000Z', 'Z'),
  (text) => text.replace(/T(\d\d):/, 't$1:'),
]

/** The same said in another spelling; the text as it is where the spelling that chance picks has nothing to change. */
export const tamperSpelling = (random: Random, text: string): string => random.pick(spellings)(text)

import type { EvidenceProof } from '../../../../schema/evidence.ts'
import { linesOf, proofOf, tlogProofOf } from '../line-proof.ts'
import { type Change, cutOff, looseBits, type Spelled, stored, unpadded } from './spelled.ts'

/** Proofs of a line that are spelled in another way. */

const index = linesOf(stored.result).findIndex((line) => line.includes('"s5"'))
const proof: EvidenceProof = proofOf(stored, index)
const json = JSON.stringify(proof)
const tlog = tlogProofOf(proof)

const replaced =
  (from: string | RegExp, to: string): Change =>
  (text) =>
    text.replace(from, () => to)
const links = (value: string): Change => replaced(/"links":\{/, `"links":{"more":${value},`)

/** The members of every object in the opposite order. */
const turned = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(turned)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([name, member]) => [name, turned(member)]),
  )
}

const inJson: readonly (readonly [what: string, change: Change, wanted: Spelled['wanted']])[] = [
  ['as it is', (text) => text, 0],
  ['laid out', (text) => JSON.stringify(JSON.parse(text), null, 2), 0],
  ['with its members in another order', (text) => JSON.stringify(turned(JSON.parse(text))), 0],
  [
    'with escapes, as other programs write them',
    (text) =>
      text
        .replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
        .replaceAll('/', '\\/'),
    0,
  ],
  ['with an escaped letter', replaced('"kind"', '"\\u006bind"'), 0],
  ['with a count as 3.0', replaced('"size":3', '"size":3.0'), 0],
  ['with a count as 30e-1', replaced('"size":3', '"size":30e-1'), 0],
  ['with a byte order mark', (text) => `\ufeff${text}`, 0],
  ['with 100 blanks in front', (text) => `${' '.repeat(100)}${text}`, 0],
  ['with 100 blanks behind', (text) => `${text}${' \n'.repeat(50)}`, 0],
  ['with a link more', links('"x"'), 0],
  ['with 98 lists in a link', links(`${'['.repeat(98)}${']'.repeat(98)}`), 0],
  ['with 99 lists in a link', links(`${'['.repeat(99)}${']'.repeat(99)}`), 2],
  ['with 5,000 lists in a link', links(`${'['.repeat(5_000)}${']'.repeat(5_000)}`), 2],
  ['with two byte order marks', (text) => `\ufeff\ufeff${text}`, 2],
  ['with a no-break space in front', (text) => `\u00a0${text}`, 2],
  ['with a member twice', replaced('{"kind"', '{"kind":"","kind"'), 2],
  ['with a member twice in a link', links('{"a":1,"a":1}'), 2],
  ['with a member twice, once escaped', links('{"a":1,"\\u0061":1}'), 2],
  ['with a member __proto__', links('{"__proto__":1}'), 0],
  ['with a member __proto__ twice', links('{"__proto__":1,"__proto__":2}'), 2],
  ['with NaN', links('NaN'), 2],
  ['with Infinity', links('-Infinity'), 2],
  ['with a number beyond all', links('1e999'), 2],
  ['with a number that no float holds', links('9007199254740993'), 2],
  ['with a number of 16 digits', links('1.234567890123456'), 2],
  ['with a number of 15 digits', links('1.23456789012345'), 0],
  ['with a number with a leading zero', links('01'), 2],
  ['with a number with a plus', links('+1'), 2],
  ['with a comma too many', replaced('"links":{', '"links":{,'), 2],
  ['with a comment', (text) => `/* proof */${text}`, 2],
  ['with half of a surrogate pair', links('"\\ud800"'), 2],
  ['with a surrogate pair', links('"\\ud83d\\ude00"'), 0],
  ['with a control character', links('"\u0001"'), 2],
  ['with a member more', replaced('{"kind"', '{"audited":true,"kind"'), 2],
  ['without its consistency', replaced(/"consistency":\{[^}]*\},/, ''), 2],
  ['with a consistency that is null', replaced(/"consistency":\{[^}]*\}/, '"consistency":null'), 2],
  ['with a consistency of no hashes', replaced(/(?<="to":3,"hashes":)\[[^\]]*\]/, '[]'), 1],
  ['with an inclusion of no hashes', replaced(/(?<="inclusion":\{"index":2,"size":3,"hashes":)\[[^\]]*\]/, '[]'), 1],
  ['with an anchor that is null', replaced('"links"', '"anchor":null,"links"'), 2],
  ['without the receipt before', replaced(/"previous":\{.*\},"checkpoint"/, '"previous":null,"checkpoint"'), 1],
  ['without the checkpoint before', (text) => withMember(text, ['previous', 'checkpoint'], null), 1],
  ['with an index as text', (text) => withMember(text, ['leaf', 'index'], String(index)), 2],
  ['with an index that is true', (text) => withMember(text, ['leaf', 'index'], true), 2],
  ['with a hash in a list', (text) => withMember(text, ['leaf', 'inclusion', 'hashes', '0'], ['ab'.repeat(32)]), 2],
  ['with a line that is no text', (text) => withMember(text, ['leaf', 'line'], {}), 2],
  ['with a record that is null', (text) => withMember(text, ['records', 'source', '0'], null), 2],
  ['with a line number that is another', (text) => withMember(text, ['records', 'source', '0', 'lineNumber'], 99), 1],
  ['with the name of another key', (text) => withMember(text, ['keys', '0', 'name'], 'x'), 1],
  ['with a key that is none', (text) => withMember(text, ['keys', '1', 'vkey'], 'x'), 1],
  ['with a member more in its receipt', (text) => withMember(text, ['receipt', 'also'], 1), 1],
  ['with a receipt that is a list', (text) => withMember(text, ['receipt'], []), 2],
  ['of an unknown version', replaced('proof@2', 'proof@99'), 2],
  ['of the version before', replaced('proof@2', 'proof@1'), 2],
]

/** The proof with another value at a path. */
function withMember(text: string, path: readonly string[], value: unknown): string {
  const copy = JSON.parse(text)
  const holder = path.slice(0, -1).reduce((each, name) => each[name], copy)
  holder[path.at(-1) ?? ''] = value
  return JSON.stringify(copy)
}

const lineAt =
  (number: number, change: Change): Change =>
  (text) =>
    text
      .split('\n')
      .map((line, each) => (each === number ? change(line) : line))
      .join('\n')
const extra = (change: Change): Change =>
  lineAt(
    1,
    (line) => `extra ${Buffer.from(change(Buffer.from(line.slice(6), 'base64').toString())).toString('base64')}`,
  )

const inTlogProof: readonly (readonly [what: string, change: Change, wanted: Spelled['wanted']])[] = [
  ['as it is', (text) => text, 0],
  ['without extra data', (text) => text.replace(/extra .*\n/, ''), 2],
  ['with extra data without padding', lineAt(1, unpadded), 2],
  ['with extra data that is not canonical', extra((text) => text.replace(',', ', ')), 2],
  ['with a member more in its extra data', extra((text) => text.replace('{"kind"', '{"also":1,"kind"')), 2],
  ['with extra data of the version before', extra(replaced('proof@2', 'proof@1')), 2],
  ['with a hash without padding', lineAt(3, unpadded), 2],
  ['with a hash with loose bits', lineAt(3, looseBits), 2],
  ['with a hash of 31 bytes', lineAt(3, () => Buffer.alloc(31).toString('base64')), 2],
  ['with a hash less', (text) => text.replace(/(?<=index \d+\n).*\n/, ''), 1],
  ['with an index with a leading zero', replaced('index 2', 'index 02'), 2],
  ['with an index beyond 2^53', replaced('index 2', 'index 9007199254740993'), 2],
  ['with another index', replaced('index 2', 'index 1'), 1],
  ['with CRLF', (text) => text.replaceAll('\n', '\r\n'), 2],
  ['with a blank in front', (text) => ` ${text}`, 2],
  ['with a byte order mark', (text) => `\ufeff${text}`, 2],
  ['without its last newline', cutOff, 1],
  ['without a checkpoint', (text) => text.slice(0, text.indexOf('\n\n')), 2],
  ['with an empty checkpoint', (text) => text.slice(0, text.indexOf('\n\n') + 2), 1],
  ['of another version', replaced('@v1', '@v2'), 2],
]

export const spelledProofs: readonly Spelled[] = [
  ...inJson.map(([what, change, wanted]) => ({ what: `a proof ${what}`, content: change(json), wanted })),
  ...inTlogProof.map(([what, change, wanted]) => ({ what: `a tlog-proof ${what}`, content: change(tlog), wanted })),
  { what: 'a tlog-proof of a receipt', content: tlogProofOf(proof, false), wanted: 0 },
  { what: 'a tlog-proof without a key', content: tlog, wanted: 2, keys: [] },
]

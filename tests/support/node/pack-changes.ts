import { at, type JsonValue } from '@tallystick/engine/base'
import { formatVkey, verifierKeyOf } from '@tallystick/engine/log'
import { formatKeys } from '@tallystick/engine/verify'
import { signerOf } from '../../engine/support/ed25519.ts'
import { packOf } from '../../engine/support/packed.ts'
import { origin, seal } from '../../engine/support/sealed.ts'
import { sealedCase } from '../../engine/support/sealed-case.ts'
import { sha256 } from '../../engine/support/sha256.ts'
import { type PackFiles, textIn, withFile } from './pack.ts'
import { reseal } from './verifiers/reseal.ts'

/** A pack, and what somebody may change in it, unpacked and packed again so that the archive itself is sound. */

export const stored = await seal(sealedCase)
export const pack = packOf(stored)

/** The pack with a file changed as text, which has to make a difference. */
export function edited(name: string, change: (text: string) => string, files: PackFiles = pack): PackFiles {
  const before = textIn(files, name)
  const after = change(before)
  if (after === before) throw new Error(`Nothing was changed in ${name}`)
  return withFile(files, name, after)
}

export const replacing = (from: string | RegExp, to: string) => (text: string) => text.replace(from, to)

const swapped = (one: number) => (text: string) => {
  const lines = text.split('\n')
  return lines.toSpliced(one, 2, at(lines, one + 1), at(lines, one)).join('\n')
}

const withoutLast = (text: string) => `${text.split('\n').slice(0, -2).join('\n')}\n`

/** The run's record in the manifest with another value of a member, canonical as before. */
export const recording = (path: readonly string[], value: JsonValue) =>
  edited('manifest.json', (text) => {
    const manifest: { [name: string]: JsonValue } = JSON.parse(text)
    return `${JSON.stringify(replaced(manifest, path, value))}\n`
  })

function replaced(holder: JsonValue, [name, ...rest]: readonly string[], value: JsonValue): JsonValue {
  if (name === undefined) return value
  if (!isObject(holder)) throw new Error(`There is nothing to hold ${name}`)
  const member = holder[name]
  return { ...holder, [name]: replaced(member === undefined ? null : member, rest, value) }
}

const isObject = (value: JsonValue): value is { readonly [name: string]: JsonValue } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const other = 'ab'.repeat(32)
export const strangerKey = formatVkey(verifierKeyOf(sha256, origin, signerOf(9).publicKey))
export const earlier = await seal({ ...sealedCase, sequence: 1 })
const oldCheckpoint = stored.previousCheckpoint ?? ''

/** Changes of a pack, each with the check that names it. */
export const changes: readonly (readonly [what: string, files: PackFiles, check: string])[] = [
  ['a byte of a source record', edited('source.ndjson', replacing('"100"', '"101"')), 'sourceRoot'],
  ['two source records swapped', edited('source.ndjson', swapped(0)), 'sourceRoot'],
  ['the last source record dropped', edited('source.ndjson', withoutLast), 'sourceRoot'],
  ['the source without its last newline', edited('source.ndjson', (text) => text.slice(0, -1)), 'sourceRoot'],
  ['no source record at all', withFile(pack, 'source.ndjson', ''), 'sourceRoot'],
  ['a byte of a target record', edited('target.ndjson', replacing('INV-8', 'INV-9')), 'targetRoot'],
  ['two target records swapped', edited('target.ndjson', swapped(3)), 'targetRoot'],
  ['the last target record dropped', edited('target.ndjson', withoutLast), 'targetRoot'],
  ['a tolerance in the rules', edited('rules.json', replacing('0.05', '0.06')), 'policyHash'],
  ['the rules of another run', withFile(pack, 'rules.json', '[]'), 'policyHash'],
  ['a space in the rules', edited('rules.json', replacing(',', ', ')), 'policyHash'],
  ['a byte of a match', edited('result.ndjson', replacing('"exact"', '"exacu"')), 'resultRoot'],
  ['a confidence', edited('result.ndjson', replacing('"high"', '"exact"')), 'resultRoot'],
  ['two result lines swapped', edited('result.ndjson', swapped(2)), 'resultRoot'],
  ['the totals dropped', edited('result.ndjson', withoutLast), 'resultRoot'],
  ['a byte of the receipt', edited('receipts.ndjson', replacing(/01\.250Z(?=[^\n]*\n$)/, '01.251Z')), 'receiptHash'],
  [
    'the receipt of another run',
    withFile(pack, 'receipts.ndjson', textIn(packOf(earlier), 'receipts.ndjson')),
    'receiptHash',
  ],
  ['the two receipts swapped', edited('receipts.ndjson', swapped(0)), 'receiptHash'],
  ['a byte of the receipt before', edited('receipts.ndjson', replacing('run_1', 'run_2')), 'previousReceipt'],
  [
    'the receipt before dropped',
    edited('receipts.ndjson', (text) => text.slice(text.indexOf('\n') + 1)),
    'previousReceipt',
  ],
  ['a hash of the inclusion proof', edited('proofs.json', flipLast(/"inclusion":\{"hashes":\["(.)/)), 'logInclusion'],
  ['the place of the receipt in the log', edited('proofs.json', replacing('"index":2', '"index":1')), 'logInclusion'],
  [
    'a hash of the consistency proof',
    edited('proofs.json', flipLast(/"consistency":\{"from":2,"hashes":\["(.)/)),
    'logConsistency',
  ],
  [
    'a shorter consistency proof',
    edited('proofs.json', replacing(/("hashes":\[)"[0-9a-f]{64}",?/, '$1')),
    'logConsistency',
  ],
  [
    'a hash of the proof of the receipt before',
    edited('proofs.json', flipLast(/"previous":\{"hashes":\["(.)/)),
    'previousReceipt',
  ],
  [
    'no proof of the receipt before',
    edited('proofs.json', replacing(/"previous":.*/, '"previous":null}')),
    'previousReceipt',
  ],
  [
    'the size in the checkpoint before',
    edited('previous-checkpoint.txt', replacing('\n2\n', '\n1\n')),
    'logConsistency',
  ],
  ['a byte of its signature', edited('previous-checkpoint.txt', flipLast(/\n— \S+ .{20}(.)/)), 'logConsistency'],
  ['no checkpoint before', withFile(pack, 'previous-checkpoint.txt', ''), 'logConsistency'],
  ['an older checkpoint', withOldCheckpoint(), 'logInclusion'],
  ['the size in the checkpoint', edited('checkpoint.txt', replacing('\n3\n', '\n4\n')), 'checkpointSignature'],
  ['the root in the checkpoint', edited('checkpoint.txt', flipLast(/\n3\n(.)/)), 'checkpointSignature'],
  ['a byte of a signature', edited('checkpoint.txt', flipLast(/\n— \S+ .{20}(.)/)), 'checkpointSignature'],
  ['a checkpoint without signatures', edited('checkpoint.txt', replacing(/\n— .*\n/g, '\n')), 'checkpointSignature'],
  ['the keys of another log', withFile(pack, 'keys.txt', formatKeys([strangerKey])), 'checkpointSignature'],
  ['a byte of a key', edited('keys.txt', flipLast(/\+(.)[^+]*\n/)), 'checkpointSignature'],
  ['a byte of a period', edited('key-periods.txt', replacing('2026-11-19', '2026-11-18')), 'checkpointSignature'],
  ['no periods of keys', withFile(pack, 'key-periods.txt', ''), 'checkpointSignature'],
  ['no keys', withFile(pack, 'keys.txt', ''), 'checkpointSignature'],
  ['a count in the summary', recording(['run', 'summary', 'matchCount'], 99), 'completeness'],
  ['another summary', recording(['run', 'summary'], {}), 'completeness'],
  ['the root of the source in the record', recording(['run', 'source', 'root'], other), 'sourceRoot'],
  ['the count of the target in the record', recording(['run', 'target', 'recordCount'], 99), 'targetRoot'],
  ['the totals of the source in the record', recording(['run', 'source', 'totals'], { EUR: '1' }), 'sourceRoot'],
  ['the rules in the record', recording(['run', 'rules'], []), 'policyHash'],
  ['the policy hash in the record', recording(['run', 'policy', 'hash'], other), 'policyHash'],
  ['the result root in the record', recording(['run', 'resultRoot'], other), 'resultRoot'],
  ['the id in the record', recording(['run', 'id'], 'run_01kabcdefghjkmnpqrstvwxyz9'), 'receiptHash'],
  ['the state in the record', recording(['run', 'status'], 'failed'), 'receiptHash'],
  ['a failure in the record', recording(['run', 'failure'], { title: 'It failed' }), 'receiptHash'],
  ['the time in the record', recording(['run', 'completedAt'], '2026-11-20T10:00:01.251Z'), 'receiptHash'],
  ['the engine in the record', recording(['run', 'engineVersion'], '9'), 'receiptHash'],
  ['the checkpoint in the record', recording(['run', 'checkpoint'], oldCheckpoint), 'checkpointSignature'],
  ['the source root in the manifest', recording(['source'], other), 'sourceRoot'],
  ['the target root in the manifest', recording(['target'], other), 'targetRoot'],
  ['the policy in the manifest', recording(['policy'], other), 'policyHash'],
  ['the result root in the manifest', recording(['result'], other), 'resultRoot'],
  ['the leaves in the manifest', recording(['leaves'], 3), 'resultRoot'],
  ['the engine in the manifest', recording(['engine'], '9'), 'receiptHash'],
]

/** The pack with signs of the sides that no policy has; every hash is made anew and signed. */
export const withOtherSigns = (): Promise<PackFiles> =>
  reseal(
    edited('rules.json', (text) => `{"rules":${text},"signs":{"source":"as-is","target":"other"}}`),
    { signers: [signerOf(1), signerOf(2)] },
  )

/** Another character in the place of the one that the pattern's group found: a digit of hex, or of base64. */
function flipLast(pattern: RegExp): (text: string) => string {
  return (text) =>
    text.replace(pattern, (found, last: string) => {
      const at = found.lastIndexOf(last)
      return `${found.slice(0, at)}${last === 'a' ? 'b' : 'a'}${found.slice(at + 1)}`
    })
}

/** The checkpoint before, in the record as well. */
function withOldCheckpoint(): PackFiles {
  return withFile(recording(['run', 'checkpoint'], oldCheckpoint), 'checkpoint.txt', oldCheckpoint)
}

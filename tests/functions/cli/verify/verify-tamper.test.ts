import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import {
  at,
  formatKeys,
  formatVkey,
  type JsonValue,
  numberAt,
  packFileNames,
  verifierKeyOf,
} from '../../../../engine/index.ts'
import { signerOf } from '../../../engine/support/ed25519.ts'
import { packOf } from '../../../engine/support/packed.ts'
import { origin, seal } from '../../../engine/support/sealed.ts'
import { sealedCase } from '../../../engine/support/sealed-case.ts'
import { sha256 } from '../../../engine/support/sha256.ts'
import { inForms, sizeOf } from '../../../support/forms.ts'
import { createScratch } from '../../../support/node/command.ts'
import { brokenIn, type PackFiles, textIn, verifyArchive, withFile, zipped } from '../../../support/node/pack.ts'

/** A pack that somebody changed, unpacked and packed again so that the archive itself is sound. */

const scratch = createScratch()
afterAll(() => scratch.remove())

const stored = await seal(sealedCase)
const pack = packOf(stored)

/** The pack with a file changed as text, which has to make a difference. */
function edited(name: string, change: (text: string) => string, files: PackFiles = pack): PackFiles {
  const before = textIn(files, name)
  const after = change(before)
  expect(after).not.toBe(before)
  return withFile(files, name, after)
}

const replacing = (from: string | RegExp, to: string) => (text: string) => text.replace(from, to)

const swapped = (one: number) => (text: string) => {
  const lines = text.split('\n')
  return lines.toSpliced(one, 2, at(lines, one + 1), at(lines, one)).join('\n')
}

const withoutLast = (text: string) => `${text.split('\n').slice(0, -2).join('\n')}\n`

/** The run's record in the manifest with another value of a member, canonical as before. */
const recording = (path: readonly string[], value: JsonValue) =>
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
const strangerKey = formatVkey(verifierKeyOf(sha256, origin, signerOf(9).publicKey))
const earlier = await seal({ ...sealedCase, sequence: 1 })
const oldCheckpoint = stored.previousCheckpoint ?? ''

const changes: readonly (readonly [what: string, files: PackFiles, check: string])[] = [
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
  ['an older checkpoint', withOldCheckpoint(), 'logInclusion'],
  ['the size in the checkpoint', edited('checkpoint.txt', replacing('\n3\n', '\n4\n')), 'checkpointSignature'],
  ['the root in the checkpoint', edited('checkpoint.txt', flipLast(/\n3\n(.)/)), 'checkpointSignature'],
  ['a byte of a signature', edited('checkpoint.txt', flipLast(/\n— \S+ .{20}(.)/)), 'checkpointSignature'],
  ['a checkpoint without signatures', edited('checkpoint.txt', replacing(/\n— .*\n/g, '\n')), 'checkpointSignature'],
  ['the keys of another log', withFile(pack, 'keys.txt', formatKeys([strangerKey])), 'checkpointSignature'],
  ['a byte of a key', edited('keys.txt', flipLast(/\+(.)[^+]*\n/)), 'checkpointSignature'],
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

describe('a pack', () => {
  it.each(changes)('with %s changed fails at the one check that names it', async (_, files, check) => {
    const end = await verifyArchive(scratch, zipped(files))
    expect({ code: end.code, broken: brokenIn(end), errors: end.errors }).toEqual({
      code: 1,
      broken: [check],
      errors: '',
    })
    expect(end.output).toMatch(new RegExp(`\\nfirst broken link: ${check}\\n$`))
  })

  it('that is another one altogether fails at none, but for the key that is trusted', async () => {
    expect(await verifyArchive(scratch, zipped(packOf(earlier)))).toMatchObject({ code: 3 })
    const end = await verifyArchive(scratch, zipped(packOf(earlier)), '--key', strangerKey)
    expect(brokenIn(end)).toEqual(['checkpointSignature'])
  })

  it('whose checkpoint a witness has signed too holds', async () => {
    const { checkpoint } = stored.run
    const line = `— witness.example ${Buffer.alloc(76, 7).toString('base64')}\n`
    const cosigned = edited(
      'checkpoint.txt',
      (text) => text + line,
      recording(['run', 'checkpoint'], checkpoint + line),
    )
    expect(await verifyArchive(scratch, zipped(cosigned))).toMatchObject({ code: 3 })
    const unsaid = edited('checkpoint.txt', (text) => text + line)
    expect(brokenIn(await verifyArchive(scratch, zipped(unsaid)))).toEqual(['checkpointSignature'])
  })

  it('says what was expected and what was found', async () => {
    const end = await verifyArchive(scratch, zipped(edited('rules.json', replacing('0.05', '0.06'))))
    expect(end.output).toMatch(
      new RegExp(`^policyHash +does not hold .*expected ${stored.run.policy.hash}, found [0-9a-f]{64}\\)$`, 'm'),
    )
  })
})

const flips = { short: 120, long: 20_000 }

describe(inForms('a single changed bit', flips), () => {
  const evidence = packFileNames.filter((name) => name !== 'README.txt')
  const bit = fc
    .constantFrom(...evidence)
    .chain((name) => fc.record({ name: fc.constant(name), at: fc.nat(8 * (pack.get(name)?.length ?? 1) - 1) }))

  it('in any file that is evidence fails exactly one check, or makes the pack unreadable', async () => {
    await fc.assert(
      fc.asyncProperty(bit, async ({ name, at }) => {
        const end = await verifyArchive(scratch, zipped(withFile(pack, name, flipped(pack.get(name), at))))
        if (end.code === 2) expect(end).toMatchObject({ output: '', errors: expect.stringContaining(name) })
        else expect({ code: end.code, count: brokenIn(end).length }).toEqual({ code: 1, count: 1 })
      }),
      { numRuns: sizeOf(flips) },
    )
  })

  it('anywhere in the archive is never taken for a sound pack, README and checksums included', async () => {
    const archive = zipped(pack)
    const sound = await verifyArchive(scratch, archive)
    await fc.assert(
      fc.asyncProperty(fc.nat(8 * archive.length - 1), async (at) => {
        const end = await verifyArchive(scratch, flipped(archive, at))
        if (end.code === 0) expect(end).toEqual(sound)
        else expect([1, 2]).toContain(end.code)
      }),
      { numRuns: sizeOf(flips) },
    )
  })
})

function flipped(bytes: Uint8Array | undefined, bit: number): Uint8Array {
  if (bytes === undefined) throw new Error('There is no file to flip a bit of')
  const copy = Uint8Array.from(bytes)
  copy[bit >> 3] = numberAt(copy, bit >> 3) ^ (1 << (bit & 7))
  return copy
}

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

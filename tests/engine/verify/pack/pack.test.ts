import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { byteAt } from '../../../../engine/base/at.ts'
import { toBase64 } from '../../../../engine/base/base64.ts'
import { utf8 } from '../../../../engine/base/bytes.ts'
import { formatVkey, verifierKeyOf } from '../../../../engine/log/verifier-key.ts'
import { formatProofs, packFileNames, parseProofs, parseReceipts } from '../../../../engine/verify/pack/pack-files.ts'
import { formatManifest, parseManifest } from '../../../../engine/verify/pack/pack-manifest.ts'
import type { ChainCheckName } from '../../../../engine/verify/verify-proof-chain.ts'
import { signerOf } from '../../support/ed25519.ts'
import { caseCount } from '../../support/law.ts'
import { manifestOf, type Pack, packOf, verifyPack } from '../../support/packed.ts'
import { origin, seal } from '../../support/sealed.ts'
import { sealedCase } from '../../support/sealed-case.ts'
import { sha256 } from '../../support/sha256.ts'

const stored = await seal(sealedCase)
const pack = packOf(stored)
const changed = (name: string, bytes: Uint8Array | undefined): Map<string, Uint8Array> => {
  const files = new Map<string, Uint8Array>(pack)
  files.delete(name)
  return bytes === undefined ? files : files.set(name, bytes)
}
const textOf = (files: Pack, name: (typeof packFileNames)[number]): string =>
  Buffer.from(files.get(name) ?? []).toString()

describe('an evidence pack', () => {
  it.each([0, 1, 2, 3, 6])('of a run at place %i of its log verifies', async (sequence) => {
    const report = await verifyPack(packOf(await seal({ ...sealedCase, sequence })))
    expect(report).toMatchObject({ verified: true, firstFailure: null })
  })

  it('of two empty datasets verifies', async () => {
    const empty = packOf(await seal({ source: [], target: [], rules: sealedCase.rules }))
    expect(textOf(empty, 'source.ndjson')).toBe('')
    expect(await verifyPack(empty)).toMatchObject({ verified: true })
  })

  it.each([1, 2, 3, 7, 64, 100_000])('verifies however its bytes are cut, into %i at a time', async (partSize) => {
    expect(await verifyPack(pack, { partSize })).toMatchObject({ verified: true })
  })

  it('with another README cannot be read', async () => {
    const text = `${textOf(pack, 'README.txt')}It was audited.\n`
    expect(await verifyPack(changed('README.txt', utf8(text)))).toEqual([
      'README.txt: Got another text than the service writes into a pack',
    ])
  })

  it.each(packFileNames)('without %s cannot be read', async (name) => {
    expect(await verifyPack(changed(name, undefined))).toEqual([`${name} is missing`])
  })

  it('names all that makes it unreadable', async () => {
    const files = changed('proofs.json', utf8('{"inclusion":5}\n')).set('virus.exe', new Uint8Array())
    files.delete('keys.txt')
    files.set('manifest.json', Uint8Array.of(0xff, 0x0a))
    expect(await verifyPack(files)).toEqual([
      'virus.exe is no file of an evidence pack',
      'manifest.json: Got bytes that are not UTF-8',
      'proofs.json: Got 5 as "inclusion", wanted three proofs',
      'keys.txt is missing',
    ])
  })

  const megabytes = 'A'.repeat(8_000_000)
  it.each([
    ['a signature', 'checkpoint.txt', `log\n1\nAAAA\n\n— log ${megabytes}\n`],
    ['a root', 'checkpoint.txt', `log\n1\n${megabytes}\n\n— log AAAAAAAA\n`],
    ['a key', 'keys.txt', `log+00000000+${megabytes}\n`],
  ])('with megabytes for %s fails at the signature, in few words', async (_, name, text) => {
    const report = await verifyPack(changed(name, utf8(text)))
    const failed = 'checks' in report ? report.checks.filter(({ passed }) => !passed) : []
    expect(failed.map(({ name }) => name)).toEqual(['checkpointSignature'])
    expect(failed[0]?.detail.length).toBeLessThan(300)
  })

  it('verifies under a trusted key only if that key has signed', async () => {
    const keyText = (seed: number): string => formatVkey(verifierKeyOf(sha256, origin, signerOf(seed).publicKey))
    expect(await verifyPack(pack, { trusted: [keyText(2)] })).toMatchObject({ verified: true })
    expect(await verifyPack(pack, { trusted: [keyText(9), keyText(1)] })).toMatchObject({ verified: true })
    expect(await verifyPack(pack, { trusted: [keyText(9)] })).toMatchObject({ firstFailure: 'checkpointSignature' })
  })

  it('verifies under a trusted key without a name, as a service publishes it, only if that key has signed', async () => {
    const rawText = (seed: number): string => toBase64(signerOf(seed).publicKey)
    expect(await verifyPack(pack, { trusted: [rawText(1)] })).toMatchObject({ verified: true })
    expect(await verifyPack(pack, { trusted: [rawText(9), rawText(2)] })).toMatchObject({ verified: true })
    for (const text of [rawText(9), rawText(1).slice(0, 40)])
      expect(await verifyPack(pack, { trusted: [text] })).toMatchObject({ firstFailure: 'checkpointSignature' })
  })

  it('whose keys were exchanged for those of another fails at the signature', async () => {
    const other = formatVkey(verifierKeyOf(sha256, origin, signerOf(9).publicKey))
    const report = await verifyPack(changed('keys.txt', utf8(`${other}\n`)))
    expect(report).toMatchObject({ firstFailure: 'checkpointSignature' })
  })

  it('with a line more, without a newline at the end or with a line twice fails', async () => {
    const text = textOf(pack, 'result.ndjson')
    for (const other of [`${text}{}\n`, text.slice(0, -1), `${text}\n`, `${text}${text}`])
      expect(await verifyPack(changed('result.ndjson', utf8(other)))).toMatchObject({ firstFailure: 'resultRoot' })
  })
})

/** The checks that may name a change in each file; one file holds what several of them name. */
const checksOf: { readonly [name: string]: readonly ChainCheckName[] } = {
  'manifest.json': [
    'sourceRoot',
    'targetRoot',
    'policyHash',
    'resultRoot',
    'completeness',
    'receiptHash',
    'checkpointSignature',
  ],
  'rules.json': ['policyHash'],
  'source.ndjson': ['sourceRoot'],
  'target.ndjson': ['targetRoot'],
  'result.ndjson': ['resultRoot'],
  'receipts.ndjson': ['receiptHash', 'previousReceipt'],
  'proofs.json': ['logInclusion', 'logConsistency', 'previousReceipt'],
  'previous-checkpoint.txt': ['logConsistency'],
  'checkpoint.txt': ['checkpointSignature'],
  'key-periods.txt': ['checkpointSignature'],
  'keys.txt': ['checkpointSignature'],
}

describe('a bit changed in a file of the pack', () => {
  it('makes it unreadable or fails the one check that names it', async () => {
    const names = Object.keys(checksOf)
    const place = fc
      .constantFrom(...names)
      .chain((name) =>
        fc.record({ name: fc.constant(name), bit: fc.nat(8 * (changed('', undefined).get(name)?.length ?? 1) - 1) }),
      )
    await fc.assert(
      fc.asyncProperty(place, async ({ name, bit }) => {
        const bytes = Uint8Array.from(changed('', undefined).get(name) ?? [])
        bytes[bit >> 3] = byteAt(bytes, bit >> 3) ^ (1 << (bit & 7))
        const report = await verifyPack(changed(name, bytes))
        if (!('checks' in report)) {
          expect(report).toHaveLength(1)
          return
        }
        const failed = report.checks.filter(({ passed }) => !passed)
        expect(failed.map((check) => check.name)).toHaveLength(1)
        expect(checksOf[name]).toContain(report.firstFailure)
      }),
      { numRuns: 4 * caseCount },
    )
  }, 120_000)
})

describe('the files of a pack', () => {
  it('read back as what was written', () => {
    const manifest = manifestOf(stored)
    expect(parseManifest(formatManifest(manifest))).toEqual({ ok: true, value: manifest })
    const proofs = {
      inclusion: { index: 3, size: 4, hashes: ['ab'] },
      consistency: { from: 3, to: 4, hashes: [] },
      previous: { index: 2, size: 3, hashes: ['cd'] },
    }
    const own = '"consistency":{"from":3,"hashes":[],"to":4},"inclusion":{"hashes":["ab"],"index":3,"size":4}'
    expect(formatProofs(proofs)).toBe(`{${own},"previous":{"hashes":["cd"],"index":2,"size":3}}\n`)
    expect(parseProofs(formatProofs(proofs))).toEqual({ ok: true, value: proofs })
    expect(parseProofs(formatProofs({ ...proofs, previous: null }))).toMatchObject({ value: { previous: null } })
    expect(parseReceipts('a\nb\n')).toEqual({ ok: true, value: { previous: 'a', own: 'b' } })
    expect(parseReceipts('b\n')).toEqual({ ok: true, value: { previous: null, own: 'b' } })
  })

  it.each(['', 'a', 'a\nb', 'a\nb\nc\n'])('refuse the receipts %j', (text) => {
    expect(parseReceipts(text)).toMatchObject({ ok: false })
  })

  const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)
  it('take a manifest with as much nesting as is taken anywhere', () => {
    const text = formatManifest(manifestOf(stored)).replace('"unproven":{', `"unproven":{"a":${nested(98)}`)
    expect(parseManifest(text)).toMatchObject({ ok: true })
  })

  it.each([
    ['no newline at its end', (text: string) => text.slice(0, -1)],
    ['a space', (text: string) => text.replace(':', ': ')],
    ['another kind', (text: string) => text.replace('pack@2', 'pack@3')],
    ['the shape of another version', (text: string) => text.replace('pack@2', 'pack@1')],
    ['a member of the run that nothing proves', (text: string) => text.replace('"run":{', '"run":{"a":1,')],
    ['a member of a side that nothing proves', (text: string) => text.replace('"source":{', '"source":{"a":1,')],
    ['a member of the policy that nothing proves', (text: string) => text.replace('"policy":{', '"policy":{"a":1,')],
    ['a member more', (text: string) => text.replace('{"engine"', '{"also":1,"engine"')],
    ['a member twice', (text: string) => text.replace('{"engine"', '{"engine":"1","engine"')],
    ['a count in text', (text: string) => text.replace(/"leaves":(\d+)/, '"leaves":"$1"')],
    ['no run', (text: string) => text.replace('"run":', '"ran":')],
    ['a side without root', (text: string) => text.replace('"root":', '"rood":')],
    [
      'JSON nested deeper than any that is taken',
      (text: string) => text.replace('"unproven":{', `"unproven":{"a":${nested(99)}`),
    ],
    ['a run without summary', (text: string) => text.replace('"summary":', '"summery":')],
    ['a run without rules', (text: string) => text.replace('"rules":', '"rumes":')],
  ])('refuse a manifest with %s', (_, change) => {
    expect(parseManifest(change(formatManifest(manifestOf(stored))))).toMatchObject({ ok: false })
  })

  it.each([
    '',
    '{}',
    '{}\n',
    '[]\n',
    'null\n',
    '{"consistency":{"from":3,"hashes":[5],"to":4},"inclusion":{"hashes":[],"index":3,"size":4}}\n',
  ])('refuse the proofs %j', (text) => {
    expect(parseProofs(text)).toMatchObject({ ok: false })
  })
})

import { type JsonValue, numberAt, toBase64 } from '@tallystick/engine/base'
import { formatVkey, verifierKeyOf } from '@tallystick/engine/log'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { lineCheckNames } from '../../../../engine/verify/line/line-proof.ts'
import { signerOf } from '../../../engine/support/ed25519.ts'
import { caseCount } from '../../../engine/support/law.ts'
import { origin, seal } from '../../../engine/support/sealed.ts'
import { sealedCase } from '../../../engine/support/sealed-case.ts'
import { sha256 } from '../../../engine/support/sha256.ts'
import { flip, type Place, placesIn, replaceAt } from '../../../engine/support/tamper.ts'
import { createScratch, runWords } from '../../../support/node/command.ts'
import { linesOf, proofOf, tlogProofOf } from '../../../support/node/line-proof.ts'
import { brokenIn, holdingIn } from '../../../support/node/pack.ts'

/** The proof of a single line on an auditor's desk, and one that somebody changed. */

const scratch = createScratch()
afterAll(() => scratch.remove())

const stored = await seal(sealedCase)
const lines = linesOf(stored.result)
const indexOf = (kind: string): number => lines.findIndex((line) => line.includes(`"kind":"${kind}"`))
const keyOf = (seed: number) => verifierKeyOf(sha256, origin, signerOf(seed).publicKey)
const rawOf = (seed: number) => toBase64(keyOf(seed).publicKey)

const verifyText = (text: string | Uint8Array, ...words: readonly string[]) =>
  runWords(['verify', scratch.write('proof', text), ...words])
const verify = (proof: object, ...words: readonly string[]) => verifyText(JSON.stringify(proof), ...words)
const plain = (proof: object): JsonValue => JSON.parse(JSON.stringify(proof))
const changed = (proof: object, path: string, value: JsonValue) => replaceAt(plain(proof), path.split('.'), value)

/** A group of two records and one. */
const group = proofOf(stored, indexOf('match') + 2)
const totals = proofOf(stored, lines.length - 1)
/** A break of one record, of the target. */
const lone = proofOf(stored, indexOf('excluded') - 1)

describe('the proof of a line', () => {
  it('holds for each line of a result, and shows it with its records', async () => {
    for (const [index, line] of lines.entries()) {
      const proof = proofOf(stored, index)
      const end = await verify(proof)
      expect({ code: end.code, errors: end.errors, holding: holdingIn(end) }).toEqual({
        code: 3,
        errors: '',
        holding: lineCheckNames,
      })
      expect(end.output).toContain(`  ${proof.leaf.id ?? `line ${index + 1}`}   ${line}\n`)
      for (const { id, line: record } of proof.records.source)
        expect(end.output).toContain(`  source ${id}   ${record}\n`)
      expect(end.output).toMatch(
        /\nevery check of this single proof holds, if the keys above are the service’s: they came with the proof\n$/,
      )
    }
  })

  it.each([0, 1, 2, 6])('holds at place %i of the log', async (sequence) => {
    const proof = proofOf(await seal({ ...sealedCase, sequence }), 1)
    expect(await verify(proof, '--key', rawOf(1))).toMatchObject({ code: 0 })
    expect(await verify(proof, '--trust-pack-keys')).toMatchObject({ code: 0 })
  })

  it('is told by its content, however its JSON is laid out', async () => {
    const laidOut = JSON.stringify(group, null, 2)
    for (const text of [laidOut, `\ufeff${laidOut}`, `\r\n${laidOut}\r\n`])
      expect(await verifyText(text)).toMatchObject({ code: 3 })
  })

  it('says what it does not prove, and does not say of it that it holds', async () => {
    const { output } = await verify(group)
    for (const name of ['lineNumber', 'policyHash', 'completeness'])
      expect(output).toMatch(new RegExp(`^${name} +not covered +Not part of a single proof\\. `, 'm'))
    expect((await verify(totals)).output).not.toContain('lineNumber')
  })

  it('holds by a key that is trusted, and by no other', async () => {
    for (const key of [formatVkey(keyOf(2)), rawOf(1)]) {
      const end = await verify(group, '--key', key)
      expect(end.output).toMatch(/\nevery check of this single proof holds, by a key that you trust\n$/)
    }
    for (const key of [formatVkey(keyOf(9)), rawOf(9)]) {
      const end = await verify(group, '--key', key)
      expect({ code: end.code, broken: brokenIn(end) }).toEqual({ code: 1, broken: ['checkpointSignature'] })
      expect(end.output).toContain(`The checkpoint is signed by ${rawOf(1)} (key id ${keyOf(1).keyId}) and ${rawOf(2)}`)
    }
  })

  it('holds no run to replay', async () => {
    expect(await verify(group, '--replay')).toEqual({
      code: 2,
      output: '',
      errors: expect.stringMatching(/ which holds no run to replay: --replay wants the pack, .*format=zip\n$/),
    })
  })
})

/** The check that names a change of what stands at a path; none for what is no evidence. */
function checkNaming(path: string): string | undefined {
  const checks: readonly (readonly [RegExp, string | undefined])[] = [
    [/^links/, undefined],
    // Several counts of lines lead to one root by the same hashes.
    [/^records\.\w+\.\d+\.inclusion\.size/, undefined],
    [/^(records|inputHash)\.source/, 'sourceRecords'],
    [/^(records|inputHash)\.target/, 'targetRecords'],
    [/^(leaf|outputHash)/, 'resultLine'],
    [/^(runId|receipt)/, 'receiptHash'],
    [/^inclusion/, 'logInclusion'],
    [/^consistency/, 'logConsistency'],
    [/^previous\.checkpoint/, 'logConsistency'],
    [/^previous/, 'previousReceipt'],
    [/^(checkpoint|keys)/, 'checkpointSignature'],
  ]
  return checks.find(([pattern]) => pattern.test(path))?.[1]
}

describe('a proof of which somebody changed', () => {
  const cases = [group, totals, lone].flatMap((proof) =>
    placesIn(plain(proof))
      .filter(({ path }) => checkNaming(path.join('.')) !== undefined)
      .map((place): readonly [string, object, Place] => [place.path.join('.'), proof, place]),
  )

  it('any one value fails at the one check that names it', async () => {
    for (const [path, proof, place] of cases) {
      const end = await verify(flip(proof, place, typeof place.value === 'number' ? 0 : place.bitCount >> 1))
      expect({ path, code: end.code, broken: brokenIn(end) }).toEqual({ path, code: 1, broken: [checkNaming(path)] })
      expect(end.output).toMatch(new RegExp(`\\nfirst broken link: ${checkNaming(path)}\\n$`))
      expect(end.output).not.toContain('proven:')
    }
    expect(cases.length).toBeGreaterThan(100)
  })

  it.each<readonly [string, object, string, JsonValue, string]>([
    ['a record left out', group, 'records.source', plain(group.records.source.slice(1)), 'recordIds'],
    ['all records left out', group, 'records', { source: [], target: [] }, 'recordIds'],
    ['a record twice', lone, 'records.target', plain([...lone.records.target, ...lone.records.target]), 'recordIds'],
    ['a record of another line', lone, 'records.target', plain(group.records.target), 'recordIds'],
    ['a record of the other side', lone, 'records.source', plain(lone.records.target), 'sourceRecords'],
    ['records where there are none', totals, 'records', plain(group.records), 'recordIds'],
    ['the line of another proof', group, 'leaf', plain(lone.leaf), 'recordIds'],
    ['an id where there is none', totals, 'leaf.id', 'mat_0', 'resultLine'],
    ['no id', group, 'leaf.id', null, 'resultLine'],
    ['the count of lines of one record', group, 'records.source.0.inclusion.size', 9, 'sourceRecords'],
    ['a hash left out', group, 'leaf.inclusion.hashes', plain(group.leaf.inclusion.hashes.slice(1)), 'resultLine'],
    ['no checkpoint', group, 'checkpoint', null, 'checkpointSignature'],
    ['the checkpoint before', group, 'checkpoint', stored.previousCheckpoint, 'logInclusion'],
    ['no keys', group, 'keys', [], 'checkpointSignature'],
    ['a member more in the receipt', group, 'receipt.note', 'x', 'receiptHash'],
  ])('%s fails at the one check that names it', async (_, proof, path, value, check) => {
    const end = await verify({ ...group, ...Object(changed(proof, path, value)) })
    expect({ code: end.code, broken: brokenIn(end) }).toEqual({ code: 1, broken: [check] })
  })

  it('both the records and their root, as a forger would, fails against the receipt', async () => {
    const other = proofOf(
      await seal({ ...sealedCase, forge: { source: (all) => all.map((line) => line.replace('"60"', '"61"')) } }),
      group.leaf.index,
    )
    const end = await verify({ ...group, inputHash: other.inputHash, records: other.records })
    expect(brokenIn(end)).toEqual(['sourceRecords'])
    const receipt = { ...group, receipt: other.receipt, receiptHash: other.receiptHash }
    expect(brokenIn(await verify(receipt))).toContain('receiptHash')
  })

  it('a single bit is refused or changes nothing that is proven', async () => {
    const text = Buffer.from(JSON.stringify(group))
    const sound = await verifyText(text)
    await fc.assert(
      fc.asyncProperty(fc.nat(8 * text.length - 1), async (bit) => {
        const copy = Buffer.from(text)
        copy[bit >> 3] = numberAt(copy, bit >> 3) ^ (1 << (bit & 7))
        const end = await verifyText(copy)
        if (end.code === 3) expect(end).toEqual(sound)
        else if (end.code === 1) expect(brokenIn(end)).toHaveLength(1)
        else expect(end).toMatchObject({ code: 2, output: '', errors: expect.stringMatching(/^tallystick: \S+: /) })
      }),
      { numRuns: caseCount },
    )
  })
})

describe('a C2SP tlog-proof', () => {
  const trusted = ['--key', rawOf(1)]

  it('of a line holds by a key that is trusted', async () => {
    for (const proof of [group, totals, lone]) {
      const end = await verifyText(tlogProofOf(proof), ...trusted)
      expect({ code: end.code, holding: holdingIn(end) }).toEqual({
        code: 0,
        holding: lineCheckNames.filter((name) => name !== 'logConsistency' && name !== 'previousReceipt'),
      })
      expect(end.output).toMatch(/^logConsistency +not covered /m)
    }
  })

  it('of a receipt alone proves no line', async () => {
    const end = await verifyText(tlogProofOf(group, false), ...trusted)
    expect(holdingIn(end)).toEqual(['receiptHash', 'logInclusion', 'checkpointSignature'])
    expect(end.output).toMatch(/^resultLine +not covered /m)
    expect(end.output).toContain(`proven: the receipt of ${group.runId} is in the log\n`)
  })

  it('brings no keys, so that one has to be named', async () => {
    const { code, errors } = await verifyText(tlogProofOf(group))
    expect({ code, errors }).toEqual({
      code: 2,
      errors: expect.stringMatching(/ brings no keys, wanted a key that you trust\n$/),
    })
    const stranger = await verifyText(tlogProofOf(group), '--key', formatVkey(keyOf(9)))
    expect(brokenIn(stranger)).toEqual(['checkpointSignature'])
    expect(stranger.output).toContain(`wanted one of ${keyOf(9).keyId}`)
  })

  it.each([
    ['a member renamed, which would leave the line out', (extra: string) => extra.replace('"leaf":', '"leav":')],
    ['a member more', (extra: string) => extra.replace('{', '{"audited":true,')],
    ['a member more in a record', (extra: string) => extra.replace('"lineNumber"', '"lineAudited":1,"lineNumber"')],
    ['the kind of a receipt alone', (extra: string) => extra.replace('proof@2', 'evidence@2')],
    ['another kind', (extra: string) => extra.replace('proof@2', 'proof@9')],
    ['a space', (extra: string) => extra.replace(',', ', ')],
  ])('whose extra has %s is refused', async (_, change) => {
    const [first = '', extra = '', ...rest] = tlogProofOf(group).split('\n')
    const before = Buffer.from(extra.slice('extra '.length), 'base64').toString()
    expect(change(before)).not.toBe(before)
    const text = [first, `extra ${Buffer.from(change(before)).toString('base64')}`, ...rest].join('\n')
    expect(await verifyText(text, ...trusted)).toEqual({
      code: 2,
      output: '',
      errors: expect.stringContaining('extra: Got '),
    })
  })

  it.each<readonly [string, string, JsonValue, string]>([
    ['the line', 'leaf.line', '{}', 'resultLine'],
    ['a record', 'records.target.0.line', '{}', 'targetRecords'],
    ['the records', 'records.target', [], 'recordIds'],
    ['the run', 'runId', 'run_1', 'receiptHash'],
    ['the receipt', 'receipt.leaves', 99, 'logInclusion'],
    ['the place', 'inclusion.index', 1, 'logInclusion'],
    ['the checkpoint', 'checkpoint', stored.previousCheckpoint, 'logInclusion'],
  ])('of which somebody changed %s fails at the check that names it', async (_, path, value, check) => {
    const text = tlogProofOf({ ...group, ...Object(changed(group, path, value)) })
    const end = await verifyText(text, ...trusted)
    expect({ code: end.code, broken: brokenIn(end) }).toEqual({ code: 1, broken: [check] })
  })
})

describe('what is no evidence', () => {
  const wanted =
    'wanted the pack of a run or a period (a zip), or the proof of a single line (JSON, or a C2SP tlog-proof)'
  it.each<readonly [string, string | Uint8Array]>([
    [`Got an empty file, ${wanted}`, ''],
    [`Got a file that begins with "id,amount\\n", ${wanted}`, 'id,amount\n'],
    [`Got text in UTF-16, ${wanted}`, Buffer.from('\ufeff{}', 'utf16le')],
    [`Got bytes of no known kind, ${wanted}`, Uint8Array.of(0x80, 0x81, 0x82, 0x83)],
    ['Got JSON that is not evidence, wanted the proof of a line (tallystick/proof@2)', '{}'],
    ['Got JSON of the kind "tallystick/evidence@2", wanted the proof of a line', '{"kind":"tallystick/evidence@2"}'],
    [
      'Got tallystick/proof@1, wanted tallystick/proof@2: the program that wrote it reads it',
      '{"kind":"tallystick/proof@1"}',
    ],
    ['Got a problem that the service answered with, "Not found" (run_x)', '{"title":"Not found","code":"run_x"}'],
    ['JSON, line 1, column 501: Got the end of the text', JSON.stringify(group).slice(0, 500)],
    ['JSON, line 1, column 12: Got the member "kind" twice', '{"kind":"","kind":""}'],
    ['Got [] as "records", wanted the proof of a line', JSON.stringify({ ...group, records: [] })],
    ['Got bytes that are not UTF-8', Buffer.from('{"a":"\u00ff"}', 'latin1')],
  ])('is named for what it is, in exit code 2: %s', async (fault, text) => {
    const { code, output, errors } = await verifyText(text)
    expect({ code, output, lineCount: errors.split('\n').length }).toEqual({ code: 2, output: '', lineCount: 2 })
    expect(errors).toContain(`tallystick: ${scratch.path('proof')}: ${fault}`)
  })
})

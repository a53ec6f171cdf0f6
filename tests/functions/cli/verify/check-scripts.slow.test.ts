import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { toBase64 } from '@tallystick/engine/base'
import { afterAll, describe, expect, it } from 'vitest'
import { signerOf } from '../../../engine/support/ed25519.ts'
import { instructed, instructedTurned } from '../../../engine/support/instructed-cases.ts'
import { vectors } from '../../../engine/support/merkle-vectors.ts'
import { packOf } from '../../../engine/support/packed.ts'
import { seal } from '../../../engine/support/sealed.ts'
import { sealedCase } from '../../../engine/support/sealed-case.ts'
import { eachOf, inForms, isLong, sizeOf } from '../../../support/forms.ts'
import { anchorBy, anchored, headWith } from '../../../support/node/anchored-pack.ts'
import { createScratch } from '../../../support/node/command.ts'
import { areInstalled } from '../../../support/node/installed.ts'
import { linesOf, proofOf, tlogProofOf } from '../../../support/node/line-proof.ts'
import { brokenIn, textIn, withFile, zipped } from '../../../support/node/pack.ts'
import { changes, withOtherSigns } from '../../../support/node/pack-changes.ts'
import { root } from '../../../support/node/step.ts'
import { honestCases } from '../../../support/node/verifiers/honest-cases.ts'

/** The two programs in docs/ that check evidence with none of our code. */

const scratch = createScratch()
afterAll(() => scratch.remove())

const keyOf = (seed: number): string => toBase64(signerOf(seed).publicKey)
const stored = await seal(sealedCase)

const tried = { short: 3, long: changes.length }
const step = Math.ceil(changes.length / sizeOf(tried))

const programs = [
  { name: 'check.mjs', program: process.execPath, isInstalled: true },
  { name: 'check.py', program: 'python3', isInstalled: areInstalled('python3') },
]

for (const { name, program, isInstalled } of programs)
  describe(`docs/${name}`, { skip: !isInstalled }, () => {
    const run = (...words: readonly string[]) => {
      const { status, stdout, stderr } = spawnSync(program, [join(root, 'docs', name), ...words], { encoding: 'utf8' })
      return { code: status ?? -1, output: stdout, errors: stderr }
    }
    const runOn = (content: string | Uint8Array, ...words: readonly string[]) =>
      run(scratch.write('evidence', content), ...words)

    it.skipIf(vectors === undefined)('passes all vectors of transparency-dev/merkle', () => {
      expect(run('--vectors', join(vectors ?? '', 'merkle')).output).toBe(
        'inclusion            holds: 98 of 98\nconsistency          holds: 98 of 98\n',
      )
    })

    it.each(isLong ? [0, 1, 2, 6] : [6])('finds that a pack holds at place %i of its log', async (sequence) => {
      const archive = zipped(packOf(await seal({ ...sealedCase, sequence })))
      const { code, output, errors } = runOn(archive, keyOf(1))
      expect({ code, errors }).toEqual({ code: 0, errors: '' })
      expect([...output.matchAll(/^\w+ +holds$/gm)]).toHaveLength(10)
    })

    it('finds that a pack, and the proof of a line, hold behind a deletion', async () => {
      const behind = await seal({ ...sealedCase, deletionsAt: [1] })
      expect(runOn(zipped(packOf(behind)), keyOf(1))).toMatchObject({ code: 0, errors: '' })
      expect(runOn(JSON.stringify(proofOf(behind, 1)), keyOf(1))).toMatchObject({ code: 0, errors: '' })
    })

    it.each(isLong ? honestCases : honestCases.slice(0, 2))('finds that a pack of %s holds', async (_, given) => {
      expect(runOn(zipped(packOf(await seal(given))), keyOf(2))).toMatchObject({ code: 0, errors: '' })
    })

    it.each([
      ['as it is', instructed],
      ['under turned signs', instructedTurned],
    ])('finds that the run of a period with instructions holds %s, and what was changed', async (_, given) => {
      const files = packOf(await seal(given))
      const run = runOn(zipped(files), keyOf(1))
      expect(run).toMatchObject({ code: 0, errors: '' })
      expect([...run.output.matchAll(/^\w+ +holds$/gm)]).toHaveLength(10)
      const lines = textIn(files, 'instructions.ndjson').split(/(?<=\n)/)
      for (const changed of [lines.slice(1), lines.toReversed()]) {
        const end = runOn(zipped(withFile(files, 'instructions.ndjson', changed.join(''))), keyOf(1))
        expect({ code: end.code, broken: brokenIn(end) }).toEqual({ code: 1, broken: ['completeness', 'receiptHash'] })
      }
      expect(runOn(zipped(withFile(files, 'instructions.ndjson', undefined)), keyOf(1)).code).toBe(1)
    })

    it('finds matches by hand that no instruction asks for, or that do not add up, and parts of other records', async () => {
      const forged = async (part: string | RegExp, by: string) => {
        const result = (lines: string[]) => lines.map((line) => line.replace(part, by))
        const end = runOn(zipped(packOf(await seal({ ...instructed, forge: { result } }))), keyOf(1))
        return { code: end.code, broken: brokenIn(end) }
      }
      const broken = { code: 1, broken: ['completeness'] }
      expect(await forged('"decision":"dcn_1"', '"decision":"dcn_9"')).toEqual(broken)
      expect(await forged('"residual":{"amount":"2"', '"residual":{"amount":"3"')).toEqual(broken)
      expect(await forged(',"variance":"fx"', '')).toEqual(broken)
      expect(await forged('"id":"t1~1"', '"id":"t5~1"')).toEqual(broken)
      expect(await forged('"parts":[{"count":5', '"parts":[{"count":4')).toEqual(broken)
      expect(await forged(/(?<="kind":"dataset","root":")../, 'ab')).toEqual(broken)
    })

    it('finds by which keys a pack holds', () => {
      const archive = zipped(packOf(stored))
      expect(runOn(archive)).toMatchObject({ code: 3, errors: '' })
      expect(brokenIn(runOn(archive, keyOf(9)))).toEqual(['checkpointSignature'])
      expect(runOn(archive, 'key')).toMatchObject({ code: 2, output: '' })
    })

    it('finds whether the heads of an anchor follow each other up to the index', async () => {
      const anchor = await anchorBy(1)
      const [earlier = '', last = ''] = anchor.heads
      expect(runOn(zipped(anchored(anchor)), keyOf(1))).toMatchObject({ code: 0, errors: '' })
      expect(runOn(zipped(anchored({ ...anchor, heads: [last] })), keyOf(1))).toMatchObject({ code: 0, errors: '' })
      const changes = [
        { heads: [last, earlier] },
        { heads: [earlier, earlier, last] },
        { heads: [earlier, headWith({ log: 'cd'.repeat(32) })] },
        { heads: [earlier, headWith({ previous: null, consistency: [] })] },
        { heads: [earlier, headWith({ consistency: [] })] },
        { heads: [earlier, last.replace('"kind":"tallystick/head@2",', '')] },
        { inclusion: { ...anchor.inclusion, index: 1 } },
      ]
      for (const change of eachOf(3, changes)) {
        const end = runOn(zipped(anchored({ ...anchor, ...change })), keyOf(1))
        expect({ change, code: end.code, broken: brokenIn(end) }).toEqual({ change, code: 1, broken: ['anchor'] })
      }
      for (const heads of [[], Array.from({ length: 65 }, () => last)])
        expect(runOn(zipped(anchored({ ...anchor, heads })), keyOf(1))).toMatchObject({ code: 2 })
    })

    it('finds that the proof of a line of each kind holds, in both forms', () => {
      const kinds = linesOf(stored.result).map((line) => JSON.parse(line).kind)
      const indexes = eachOf(6, [...new Set(kinds.map((kind) => kinds.lastIndexOf(kind)))])
      for (const index of indexes) {
        const proof = proofOf(stored, index)
        expect(runOn(JSON.stringify(proof, null, index % 3), keyOf(1))).toMatchObject({ code: 0, errors: '' })
        expect(runOn(tlogProofOf(proof), keyOf(1))).toMatchObject({ code: 0, errors: '' })
      }
    })

    it(inForms('finds what somebody changed', tried), () => {
      for (const [what, files, check] of changes.filter((_, index) => index % step === 0)) {
        const end = runOn(zipped(files), keyOf(1), keyOf(2))
        expect({ what, isSound: end.code === 0 }).toEqual({ what, isSound: false })
        if (end.code === 1) expect(brokenIn(end)).toContain(check)
      }
    })

    it('finds that the policy has signs that are none, with every hash made anew', async () => {
      const end = runOn(zipped(await withOtherSigns()), keyOf(1))
      expect({ code: end.code, broken: brokenIn(end) }).toMatchObject({
        code: 1,
        broken: expect.arrayContaining(['policyHash']),
      })
    })

    it('names the file whose checksum in the archive is of other bytes', () => {
      const archive = Buffer.from(zipped(packOf(stored)))
      archive.writeUInt8(0x5b, archive.indexOf('{', archive.indexOf('result.ndjson')))
      expect(runOn(archive, keyOf(1))).toEqual({
        code: 2,
        output: '',
        errors: `${scratch.path('evidence')}: result.ndjson is damaged\n`,
      })
    })

    it('refuses another README', () => {
      const files = new Map(packOf(stored))
      const readme = textIn(files, 'README.txt')
      expect(runOn(zipped(withFile(files, 'README.txt', `${readme}It was audited.\n`)))).toMatchObject({
        code: 2,
        errors: expect.stringContaining('README.txt is another text'),
      })
    })

    it('refuses members that nothing checks', () => {
      const files = packOf(stored)
      const manifest = textIn(files, 'manifest.json')
      for (const changed of [
        withFile(files, 'manifest.json', manifest.replace('"id":"run_', '"audited":true,"id":"run_')),
        withFile(files, 'manifest.json', manifest.replace('"engine":', '"audited":true,"engine":')),
      ])
        expect(runOn(zipped(changed), keyOf(1))).toMatchObject({ code: 2, output: '' })
    })

    it('finds that the receipt before is missing', () => {
      const files = packOf(stored)
      const [own] = textIn(files, 'receipts.ndjson').split('\n').slice(-2)
      const end = runOn(zipped(withFile(files, 'receipts.ndjson', `${own}\n`)), keyOf(1), keyOf(2))
      expect(end).toMatchObject({ code: 1, output: expect.stringContaining('the receipt before is missing') })
    })

    it('refuses what is no evidence, or has a second reading', () => {
      const archive = zipped(packOf(stored))
      const proof = JSON.stringify(proofOf(stored, 1))
      const texts = [
        '',
        '{}',
        proof.replace('{', '{"note":1,'),
        proof.replace('{', '{"kind":"",'),
        archive.slice(0, -1),
      ]
      for (const content of eachOf(2, [...texts, Buffer.concat([archive, Buffer.from('x')])]))
        expect(runOn(content)).toMatchObject({ code: 2, output: '' })
    })
  })

/** What Node 22 has and Node 20 lacks. */
const later = [
  'Object.groupBy',
  'Map.groupBy',
  'Promise.withResolvers',
  'Array.fromAsync',
  'Set.prototype.union',
  'Iterator',
]

it('docs/check.mjs needs nothing that Node 20 lacks', () => {
  const taken = later.map((name) => `delete ${name.includes('.') ? name : `globalThis.${name}`}`).join(';')
  const path = scratch.write('evidence', zipped(packOf(stored)))
  const words = ['--import', `data:text/javascript,${taken}`, join(root, 'docs/check.mjs'), path, keyOf(1)]
  const { status, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
})

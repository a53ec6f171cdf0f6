import { toBase64 } from '@tallystick/engine/base'
import { describe, expect, it } from 'vitest'
import { openPack, type PackFile } from '../../../../functions/audit/verify/pack-file.ts'
import type { Verification } from '../../../../functions/audit/verify/verification.ts'
import { verifyPack } from '../../../../functions/audit/verify/verify-pack.ts'
import type { VerifyPlatform } from '../../../../functions/audit/verify/verify-platform.ts'
import { platform as platformOfNode } from '../../../../functions/cli/evidence/verify-here.ts'
import { signerOf } from '../../../engine/support/ed25519.ts'
import { packOf } from '../../../engine/support/packed.ts'
import { seal } from '../../../engine/support/sealed.ts'
import { sealedCase } from '../../../engine/support/sealed-case.ts'
import { loadInPage, readLanes, takeAll } from '../../../support/in-page/load-in-page.ts'
import { proofOf, tlogProofOf } from '../../../support/node/line-proof.ts'
import { textIn, withFile, zipped } from '../../../support/node/pack.ts'
import { packOfOtherEngine } from '../../../support/node/pack-of-other-engine.ts'

/** What a page shares with the command line, bundled for a browser and without anything of Node. */

const page = await loadInPage()
const platform: VerifyPlatform = {
  sha256: page.createLaneHasher(readLanes()),
  verifySignature: page.verifySignature,
  now: Date.now,
}
const key = toBase64(signerOf(1).publicKey)
const trust = {
  keys: [key],
  trustsOwnKeys: false,
  anchoring: { policy: undefined, certificates: [] },
  replay: 'where possible',
} as const
const stored = await seal(sealedCase)
const files = packOf(stored)

async function packIn(blob: Blob): Promise<PackFile> {
  const pack = await page.openPack(blob)
  if (!pack.ok) throw new Error(pack.faults.join())
  return pack.value
}

const brokenIn = ({ lines }: Verification): readonly string[] =>
  lines.filter(({ verdict }) => verdict === 'does not hold').map(({ name }) => name)

describe('a pack in a page', () => {
  it('is verified and replayed as by the command line', async () => {
    for (const blob of [new Blob([zipped(packOfOtherEngine)]), new Blob([zipped(files)])]) {
      const { kind } = await page.recogniseEvidence(blob)
      const here = await openPack(blob)
      if (!here.ok) throw new Error(here.faults.join())
      const verification = await page.verifyPack(platform, await packIn(blob), { ...trust, keys: [] })
      expect({ kind, broken: brokenIn(verification) }).toEqual({ kind: 'pack', broken: [] })
      const { log: _, ...expected } = await verifyPack(platformOfNode, here.value, { ...trust, keys: [] })
      expect(verification).toMatchObject(expected)
    }
  })

  it('is replayed, and shows its rules, its run and its lines', async () => {
    const pack = await packIn(new Blob([zipped(files)]))
    const { lines, keyBasis } = await page.verifyPack(platform, pack, { ...trust, keys: [] })
    expect(lines.find(({ name }) => name === 'replay')).toMatchObject({ verdict: 'holds' })
    expect(keyBasis.from).toBe('own')
    expect(keyBasis.keys.map(({ keyId }) => keyId)).toEqual(
      [...textIn(files, 'keys.txt').matchAll(/\+([0-9a-f]{8})\+/g)].map(([, id]) => id),
    )
    expect(pack.rules).toBe(textIn(files, 'rules.json'))
    for (const name of ['source.ndjson', 'target.ndjson', 'result.ndjson'] as const) {
      const texts = await takeAll(pack.lines(name))
      expect(texts.map((text) => `${text}\n`).join('')).toBe(textIn(files, name))
    }
    const manifest = JSON.parse(textIn(files, 'manifest.json'))
    expect(pack.input).toMatchObject({ run: manifest.run, manifest: { result: manifest.result } })
    expect(pack.unproven).toEqual(manifest.unproven)
  })

  it('that was opened is verified as often as one likes', async () => {
    const pack = await packIn(new Blob([zipped(files)]))
    for (let round = 0; round < 2; round++)
      expect(brokenIn(await page.verifyPack(platform, pack, { ...trust, keys: [] }))).toEqual([])
  })

  it('that was changed fails at the link that was', async () => {
    const changed = withFile(files, 'source.ndjson', textIn(files, 'source.ndjson').replace('EUR', 'USD'))
    const pack = await packIn(new Blob([zipped(changed)]))
    expect(brokenIn(await page.verifyPack(platform, pack, { ...trust, keys: [] }))).toContain('sourceRoot')
    const other = 'AAAATkFJ+QGg/Rlvu9f9U8ZnaT0Pk7Zr22Vaa1lbiHQ='
    const signed = await packIn(new Blob([zipped(files)]))
    const verification = await page.verifyPack(platform, signed, { ...trust, keys: [other] })
    expect(brokenIn(verification)).toEqual(['checkpointSignature'])
  })
})

it.each([
  ['JSON', JSON.stringify(proofOf(stored, 1))],
  ['a tlog-proof', tlogProofOf(proofOf(stored, 1))],
])('verifies the proof of a line as %s in a page', async (_, text) => {
  const evidence = await page.recogniseEvidence(new Blob([text]))
  const proof = await page.openProof(evidence)
  if (!proof.ok) throw new Error(proof.faults.join())
  const { lines, proven, keyBasis } = await page.verifyProof(platform, proof.value, trust)
  expect(lines.filter(({ verdict }) => verdict === 'holds').length).toBeGreaterThan(3)
  expect(lines.filter(({ verdict }) => verdict === 'does not hold')).toEqual([])
  expect(proven?.leaf?.line).toBe(proof.value.leaf?.line)
  expect(keyBasis).toEqual({ from: 'trusted', keys: [{ publicKey: key, keyId: undefined }] })
})

it('says of a file what it is, and refuses one that cannot be read', async () => {
  const kindOf = async (text: string) => (await page.recogniseEvidence(new Blob([text]))).kind
  expect(await Promise.all(['{}', 'c2sp.org/tlog-proof@v1', 'id,amount', ''].map(kindOf))).toEqual([
    'proof',
    'tlog-proof',
    'unknown',
    'unknown',
  ])
  const gone = {
    size: 9,
    slice: () => ({ arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotReadableError')) }),
  }
  await expect(page.recogniseEvidence(gone)).rejects.toThrow('cannot be read any more: gone')
})

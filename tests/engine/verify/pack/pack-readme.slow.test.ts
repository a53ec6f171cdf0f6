import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { at } from '../../../../engine/base/at.ts'
import { toBase64 } from '../../../../engine/base/base64.ts'
import { linesOf } from '../../../../engine/base/line-splitter.ts'
import { formatVkey, verifierKeyOf } from '../../../../engine/log/verifier-key.ts'
import { packReadme } from '../../../../engine/verify/pack/pack-readme.ts'
import { isLong } from '../../../support/forms.ts'
import { signerOf } from '../../support/ed25519.ts'
import { leafHashOf } from '../../support/lines.ts'
import { packOf } from '../../support/packed.ts'
import { origin, seal } from '../../support/sealed.ts'
import { sealedCase } from '../../support/sealed-case.ts'
import { sha256 } from '../../support/sha256.ts'

/** The commands of the README: its lines that begin with four spaces. */
const recipe = packReadme
  .split('\n')
  .filter((line) => line.startsWith('    '))
  .map((line) => line.slice(4))

/** What the recipe says of a pack, in a folder that holds nothing else but the keys that the service publishes. */
function follow(pack: ReadonlyMap<string, Uint8Array>, publishedKeys: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'tallystick-pack-'))
  try {
    for (const [name, bytes] of pack) writeFileSync(join(folder, name), bytes)
    writeFileSync(join(folder, 'published.txt'), publishedKeys)
    const script = `set -e\n${recipe.join('\n')}\n`
    return execFileSync('bash', ['-c', script], { cwd: folder, encoding: 'utf8' }).trimEnd().split('\n')
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const published = (...seeds: readonly number[]): string =>
  seeds.map((seed) => `${toBase64(signerOf(seed).publicKey)}\n`).join('')
const vkeyOf = (seed: number): string => formatVkey(verifierKeyOf(sha256, origin, signerOf(seed).publicKey))
const verified = 'Signature Verified Successfully'

describe('the recipe of the README', () => {
  it.each(isLong ? [0, 1, 2, 6] : [6])(
    'checks by hand what was sealed at place %i of its log [short: 6 · long: 0, 1, 2, 6]',
    async (sequence) => {
      const stored = await seal({ ...sealedCase, sequence })
      const { run, receipt, previous, checkpoint, previousCheckpoint, tenant } = stored
      const secondLine = at(linesOf(stored.result.map(({ text }) => text).join('')), 1)
      const logRoot = checkpoint?.split('\n')[2]
      const rootBefore = previousCheckpoint?.split('\n')[2]
      const size = String(sequence + 1)
      expect(follow(packOf(stored), published(1, 2))).toEqual([
        `${run.policy.hash}  rules.json`,
        leafHashOf(secondLine),
        run.source.root,
        run.target.root,
        run.resultRoot,
        receipt?.line,
        previous?.leafHash ?? receipt?.leafHash,
        ...[size, size, tenant, tenant],
        ...[logRoot, logRoot],
        // For the log before, and for the receipt before in it.
        ...(sequence === 0 ? [] : [rootBefore, rootBefore, rootBefore, rootBefore]),
        ...[vkeyOf(1), vkeyOf(2)],
        // Both keys signed the checkpoint, the first the one before.
        ...[verified, verified],
        ...(sequence === 0 ? [] : [verified]),
      ])
    },
  )

  it('leaves a signature of a key aside that is not published', async () => {
    const stored = await seal(sealedCase)
    expect(follow(packOf(stored), published(1)).slice(-4)).toEqual([
      vkeyOf(1),
      verified,
      `a signature of another key, of ${origin}`,
      verified,
    ])
  })

  it('stops at a signature that does not hold, and where no key is published', async () => {
    const files = new Map<string, Uint8Array>(packOf(await seal(sealedCase)))
    expect(() => follow(files, published(9))).toThrow()
    const text = Buffer.from(files.get('checkpoint.txt') ?? []).toString()
    files.set('checkpoint.txt', Buffer.from(text.replace('\n3\n', '\n4\n')))
    expect(() => follow(files, published(1))).toThrow()
  })

  it('finds the root of an empty dataset', async () => {
    const stored = await seal({ source: [], target: [], rules: [] })
    expect(follow(packOf(stored), published(1))[2]).toBe(stored.run.source.root)
  })

  it('sees a changed record', async () => {
    const stored = await seal(sealedCase)
    const files = new Map<string, Uint8Array>(packOf(stored))
    const text = Buffer.from(files.get('source.ndjson') ?? []).toString()
    files.set('source.ndjson', Buffer.from(text.replace('"100"', '"101"')))
    expect(follow(files, published(1))[2]).not.toBe(stored.run.source.root)
  })
})

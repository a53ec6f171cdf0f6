import { spawnSync } from 'node:child_process'
import { verifyProofChain } from '@tallystick/engine/verify'
import { afterAll, expect, it } from 'vitest'
import { openPack } from '../../../../functions/audit/verify/pack-file.ts'
import { sha256 } from '../../../../functions/cli/sha256.ts'
import { isLong } from '../../../support/forms.ts'
import { createScratch } from '../../../support/node/command.ts'
import { zipped } from '../../../support/node/pack.ts'
import { packOfMatches } from '../../../support/node/pack-of-matches.ts'
import { root } from '../../../support/node/step.ts'

/** An id of the packs below, such as s1999. */
const idByteCountMax = 8

/** What verifying a pack costs, in counts that are the same on every machine. */

const scratch = createScratch()
afterAll(() => scratch.remove())

it('hashes each line once, two hashes into one less than once a line, and each id where it is read and named', async () => {
  const files = await packOfMatches(2_000, 100)
  const lineCount = 3 * 2_000 + 1
  // Of both records of each match: in its dataset, and in the line of the match.
  const idCount = 4 * 2_000
  const byteCount = [...files.values()].reduce((sum, { length }) => sum + length, 0)
  const hashed = { count: 0, byteCount: 0 }
  const countingSha256: typeof sha256 = (...parts) => {
    hashed.count += 1
    for (const { length } of parts) hashed.byteCount += length
    return sha256(...parts)
  }
  const pack = await openPack(new Blob([zipped(files)]))
  if (!pack.ok) throw new Error(pack.faults.join())
  const { verified } = await verifyProofChain({ sha256: countingSha256, verify: async () => true }, pack.value.input)
  expect(verified).toBe(true)
  // Besides the lines: the rules, the receipts, the key, and the proofs of the log.
  expect(hashed.count).toBeGreaterThan(2 * lineCount + idCount - 10)
  expect(hashed.count).toBeLessThan(2 * lineCount + idCount + 20)
  // A leaf is hashed with one byte before it, two hashes of 32 bytes too.
  expect(hashed.byteCount).toBeLessThan(byteCount + 66 * lineCount + idByteCountMax * idCount)
})

it.runIf(isLong)('verifies lines of 80 MB in a heap of 48 MB', async () => {
  const files = await packOfMatches(5_000, 8_000)
  expect([...files.values()].reduce((sum, { length }) => sum + length, 0)).toBeGreaterThan(80_000_000)
  const words = ['functions/cli/bin/tallystick.js', 'verify', scratch.write('large.zip', zipped(files)), '--no-replay']
  const env = { ...process.env, NODE_OPTIONS: '--max-old-space-size=48' }
  const { status, stderr } = spawnSync(process.execPath, words, { cwd: root, env, encoding: 'utf8' })
  expect({ status, stderr }).toEqual({ status: 3, stderr: '' })
})

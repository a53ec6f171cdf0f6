import { expect, it } from 'vitest'
import type { CanonicalRecord, Sha256 } from '../../../engine/index.ts'
import { verifyProofChain } from '../../../engine/verify/verify-proof-chain.ts'
import { verifySignature } from '../support/ed25519.ts'
import { inputOf, seal } from '../support/sealed.ts'
import { sha256 } from '../support/sha256.ts'

/** `npm run bench` says how long it takes. */

const recordOf = (side: string, index: number): CanonicalRecord => ({
  id: `${side}${index}`,
  amount: String(index + 1),
  currency: 'EUR',
  reference: `INV-${index}`,
})

it('hashes each line of a pack once, and a node of the tree for each', async () => {
  const size = 2_000
  const [source, target] = ['s', 't'].map((side) => Array.from({ length: size }, (_, index) => recordOf(side, index)))
  const rules = [{ id: 'ref', match: [{ field: 'reference' }, { field: 'amount' }] }]
  const stored = await seal({ source: source ?? [], target: target ?? [], rules, chunkBytesMax: 256 * 1024 })
  let hashCount = 0
  const counting: Sha256 = (...parts) => {
    hashCount += 1
    return sha256(...parts)
  }
  const { verified } = await verifyProofChain({ sha256: counting, verify: verifySignature }, inputOf(stored))
  expect(verified).toBe(true)
  const lineCount = 3 * size
  expect(hashCount).toBeGreaterThan(lineCount)
  expect(hashCount).toBeLessThan(2 * lineCount + 200)
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createFrontier } from '../../../engine/merkle/frontier.ts'
import { leafHash } from '../../../engine/merkle/tree.ts'
import { sha256 } from '../../../functions/platform/hasher.ts'

describe('appending many leaves at once', () => {
  it('leaves the same frontier as one after another', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 70 }), { maxLength: 8 }), (counts) => {
        const [single, batched] = [createFrontier(sha256), createFrontier(sha256)]
        for (const [part, count] of counts.entries()) {
          const leaves = Array.from({ length: count }, (_, index) => leafHash(sha256, Uint8Array.of(part, index)))
          for (const leaf of leaves) single.append(leaf)
          batched.appendAll(Uint8Array.from(leaves.flatMap((leaf) => [...leaf])), count)
        }
        expect(batched.state()).toEqual(single.state())
      }),
    )
  })
})

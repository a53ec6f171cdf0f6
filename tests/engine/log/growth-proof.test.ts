import { expect, it } from 'vitest'
import { toHex, utf8 } from '../../../engine/base/bytes.ts'
import { proveGrowth } from '../../../engine/log/growth-proof.ts'
import { createFrontier, rootOfLines } from '../../../engine/merkle/frontier.ts'
import { verifyConsistency } from '../../../engine/merkle/proofs.ts'
import { leafHash } from '../../../engine/merkle/tree.ts'
import { sha256 } from '../support/sha256.ts'

const lines = Array.from({ length: 40 }, (_, index) => `line ${index}`)
const leaves = lines.map((line) => leafHash(sha256, utf8(line)))

it('proves that every tree begins with every smaller one', () => {
  for (let from = 0; from <= 40; from++) {
    const frontier = createFrontier(sha256)
    for (const leaf of leaves.slice(0, from)) frontier.append(leaf)
    for (let to = from; to <= 40; to++) {
      const proof = proveGrowth(sha256, frontier.state(), leaves.slice(from, to).map(toHex))
      const [fromRoot, toRoot] = [from, to].map((size) => rootOfLines(sha256, lines.slice(0, size)))
      if (fromRoot === undefined || toRoot === undefined) throw new Error('A root is missing')
      expect([proof.from, proof.to, verifyConsistency(sha256, { fromRoot, toRoot, proof })]).toEqual([from, to, true])
    }
  }
})

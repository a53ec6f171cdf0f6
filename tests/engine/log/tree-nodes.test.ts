import { describe, expect, it } from 'vitest'
import { toHex, utf8 } from '../../../engine/base/bytes.ts'
import type { Subtree } from '../../../engine/log/tiles/proof-ranges.ts'
import { appendLeaves, planConsistency, planInclusion, proveGrowth, provePlan } from '../../../engine/log/tree-nodes.ts'
import { rootOfLines } from '../../../engine/merkle/frontier.ts'
import { verifyConsistency, verifyInclusion } from '../../../engine/merkle/proofs.ts'
import { hashOfLine, leafHash } from '../../../engine/merkle/tree.ts'
import { sha256 } from '../support/sha256.ts'

const lines = Array.from({ length: 40 }, (_, index) => `line ${index}`)
const leaves = lines.map((line) => leafHash(sha256, utf8(line)))
const { nodes, root, state } = appendLeaves(sha256, { size: 0, hashes: [] }, leaves)
const byPlace = new Map(nodes.map(({ height, index, hash }) => [`${height}/${index}`, hash]))
const hashAt = ({ height, index }: Subtree): string => byPlace.get(`${height}/${index}`) ?? 'missing'
const rootOf = (size: number): string => rootOfLines(sha256, lines.slice(0, size))

describe('stored nodes', () => {
  it('come to the root of the tree, however the leaves are appended', () => {
    let step = appendLeaves(sha256, { size: 0, hashes: [] }, [])
    const found = [...step.nodes]
    for (const count of [1, 2, 3, 4, 30]) {
      const from = step.state.size
      step = appendLeaves(sha256, step.state, leaves.slice(from, from + count))
      found.push(...step.nodes)
    }
    expect(found).toEqual(nodes)
    expect({ root: step.root, state: step.state }).toEqual({ root: rootOf(40), state })
    expect(root).toBe(rootOf(40))
  })

  it('prove every leaf of every tree', () => {
    for (let size = 1; size <= 40; size++)
      for (let index = 0; index < size; index++) {
        const hashes = provePlan(sha256, planInclusion(index, size), hashAt)
        const leaf = hashOfLine(sha256, `line ${index}`)
        if (!verifyInclusion(sha256, { leaf, root: rootOf(size), proof: { index, size, hashes } }))
          throw new Error(`Leaf ${index} of ${size} is not proven`)
      }
  })

  it('prove that every tree begins with every smaller one', () => {
    for (let to = 0; to <= 40; to++)
      for (let from = 0; from <= to; from++) {
        const hashes = provePlan(sha256, planConsistency(from, to), hashAt)
        if (!verifyConsistency(sha256, { fromRoot: rootOf(from), toRoot: rootOf(to), proof: { from, to, hashes } }))
          throw new Error(`The tree of ${to} is not proven to begin with that of ${from}`)
      }
  })

  it('are not needed for a proof that starts from a frontier', () => {
    for (let from = 0; from <= 40; from++) {
      const frontier = appendLeaves(sha256, { size: 0, hashes: [] }, leaves.slice(0, from)).state
      for (let to = from; to <= 40; to++) {
        const proof = proveGrowth(sha256, frontier, leaves.slice(from, to).map(toHex))
        expect(proof).toEqual({ from, to, hashes: provePlan(sha256, planConsistency(from, to), hashAt) })
      }
    }
  })

  it('are read a few for a proof of a large tree', () => {
    expect(planInclusion(5, 2 ** 40 - 1).flat().length).toBeLessThan(100)
    expect(planConsistency(2 ** 39 + 1, 2 ** 40 - 1).flat().length).toBeLessThan(100)
  })
})

import { describe, expect, it } from 'vitest'
import { utf8 } from '../../../engine/base/bytes.ts'
import { rootOfLines } from '../../../engine/merkle/frontier.ts'
import { verifyConsistency, verifyInclusion } from '../../../engine/merkle/proofs.ts'
import { hashOfLine, leafHash } from '../../../engine/merkle/tree.ts'
import {
  appendLeaves,
  type NodePlace,
  planConsistency,
  planInclusion,
  provePlan,
} from '../../../engine/merkle/tree-nodes.ts'
import { sha256 } from '../support/sha256.ts'

const lines = Array.from({ length: 40 }, (_, index) => `line ${index}`)
const leaves = lines.map((line) => leafHash(sha256, utf8(line)))
const { nodes, root, state } = appendLeaves(sha256, { size: 0, hashes: [] }, leaves)
const byPlace = new Map(nodes.map(({ level, position, hash }) => [`${level}/${position}`, hash]))
const hashAt = ({ level, position }: NodePlace): string => byPlace.get(`${level}/${position}`) ?? 'missing'
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

  it('are read a few for a proof of a large tree', () => {
    expect(planInclusion(5, 2 ** 40 - 1).flat().length).toBeLessThan(100)
    expect(planConsistency(2 ** 39 + 1, 2 ** 40 - 1).flat().length).toBeLessThan(100)
  })
})

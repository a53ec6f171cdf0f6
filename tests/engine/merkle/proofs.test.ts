import { describe, expect, it } from 'vitest'
import { at } from '../../../engine/base/at.ts'
import { toHex, utf8 } from '../../../engine/base/bytes.ts'
import { type CollectedProofs, createProofCollector } from '../../../engine/merkle/proof-collector.ts'
import { verifyConsistency, verifyInclusion } from '../../../engine/merkle/proofs.ts'
import { leafHash } from '../../../engine/merkle/tree.ts'
import { inForms, sizeOf } from '../../support/forms.ts'
import { readConsistencyVectors, readInclusionVectors, vectors } from '../support/merkle-vectors.ts'
import { naiveTree } from '../support/naive-merkle.ts'
import { sha256 } from '../support/sha256.ts'

const largest = { short: 100, long: 256 }
const sizeMax = sizeOf(largest)
const leaves = Array.from({ length: sizeMax }, (_, index) => leafHash(sha256, utf8(`leaf ${index}`)))
const naive = naiveTree(leaves)
const leafAt = (index: number): string => toHex(at(leaves, index))
const rootAt = (size: number): string => naive.root(0, size).toString('hex')
const emptyRoot = rootAt(0)
const sizes = Array.from({ length: sizeMax + 1 }, (_, size) => size)

/** All the proofs over the first `size` leaves, from one pass. */
function proofsOver(size: number, hash = sha256): CollectedProofs {
  const collector = createProofCollector(hash)
  for (const leaf of leaves.slice(0, size)) {
    collector.proveBeginning()
    collector.append(leaf, true)
  }
  collector.proveBeginning()
  return collector.finish()
}

const hexOfAll = (hashes: readonly Buffer[]): string[] => hashes.map((hash) => hash.toString('hex'))
const pathOf = (index: number, size: number): string[] => hexOfAll(naive.inclusion(index, [0, size]))
const stepsOf = (from: number, to: number): string[] => (from === 0 ? [] : hexOfAll(naive.consistency(from, to)))

describe('the proofs of one pass', () => {
  it('are those of RFC 6962 for every index and every beginning of every size up to the largest', () => {
    for (const size of sizes) {
      const { root, inclusion, consistency } = proofsOver(size)
      const indexes = sizes.slice(0, size)
      expect(root).toBe(rootAt(size))
      expect(inclusion).toEqual(new Map(indexes.map((index) => [index, { index, size, hashes: pathOf(index, size) }])))
      expect(consistency).toEqual(
        new Map([...indexes, size].map((from) => [from, { from, to: size, hashes: stepsOf(from, size) }])),
      )
    }
  })

  it('hash each node of the tree once, however many are asked for', () => {
    let count = 0
    proofsOver(100, (...parts) => {
      count += 1
      return sha256(...parts)
    })
    expect(count).toBe(99)
  })

  it('are those of the leaves and beginnings asked for, and of no others', () => {
    const collector = createProofCollector(sha256)
    for (const [index, leaf] of leaves.slice(0, 7).entries()) {
      if (index === 3) collector.proveBeginning()
      collector.append(leaf, index === 2 || index === 6)
    }
    const { inclusion, consistency } = collector.finish()
    expect(inclusion).toEqual(new Map([2, 6].map((index) => [index, { index, size: 7, hashes: pathOf(index, 7) }])))
    expect(consistency).toEqual(new Map([[3, { from: 3, to: 7, hashes: stepsOf(3, 7) }]]))
  })
})

describe('an inclusion proof', () => {
  it(
    inForms('holds for its leaf and for no leaf beside it, at every index of every size up to the largest', largest),
    () => {
      for (const size of sizes.slice(1)) {
        for (let index = 0; index < size; index++) {
          const claim = { leaf: leafAt(index), root: rootAt(size), proof: { index, size, hashes: pathOf(index, size) } }
          if (!verifyInclusion(sha256, claim)) throw new Error(`The proof of leaf ${index} of ${size} does not hold`)
          if (size > 1 && verifyInclusion(sha256, { ...claim, leaf: leafAt((index + 1) % size) }))
            throw new Error(`The proof of leaf ${index} of ${size} holds for another`)
        }
      }
    },
  )

  const proof = { index: 2, size: 7, hashes: pathOf(2, 7) }
  const claim = { leaf: leafAt(2), root: rootAt(7), proof }
  const [first = '', second = '', third = ''] = proof.hashes

  it('of three hashes holds as it is', () => {
    expect(proof.hashes).toHaveLength(3)
    expect(verifyInclusion(sha256, claim)).toBe(true)
  })

  it.each([
    ['one hash short at its end', { hashes: [first, second] }],
    ['one hash short at its beginning', { hashes: [second, third] }],
    ['one hash too long', { hashes: [first, second, third, third] }],
    ['empty', { hashes: [] }],
    ['in another order', { hashes: [second, first, third] }],
    ['of another index', { index: 3 }],
    ['of the index after the last', { index: 7 }],
    ['of an index far beyond', { index: 2 ** 60 }],
    ['of a negative index', { index: -1 }],
    ['of half an index', { index: 2.5 }],
    ['of a smaller tree', { size: 3 }],
    ['of a larger tree', { size: 9 }],
    ['of the empty tree', { size: 0 }],
    ['with a hash in upper case', { hashes: [first.toUpperCase(), second, third] }],
    ['with a hash that is cut off', { hashes: [first.slice(2), second, third] }],
  ])('is refused when it is %s', (_, change) => {
    expect(verifyInclusion(sha256, { ...claim, proof: { ...proof, ...change } })).toBe(false)
  })

  it('is refused for a root or a leaf that is no hash', () => {
    expect(verifyInclusion(sha256, { ...claim, root: 'x' })).toBe(false)
    expect(verifyInclusion(sha256, { ...claim, leaf: 'x' })).toBe(false)
    expect(verifyInclusion(sha256, { ...claim, root: claim.root.toUpperCase() })).toBe(false)
  })
})

describe('a consistency proof', () => {
  it(
    inForms('holds for its two trees, and from no other beginning, for every pair of sizes up to the largest', largest),
    () => {
      for (const to of sizes) {
        for (const from of sizes.slice(0, to + 1)) {
          const claim = { fromRoot: rootAt(from), toRoot: rootAt(to), proof: { from, to, hashes: stepsOf(from, to) } }
          if (!verifyConsistency(sha256, claim)) throw new Error(`The proof from ${from} to ${to} does not hold`)
          if (to > from && from > 0 && verifyConsistency(sha256, { ...claim, fromRoot: rootAt(from - 1) }))
            throw new Error(`The proof from ${from} to ${to} holds for another beginning`)
        }
      }
    },
  )

  it('from size 0 is empty and begins with the root of the empty tree', () => {
    const claim = { fromRoot: emptyRoot, toRoot: rootAt(5), proof: { from: 0, to: 5, hashes: [] } }
    expect(verifyConsistency(sha256, claim)).toBe(true)
    expect(verifyConsistency(sha256, { ...claim, fromRoot: rootAt(1) })).toBe(false)
    expect(verifyConsistency(sha256, { ...claim, proof: { from: 0, to: 5, hashes: [rootAt(5)] } })).toBe(false)
    expect(verifyConsistency(sha256, { ...claim, toRoot: 'no hash' })).toBe(false)
    expect(verifyConsistency(sha256, { ...claim, proof: { from: 0, to: 0, hashes: [] } })).toBe(false)
  })

  const proof = { from: 3, to: 7, hashes: stepsOf(3, 7) }
  const claim = { fromRoot: rootAt(3), toRoot: rootAt(7), proof }
  it('of several hashes holds as it is', () => {
    expect(proof.hashes).toHaveLength(4)
    expect(verifyConsistency(sha256, claim)).toBe(true)
  })

  it.each([
    ['one hash short', { hashes: proof.hashes.slice(0, -1) }],
    ['one hash too long', { hashes: [...proof.hashes, ...proof.hashes.slice(-1)] }],
    ['empty', { hashes: [] }],
    ['of another beginning', { from: 4 }],
    ['of another end', { to: 9 }],
    ['backwards', { from: 7, to: 3 }],
    ['between equal sizes', { from: 7, to: 7 }],
    ['of a negative size', { from: -1 }],
    ['with a hash in upper case', { hashes: proof.hashes.map((hash) => hash.toUpperCase()) }],
  ])('is refused when it is %s', (_, change) => {
    expect(verifyConsistency(sha256, { ...claim, proof: { ...proof, ...change } })).toBe(false)
  })
})

const hexOf = (base64: string | null): string => Buffer.from(base64 ?? '', 'base64').toString('hex')
const hashesOf = ({ proof }: { readonly proof: readonly string[] | null }): readonly string[] =>
  (proof ?? []).map(hexOf)

describe.skipIf(vectors === undefined)('the public vectors', () => {
  it('of inclusion are accepted and refused as they should be', () => {
    const all = readInclusionVectors()
    const wrong = all.filter(({ leafIdx, treeSize, ...each }) => {
      const proof = { index: leafIdx, size: treeSize, hashes: hashesOf(each) }
      return verifyInclusion(sha256, { leaf: hexOf(each.leafHash), root: hexOf(each.root), proof }) === each.wantErr
    })
    expect(all.length).toBeGreaterThan(50)
    expect(wrong.map((each) => each.case)).toEqual([])
  })

  it('of consistency are accepted and refused as they should be', () => {
    const all = readConsistencyVectors()
    const wrong = all.filter(({ size1, size2, ...each }) => {
      const proof = { from: size1, to: size2, hashes: hashesOf(each) }
      const roots = { fromRoot: hexOf(each.root1), toRoot: hexOf(each.root2) }
      return verifyConsistency(sha256, { ...roots, proof }) === each.wantErr
    })
    expect(all.length).toBeGreaterThan(50)
    expect(wrong.map((each) => each.case)).toEqual([])
  })
})

import { describe, expect, it } from 'vitest'
import { at } from '../../../engine/base/at.ts'
import { toHex, utf8 } from '../../../engine/base/bytes.ts'
import { createFrontier } from '../../../engine/merkle/frontier.ts'
import { emptyRoot, leafHash, nodeHash } from '../../../engine/merkle/tree.ts'
import { readConsistencyVectors, readInclusionVectors, vectors } from '../support/merkle-vectors.ts'
import { naiveRoot, provesConsistency, provesInclusion } from '../support/naive-merkle.ts'
import { sha256, sha256Hex } from '../support/sha256.ts'

const leaves = Array.from({ length: 257 }, (_, index) => leafHash(sha256, utf8(`leaf ${index}`)))

/** The inputs of the test trees of certificate transparency, and the roots over the first n of them. */
const publicInputs = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
]
const publicRoots = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]

it('hashes leaves and nodes under different prefixes, and the empty tree as nothing', () => {
  expect(toHex(leafHash(sha256, utf8('a')))).toBe(sha256Hex(Buffer.from('\x00a')))
  expect(toHex(nodeHash(sha256, utf8('a'), utf8('b')))).toBe(sha256Hex(Buffer.from('\x01ab')))
  expect(toHex(emptyRoot(sha256))).toBe(sha256Hex())
})

it('has the roots of the public test trees', () => {
  const frontier = createFrontier(sha256)
  expect(toHex(frontier.root())).toBe(publicRoots[0])
  for (const [index, input] of publicInputs.entries()) {
    frontier.append(leafHash(sha256, Buffer.from(input, 'hex')))
    expect(toHex(frontier.root())).toBe(publicRoots[index + 1])
  }
})

describe('a frontier', () => {
  it('has the RFC 6962 root at every size up to 256', () => {
    const frontier = createFrontier(sha256)
    for (let size = 0; size <= 256; size++) {
      expect(frontier.size()).toBe(size)
      expect(toHex(frontier.root())).toBe(naiveRoot(leaves.slice(0, size)).toString('hex'))
      frontier.append(at(leaves, size))
    }
  })

  it('comes from every size up to 40 to the same state by up to 40 leaves at once as one by one', () => {
    for (let from = 0; from <= 40; from++) {
      for (let count = 0; count <= 40; count++) {
        const oneByOne = createFrontier(sha256)
        for (const leaf of leaves.slice(0, from)) oneByOne.append(leaf)
        const atOnce = createFrontier(sha256, oneByOne.state())
        for (const leaf of leaves.slice(from, from + count)) oneByOne.append(leaf)
        const given = Buffer.concat(leaves.slice(from, from + count))
        atOnce.appendAll(given, count)
        expect(atOnce.state()).toEqual(oneByOne.state())
        expect(given.equals(Buffer.concat(leaves.slice(from, from + count)))).toBe(true)
      }
    }
  })

  it('refuses fewer leaf hashes than it is told to append', () => {
    const frontier = createFrontier(sha256)
    expect(() => frontier.appendAll(new Uint8Array(63), 2)).toThrow(RangeError)
    expect(frontier.size()).toBe(0)
  })

  it('goes on from its state at every size up to 64', () => {
    for (let size = 0; size <= 64; size++) {
      const frontier = createFrontier(sha256)
      for (const leaf of leaves.slice(0, size)) frontier.append(leaf)
      const resumed = createFrontier(sha256, JSON.parse(JSON.stringify(frontier.state())))
      resumed.append(at(leaves, size))
      expect(toHex(resumed.root())).toBe(naiveRoot(leaves.slice(0, size + 1)).toString('hex'))
    }
  })

  it('holds the roots of its perfect subtrees, largest first', () => {
    const frontier = createFrontier(sha256)
    for (const leaf of leaves.slice(0, 7)) frontier.append(leaf)
    const subtrees = [leaves.slice(0, 4), leaves.slice(4, 6), leaves.slice(6, 7)]
    expect(frontier.state()).toEqual({ size: 7, hashes: subtrees.map((each) => naiveRoot(each).toString('hex')) })
  })

  it('does not change a state that it began from', () => {
    const state = { size: 1, hashes: [toHex(at(leaves, 0))] }
    createFrontier(sha256, state).append(at(leaves, 1))
    expect(state).toEqual({ size: 1, hashes: [toHex(at(leaves, 0))] })
  })

  it.each([
    { size: 1, hashes: [] },
    { size: 0, hashes: ['00'.repeat(32)] },
    { size: 4, hashes: ['00'.repeat(32), '00'.repeat(32)] },
  ])('refuses a state whose hashes do not follow from its size', (state) => {
    expect(() => createFrontier(sha256, state)).toThrow(TypeError)
  })
})

const bytes = (base64: string | null): Buffer => Buffer.from(base64 ?? '', 'base64')
const proofOf = ({ proof }: { readonly proof: readonly string[] | null }): readonly Buffer[] => (proof ?? []).map(bytes)

describe.skipIf(vectors === undefined)('the verifier that these tests use agrees with the public vectors', () => {
  it('on inclusion', () => {
    const wrong = readInclusionVectors().filter(
      (each) =>
        provesInclusion({
          leafIndex: each.leafIdx,
          treeSize: each.treeSize,
          leaf: bytes(each.leafHash),
          root: bytes(each.root),
          proof: proofOf(each),
        }) === each.wantErr,
    )
    expect(wrong.map((each) => each.case)).toEqual([])
  })

  it('on consistency of trees that are not empty', () => {
    // From size 0 the design has the empty proof; the vectors refuse every claim about it.
    const wrong = readConsistencyVectors().filter(
      (each) =>
        each.size1 > 0 &&
        provesConsistency({
          first: each.size1,
          second: each.size2,
          firstRoot: bytes(each.root1),
          secondRoot: bytes(each.root2),
          proof: proofOf(each),
        }) === each.wantErr,
    )
    expect(wrong.map((each) => each.case)).toEqual([])
  })
})

import { describe, expect, it } from 'vitest'
import { at } from '../../../../engine/base/at.ts'
import { toHex, utf8 } from '../../../../engine/base/bytes.ts'
import { tilesOfGrowth } from '../../../../engine/log/tiles/tile.ts'
import { createTileBuilder } from '../../../../engine/log/tiles/tile-builder.ts'
import { tilePath } from '../../../../engine/log/tiles/tile-path.ts'
import { createFrontier } from '../../../../engine/merkle/frontier.ts'
import { naiveRoot, naiveTree } from '../../support/naive-merkle.ts'
import { sha256 } from '../../support/sha256.ts'
import { tileFilesOf } from '../../support/tile-files.ts'

const leaves = Array.from({ length: 600 }, (_, index) => sha256(utf8(`leaf ${index}`)))
const tree = naiveTree(leaves)
const sizes = Array.from({ length: leaves.length + 1 }, (_, size) => size)
const namesOf = (from: number, to: number) => tilesOfGrowth(from, to).map(tilePath)

describe('the tiles of a growth', () => {
  it('are the last of each level that the growth reaches, as wide as they have become', () => {
    expect(namesOf(0, 0)).toEqual([])
    expect(namesOf(0, 1)).toEqual(['tile/0/000.p/1'])
    expect(namesOf(5, 7)).toEqual(['tile/0/000.p/7'])
    expect(namesOf(255, 256)).toEqual(['tile/0/000', 'tile/1/000.p/1'])
    expect(namesOf(256, 257)).toEqual(['tile/0/001.p/1'])
    expect(namesOf(200, 600)).toEqual(['tile/0/000', 'tile/0/001', 'tile/0/002.p/88', 'tile/1/000.p/2'])
    expect(namesOf(65_535, 65_536)).toEqual(['tile/0/255', 'tile/1/000', 'tile/2/000.p/1'])
    expect(namesOf(256 * 1_000, 256 * 1_000 + 1)).toEqual(['tile/0/x001/000.p/1'])
  })

  it('are those that a builder makes, from every size up to 600 to a later one', () => {
    for (const from of sizes) {
      const to = Math.min(leaves.length, from + (from % 7) * 50)
      const builder = createTileBuilder(sha256, { size: from, edge: edgeOf(from) })
      for (const leaf of leaves.slice(from, to)) builder.append(leaf)
      const made = [...builder.takeFull(), ...builder.partial()].map(tilePath)
      expect(made.toSorted()).toEqual([...namesOf(from, to)].sort())
      expect([builder.size(), toHex(builder.root())]).toEqual([to, rootAt(to)])
    }
  })
})

describe('a builder of tiles', () => {
  it('has the root of the leaves at every size up to 600', () => {
    const builder = createTileBuilder(sha256)
    for (const size of sizes) {
      expect(toHex(builder.root())).toBe(rootAt(size))
      if (size < leaves.length) builder.append(at(leaves, size))
    }
  })

  it('writes leaf hashes on level 0, and on level 1 the roots of 256 of them', () => {
    const files = tileFilesOf(leaves)
    expect(files.get('tile/0/002.p/88')).toEqual(Uint8Array.from(leaves.slice(512).flatMap((leaf) => [...leaf])))
    const roots = [leaves.slice(0, 256), leaves.slice(256, 512)].map(naiveRoot)
    expect(files.get('tile/1/000.p/2')).toEqual(new Uint8Array(Buffer.concat(roots)))
  })

  it('makes a tile of 256 tiles after 65,536 leaves, and goes on', () => {
    const builder = createTileBuilder(sha256)
    const frontier = createFrontier(sha256)
    const append = (count: number) => {
      for (const size = builder.size(); builder.size() < size + count; ) {
        const leaf = sha256(utf8(`leaf ${builder.size()}`))
        builder.append(leaf)
        frontier.append(leaf)
      }
      return builder.takeFull().map(tilePath)
    }
    expect(append(65_535)).toHaveLength(255)
    expect(append(1)).toEqual(['tile/0/255', 'tile/1/000'])
    expect(builder.partial().map(tilePath)).toEqual(['tile/2/000.p/1'])
    expect(append(1)).toEqual([])
    expect(builder.partial().map(tilePath)).toEqual(['tile/0/256.p/1', 'tile/2/000.p/1'])
    expect(builder.root()).toEqual(frontier.root())
  })

  it('takes no edge of another size', () => {
    const edge = edgeOf(300)
    expect(() => createTileBuilder(sha256, { size: 301, edge })).toThrow('Got 1408 bytes for 45 hashes of an edge')
    expect(() => createTileBuilder(sha256, { size: 300, edge: edge.slice(0, 1) })).toThrow('An edge lacks')
  })
})

function rootAt(size: number): string {
  return tree.root(0, size).toString('hex')
}

/** The partial tile of each level of a tree of up to 65,535 leaves. */
function edgeOf(size: number): readonly Uint8Array[] {
  const files = tileFilesOf(leaves.slice(0, size))
  const partial = (level: number) =>
    [...files].find(([path]) => path.startsWith(`tile/${level}/`) && path.includes('.p/'))
  return [0, 1].map((level) => partial(level)?.[1] ?? new Uint8Array(0))
}

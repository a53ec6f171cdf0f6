import { describe, expect, it } from 'vitest'
import { at } from '../../../../engine/base/at.ts'
import { toHex, utf8 } from '../../../../engine/base/bytes.ts'
import { createTileBuilder } from '../../../../engine/log/tiles/tile-builder.ts'
import { tilePath } from '../../../../engine/log/tiles/tile-path.ts'
import { openTileTree, type TileError } from '../../../../engine/log/tiles/tile-tree.ts'
import { createProofCollector } from '../../../../engine/merkle/proof-collector.ts'
import { verifyConsistency, verifyInclusion } from '../../../../engine/merkle/proofs.ts'
import { inForms, isLong, sizeOf } from '../../../support/forms.ts'
import { naiveTree } from '../../support/naive-merkle.ts'
import { sha256 } from '../../support/sha256.ts'
import { readerOf, type TileFiles, tileFilesOf } from '../../support/tile-files.ts'

const leaves = Array.from({ length: 600 }, (_, index) => sha256(utf8(`leaf ${index}`)))
const naive = naiveTree(leaves)
const rootAt = (size: number): string => naive.root(0, size).toString('hex')
const hexOfAll = (hashes: readonly Buffer[]): string[] => hashes.map((hash) => hash.toString('hex'))

const openAt = (size: number, files: TileFiles = tileFilesOf(leaves.slice(0, size)), asked: string[] = []) =>
  openTileTree(sha256, { size, root: rootAt(size) }, readerOf(files, asked))

/** Sizes around those where tiles and subtrees become full. */
const interesting = [1, 2, 3, 5, 127, 128, 129, 255, 256, 257, 300, 511, 512, 513, 599, 600]

/** The long form tries every size up to 600; the short one every fifth, and all the interesting ones. */
const tried = { short: 132, long: 600 }
const every = Array.from({ length: 600 }, (_, index) => index + 1)
const sizes = isLong ? every : every.filter((size) => size % 5 === 0 || interesting.includes(size))

describe('a tree read from tiles', () => {
  it(inForms('opens at sizes up to 600, and has the root of every beginning', tried), async () => {
    for (const size of [0, ...sizes]) {
      const tree = await openAt(size)
      for (const beginning of [0, size >> 1, Math.max(0, size - 1), size])
        expect(await tree.rootOf(beginning)).toBe(rootAt(beginning))
    }
  })

  it(inForms('gives the proofs of RFC 6962 for beginnings of 600 leaves and their indices', tried), async () => {
    const tree = await openAt(600)
    for (const size of sizes) {
      const index = (size * 7) % size
      expect(await tree.consistency(size, 600)).toEqual({
        from: size,
        to: 600,
        hashes: hexOfAll(naive.consistency(size, 600)),
      })
      expect(await tree.inclusion(size - 1, 600)).toEqual({
        index: size - 1,
        size: 600,
        hashes: hexOfAll(naive.inclusion(size - 1, [0, 600])),
      })
      expect((await tree.inclusion(index, size)).hashes).toEqual(hexOfAll(naive.inclusion(index, [0, size])))
    }
  })

  it('gives the proofs between sizes before its own, which verify', async () => {
    const tree = await openAt(600)
    for (const to of interesting)
      for (const from of interesting.filter((size) => size <= to)) {
        const proof = await tree.consistency(from, to)
        expect(verifyConsistency(sha256, { fromRoot: rootAt(from), toRoot: rootAt(to), proof })).toBe(true)
        const inclusion = await tree.inclusion(from - 1, to)
        const leaf = toHex(await tree.leafHash(from - 1))
        expect(verifyInclusion(sha256, { leaf, root: rootAt(to), proof: inclusion })).toBe(true)
      }
    expect(await tree.consistency(0, 600)).toEqual({ from: 0, to: 600, hashes: [] })
  })

  const passes = { short: 1, long: 3 }

  it(inForms('gives the proofs of one pass around 65,536 leaves, from a few tiles: sizes', passes), async () => {
    const around = [65_537, 65_535, 65_536]
    for (const size of around.slice(0, sizeOf(passes))) {
      const builder = createTileBuilder(sha256)
      const collector = createProofCollector(sha256)
      for (let index = 0; index < size; index += 1) {
        const leaf = sha256(utf8(`leaf ${index}`))
        if (index === 65_280 || index === 300) collector.proveBeginning()
        collector.append(leaf, index === 65_000)
        builder.append(leaf)
      }
      const { root, inclusion, consistency } = collector.finish()
      const files = new Map([...builder.takeFull(), ...builder.partial()].map((tile) => [tilePath(tile), tile.bytes]))
      const asked: string[] = []
      const tree = await openTileTree(sha256, { size, root }, readerOf(files, asked))
      expect(await tree.inclusion(65_000, size)).toEqual(inclusion.get(65_000))
      expect(await tree.consistency(65_280, size)).toEqual(consistency.get(65_280))
      expect(await tree.consistency(300, size)).toEqual(consistency.get(300))
      expect(asked.length).toBeLessThan(10)
    }
  })

  it('asks for a verified tile once', async () => {
    const asked: string[] = []
    const tree = await openAt(600, undefined, asked)
    for (let index = 0; index < 600; index += 1) await tree.leafHash(index)
    expect(asked.toSorted()).toEqual(['tile/0/000', 'tile/0/001', 'tile/0/002.p/88', 'tile/1/000.p/2'])
  })

  it('takes the full tile where the partial one is gone', async () => {
    const tree = await openAt(100, tileFilesOf(leaves))
    expect(await tree.rootOf(77)).toBe(rootAt(77))
  })

  it.each([[{ from: 3, to: 2 }], [{ from: -1, to: 2 }], [{ from: 3, to: 601 }]])(
    'has no proof between the sizes %o',
    async ({ from, to }) => {
      const tree = await openAt(600)
      await expect(tree.consistency(from, to)).rejects.toThrow(RangeError)
      await expect(tree.leafHash(600)).rejects.toThrow(RangeError)
    },
  )
})

describe('tiles that were tampered with', () => {
  const files = tileFilesOf(leaves)
  const all = [...files.keys()]
  const faultOf = (work: Promise<unknown>) =>
    work.then(
      () => 'none',
      ({ fault }: TileError) => fault,
    )
  const readAll = async (changed: TileFiles) => {
    const tree = await openAt(600, changed)
    for (const index of [0, 255, 256, 511, 599]) await tree.leafHash(index)
  }

  /** Hashes between two that are changed: of a full tile the short form has 86, the first and the last among them. */
  const hashesApart = { short: 7, long: 1 }

  it.each(all)(inForms('are found wrong in every so manyth hash of %s', hashesApart), async (path) => {
    const bytes = files.get(path) ?? new Uint8Array(0)
    for (let place = 0; place < bytes.length; place += 32 * sizeOf(hashesApart)) {
      const changed = bytes.slice()
      changed[place] = at([...bytes], place) ^ 1
      expect(await faultOf(readAll(new Map([...files, [path, changed]])))).toBe('wrong')
    }
  })

  it.each(all)('are found absent without %s, and wrong when it is cut off', async (path) => {
    const bytes = files.get(path) ?? new Uint8Array(0)
    expect(await faultOf(readAll(new Map([...files].filter(([each]) => each !== path))))).toBe('absent')
    expect(await faultOf(readAll(new Map([...files, [path, bytes.subarray(0, -32)]])))).toBe('wrong')
  })

  it('do not open under another root', async () => {
    const read = readerOf(files)
    expect(await faultOf(openTileTree(sha256, { size: 600, root: rootAt(599) }, read))).toBe('wrong')
  })
})

import { describe, expect, it } from 'vitest'
import { utf8 } from '../../../engine/base/bytes.ts'
import { verifyInclusion } from '../../../engine/merkle/proofs.ts'
import { proveLines } from '../../../engine/merkle/prove-lines.ts'
import { leafHashOf } from '../support/lines.ts'
import { sha256 } from '../support/sha256.ts'
import { rootOfTexts } from '../support/stored-run.ts'

const lines = ['{"id":"é"}', '', '😀 end', 'a', 'ﾮ']
const bytes = utf8(lines.map((line) => `${line}\n`).join(''))

describe('lines of an artifact', () => {
  it('are proven in one pass, with their text, however the artifact is cut', async () => {
    for (const size of [1, 3, 7, 100]) {
      const parts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, part) =>
        bytes.subarray(part * size, (part + 1) * size),
      )
      const { root, lines: proven } = await proveLines(sha256, parts, ({ text }) => text === '😀 end' || text === 'ﾮ')
      expect(root).toBe(rootOfTexts(lines))
      expect(proven.map(({ index, line, leafHash }) => ({ index, line, leafHash }))).toEqual([
        { index: 2, line: '😀 end', leafHash: leafHashOf('😀 end') },
        { index: 4, line: 'ﾮ', leafHash: leafHashOf('ﾮ') },
      ])
      for (const { index, leafHash, inclusion } of proven) {
        expect(inclusion).toMatchObject({ index, size: 5 })
        expect(verifyInclusion(sha256, { leaf: leafHash, root, proof: inclusion })).toBe(true)
      }
    }
  })

  it('are told apart by index and leaf hash', async () => {
    const select = (isWanted: Parameters<typeof proveLines>[2]) => proveLines(sha256, [bytes], isWanted)
    expect((await select(({ index }) => index === 1)).lines.map(({ line }) => line)).toEqual([''])
    const wanted = leafHashOf('a')
    const byHash = await select(({ leaf }) => Buffer.from(leaf).toString('hex') === wanted)
    expect(byHash.lines.map(({ index }) => index)).toEqual([3])
    expect(await select(() => false)).toEqual({ root: rootOfTexts(lines), lines: [] })
  })

  it('that are not UTF-8 count, and are never selected', async () => {
    const proven = await proveLines(sha256, [Uint8Array.of(0xff, 0x0a, 0x62, 0x0a)], () => true)
    expect(proven.lines.map(({ index, line }) => [index, line])).toEqual([[1, 'b']])
  })
})

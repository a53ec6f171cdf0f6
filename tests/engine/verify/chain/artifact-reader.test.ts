import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { utf8 } from '../../../../engine/base/bytes.ts'
import { lineByteCountMax } from '../../../../engine/base/line-splitter.ts'
import { leafHash } from '../../../../engine/merkle/tree.ts'
import { type ArtifactPart, readArtifact, type StoredChunk } from '../../../../engine/verify/chain/artifact-reader.ts'
import { leafHashOf } from '../../support/lines.ts'
import { naiveRoot } from '../../support/naive-merkle.ts'
import { streamOf } from '../../support/sealed.ts'
import { sha256 } from '../../support/sha256.ts'

const lines = ['{"id":"é"}', ' ', '😀 end', 'a', 'ﾮ']
const text = lines.map((line) => `${line}\n`).join('')
const rootOf = (each: readonly string[]): string =>
  naiveRoot(each.map((line) => Buffer.from(leafHashOf(line), 'hex'))).toString('hex')

async function read(parts: readonly ArtifactPart[]) {
  const taken: (string | undefined)[] = []
  const digest = await readArtifact(sha256, streamOf(parts), (line) => {
    taken.push(line)
    return { id: line ?? '' }
  })
  return { ...digest, taken }
}

/** The bytes, cut after each of these many. */
function cut(bytes: Uint8Array, sizes: readonly number[]): Uint8Array[] {
  const parts: Uint8Array[] = []
  let at = 0
  for (const size of sizes) {
    parts.push(bytes.subarray(at, at + size))
    at += size
  }
  return [...parts, bytes.subarray(at)]
}

describe('reading an artifact', () => {
  it('gives its lines, root, count and bytes, however it is cut', async () => {
    const wanted = { root: rootOf(lines), count: 5, byteCount: Buffer.byteLength(text), fault: undefined, taken: lines }
    expect(await read([text])).toEqual(wanted)
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(6)), async (sizes) => {
        expect(await read(cut(utf8(text), sizes))).toEqual(wanted)
      }),
    )
  })

  it('of no bytes has the root of the empty tree', async () => {
    expect(await read([])).toEqual({ root: rootOf([]), count: 0, byteCount: 0, fault: undefined, taken: [] })
    expect(await read(['', new Uint8Array()])).toMatchObject({ count: 0, fault: undefined })
  })

  it('sees that the last line has no newline', async () => {
    const read1 = await read([text.slice(0, -1)])
    expect(read1).toMatchObject({ root: rootOf(lines), count: 5, fault: 'The last line does not end with a newline' })
    expect(read1.byteCount).toBe(Buffer.byteLength(text) - 1)
  })

  it.each([
    ['in front', '\na\nb\n', 0],
    ['in between', 'a\n\nb\n', 1],
    ['behind', 'a\nb\n\n', 2],
  ])('takes an empty line %s for a fault, and looks at nothing behind it', async (_, text, count) => {
    for (let size = 1; size <= text.length; size++) {
      const { fault, taken } = await read(
        cut(
          utf8(text.repeat(2)),
          Array.from({ length: text.length }, () => size),
        ),
      )
      expect({ fault, taken }).toEqual({ fault: `Line ${count + 1} is empty`, taken: ['a', 'b'].slice(0, count) })
    }
  })

  it('reads to its end what it looks at no more: the checksum of an archive is of all bytes', async () => {
    let readCount = 0
    async function* parts(): AsyncGenerator<Uint8Array> {
      for (; readCount < 9; readCount += 1) yield utf8('\n')
    }
    expect(await readArtifact(sha256, parts(), () => ({}))).toMatchObject({ count: 0, fault: 'Line 1 is empty' })
    expect(readCount).toBe(9)
  })

  it('hashes bytes that are no UTF-8 as they are, and has no text of their line alone', async () => {
    const bytes = Uint8Array.of(0x61, 0x0a, 0xff, 0xfe, 0x0a, 0x62, 0x0a)
    const { root, taken } = await read([bytes])
    const leaves = [utf8('a'), Uint8Array.of(0xff, 0xfe), utf8('b')].map((line) => leafHash(sha256, line))
    expect(root).toBe(naiveRoot(leaves).toString('hex'))
    expect(taken).toEqual(['a', undefined, 'b'])
  })
})

describe('a line of more bytes than a row may have', () => {
  const long = 'x'.repeat(lineByteCountMax)

  it('is a fault, wherever it is cut, and is not held', async () => {
    const bytes = utf8(`a\n${long}y\nb\n`)
    for (const parts of [[bytes], cut(bytes, [1_000_000, 999_000, 1_003, 2]), cut(bytes, [2, lineByteCountMax])]) {
      const { count, fault, taken } = await read(parts)
      expect(fault).toBe(`Line 2 has more than ${lineByteCountMax} bytes`)
      expect([count, taken]).toEqual([3, ['a', undefined, 'b']])
    }
    expect(await read([utf8(`${long}y`)])).toMatchObject({ count: 1, taken: [undefined] })
  })

  it('is none with one byte less', async () => {
    expect(await read(cut(utf8(`${long}\n`), [5, 1_000_000]))).toMatchObject({ fault: undefined, taken: [long] })
  })
})

const chunks: readonly StoredChunk[] = [
  { seq: 0, first: 0, count: 2, text: 'b\na\n', idMin: 'a', idMax: 'b' },
  { seq: 1, first: 2, count: 1, text: 'c\n', idMin: 'c', idMax: 'c' },
]

describe('a stored chunk', () => {
  it('that says what its lines are is no fault', async () => {
    expect(await read(chunks)).toMatchObject({ root: rootOf(['b', 'a', 'c']), fault: undefined })
  })

  it.each<[Partial<StoredChunk>, string]>([
    [{ seq: 2 }, 'The chunk that begins with line 3 says seq 2; its lines say 1'],
    [{ first: 1 }, 'The chunk that begins with line 3 says first 1; its lines say 2'],
    [{ count: 2 }, 'The chunk that begins with line 3 says count 2; its lines say 1'],
    [{ idMin: 'b' }, 'The chunk that begins with line 3 says idMin b; its lines say c'],
    [{ idMax: 'd' }, 'The chunk that begins with line 3 says idMax d; its lines say c'],
    [{ text: 'c' }, 'Chunk 1 does not end with a newline'],
  ])('that says %j is one', async (change, fault) => {
    const [first, second] = chunks
    expect(await read(first && second ? [first, { ...second, ...change }] : [])).toMatchObject({ fault })
  })

  it('of a result begins its view anew, and counts its lines as they were written', async () => {
    const facts = [
      { view: 'matches', key: 'high|r' },
      { view: 'breaks', key: 'ambiguous|r' },
    ]
    const stored = (counts: string): StoredChunk[] => [
      { seq: 0, first: 0, count: 1, text: '0\n', view: 'matches', counts: '{"high|r":1}' },
      { seq: 0, first: 1, count: 2, text: '1\n1\n', view: 'breaks', counts },
    ]
    const faultOf = async (parts: readonly StoredChunk[]) =>
      (await readArtifact(sha256, streamOf(parts), (line) => facts[Number(line)] ?? {})).fault
    expect(await faultOf(stored('{"ambiguous|r":2}'))).toBeUndefined()
    expect(await faultOf(stored('{"ambiguous|r":1}'))).toMatch('says counts {"ambiguous|r":1}')
    expect(await faultOf(stored('{}'))).toMatch('says counts')
    expect(await faultOf(stored('{"ambiguous|r":2}').map((chunk) => ({ ...chunk, view: 'matches' })))).toMatch(
      'says seq',
    )
  })
})

it('any lines read as they were written, in stored chunks of any size', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.array(
          fc.string({ unit: 'grapheme', minLength: 1 }).map((line) => line.replaceAll('\n', ' ')),
          { minLength: 1 },
        ),
      ),
      async (groups) => {
        let first = 0
        const stored = groups.map((group, seq): StoredChunk => {
          const chunk = { seq, first, count: group.length, text: group.map((line) => `${line}\n`).join('') }
          first += group.length
          return chunk
        })
        expect(await read(stored)).toMatchObject({
          taken: groups.flat(),
          root: rootOf(groups.flat()),
          fault: undefined,
        })
      },
    ),
  )
})

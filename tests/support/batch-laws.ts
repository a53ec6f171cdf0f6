import { type BatchSha256, type Sha256, toHex, utf8 } from '@tallystick/engine/base'
import { createFrontier, emptyRoot } from '@tallystick/engine/merkle'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isLong, sizeOf } from './forms.ts'
import { lawSizes } from './law-sizes.ts'

/** What a batch hasher has to do, whichever platform it is of. `sha256` hashes one message at a time. */
export function describeBatch(batch: BatchSha256, sha256: Sha256): void {
  const hexOf = (message: Message) => toHex(prefixed(sha256, message))

  it.each(published)('hashes $name as the standard says', ({ message, digest }) => {
    expect(hashed(batch, [{ bytes: message }])).toEqual([digest])
    expect(hashed(batch, Array(5).fill({ bytes: message }))).toEqual(Array(5).fill(digest))
  })

  it.each([undefined, 0, 1, 255])('hashes every length from 0 to 300 after the prefix %s, in one batch', (prefix) => {
    // 83 and 301 have no common divisor: each length once, next to very different ones.
    const messages = Array.from({ length: 301 }, (_, index) => ({ prefix, bytes: bytesOf((index * 83) % 301, index) }))
    expect(hashed(batch, messages)).toEqual(messages.map(hexOf))
  })

  it('hashes more messages than fit at once, short ones and such as are longer than its memory', () => {
    const lengths = [...Array(5_000).fill(3), 262_143, 262_144, 262_145, 100, 1_000_000, 0, 65_536, 65_536, 200_000, 7]
    const messages = lengths.map((length, index) => ({ prefix: 0, bytes: bytesOf(length, index) }))
    expect(hashed(batch, messages)).toEqual(messages.map(hexOf))
  })

  it('hashes any messages of any buffer: apart, in any order, over one another', () => {
    const position = fc.nat({ max: 2_000 })
    fc.assert(
      fc.property(fc.array(fc.tuple(position, position), { maxLength: 40 }), fc.nat({ max: 1 }), (pairs, prefix) => {
        const bytes = bytesOf(2_001, pairs.length)
        const starts = Uint32Array.from(pairs, (pair) => Math.min(...pair))
        const ends = Uint32Array.from(pairs, (pair) => Math.max(...pair))
        const out = new Uint8Array(32 * pairs.length)
        batch.hashRanges({ prefix, bytes, starts, ends, count: pairs.length }, out)
        const expected = pairs.map((_, index) => hexOf({ prefix, bytes: bytes.subarray(starts[index], ends[index]) }))
        expect(hexesIn(out)).toEqual(expected)
      }),
      { numRuns: sizeOf(lawSizes) },
    )
  })

  it('refuses messages that are not in the buffer, and more digests than there is room for', () => {
    const bytes = new Uint8Array(128)
    const hash = (start: number, end: number, out = new Uint8Array(32)) =>
      batch.hashRanges({ bytes, starts: Uint32Array.of(start), ends: Uint32Array.of(end), count: 1 }, out)
    expect(() => hash(0, 129)).toThrow(RangeError)
    expect(() => hash(5, 4)).toThrow(RangeError)
    expect(() => hash(0, 128, new Uint8Array(31))).toThrow(RangeError)
    const none = new Uint32Array(0)
    expect(() => batch.hashRanges({ bytes, starts: none, ends: none, count: 1 }, bytes)).toThrow(RangeError)
    expect(() => batch.hashPairs(bytes, 3, new Uint8Array(96))).toThrow(RangeError)
    expect(() => batch.hashPairs(bytes, 2, new Uint8Array(63))).toThrow(RangeError)
  })

  describe('of the nodes of a tree', () => describePairs(batch, sha256))
}

function describePairs(batch: BatchSha256, sha256: Sha256): void {
  const hexOf = (bytes: Uint8Array) => toHex(prefixed(sha256, { prefix: 1, bytes }))

  it.each([0, 1, 2, 3, 4, 5, 9, 2_048, 2_049, 5_000])('makes %i nodes', (count) => {
    const nodes = bytesOf(64 * count, count)
    const out = new Uint8Array(32 * count + 1).fill(7)
    batch.hashPairs(nodes, count, out)
    expect(hexesIn(out)).toEqual(nodesOf(nodes).map(hexOf))
    expect(out[32 * count]).toBe(7)
  })

  it.each([0, 1, 31, 32])('writes them over their children, from %i bytes on', (distance) => {
    const nodes = bytesOf(64 * 4_999, 1)
    const expected = nodesOf(nodes).map(hexOf)
    batch.hashPairs(nodes, 4_999, nodes.subarray(distance))
    expect(hexesIn(nodes.subarray(distance, distance + 32 * 4_999))).toEqual(expected)
  })

  it('grows the same tree as leaf by leaf, in steps of any size', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 70 }), { maxLength: 8 }), (counts) => {
        const plain: Sha256 = (...parts) => sha256(...parts)
        const [atOnce, oneByOne] = [createFrontier(Object.assign(plain, { batch })), createFrontier(sha256)]
        expect(toHex(atOnce.root())).toBe(toHex(emptyRoot(sha256)))
        for (const count of counts) {
          const leaves = bytesOf(32 * count, atOnce.size())
          atOnce.appendAll(leaves, count)
          for (let index = 0; index < count; index++) oneByOne.append(leaves.slice(32 * index, 32 * index + 32))
          expect(atOnce.state()).toEqual(oneByOne.state())
          expect(toHex(atOnce.root())).toBe(toHex(oneByOne.root()))
        }
      }),
      { numRuns: sizeOf(lawSizes) },
    )
  })
}

interface Message {
  readonly prefix?: number | undefined
  readonly bytes: Uint8Array
}

/** The longest of them by far, which the long form has alone. */
const millionfold = {
  name: 'a million times “a”',
  message: utf8('a'.repeat(1_000_000)),
  digest: 'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0',
}

/** FIPS 180-4 examples, as RFC 6234 §8.5 repeats them. */
const published = [
  {
    name: 'nothing',
    message: utf8(''),
    digest: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  },
  {
    name: '24 bits',
    message: utf8('abc'),
    digest: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  },
  {
    name: '448 bits',
    message: utf8('abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq'),
    digest: '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
  },
  {
    name: '896 bits',
    message: utf8(
      'abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu',
    ),
    digest: 'cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1',
  },
  ...(isLong ? [millionfold] : []),
]

/** The digests of messages that lie one after another in one buffer, the prefix of the first before each. */
function hashed(batch: BatchSha256, messages: readonly Message[]): readonly string[] {
  const bytes = new Uint8Array(messages.reduce((sum, message) => sum + message.bytes.length, 0))
  const starts = new Uint32Array(messages.length)
  const ends = new Uint32Array(messages.length)
  let position = 0
  for (const [index, message] of messages.entries()) {
    bytes.set(message.bytes, position)
    starts[index] = position
    position += message.bytes.length
    ends[index] = position
  }
  const out = new Uint8Array(32 * messages.length)
  const prefix = messages[0]?.prefix
  const given = { bytes, starts, ends, count: messages.length }
  batch.hashRanges(prefix === undefined ? given : { ...given, prefix }, out)
  return hexesIn(out)
}

const prefixed = (sha256: Sha256, { prefix, bytes }: Message): Uint8Array =>
  prefix === undefined ? sha256(bytes) : sha256(Uint8Array.of(prefix), bytes)

const bytesOf = (length: number, seed: number): Uint8Array =>
  Uint8Array.from({ length }, (_, index) => (Math.imul(index + 1, 0x9e3779b1) ^ Math.imul(seed, 0x85ebca6b)) >>> 13)

const hexesIn = (digests: Uint8Array): readonly string[] => toHex(digests).match(/.{64}/g) ?? []

const nodesOf = (nodes: Uint8Array): readonly Uint8Array[] =>
  Array.from({ length: nodes.length / 64 }, (_, index) => nodes.slice(64 * index, 64 * index + 64))

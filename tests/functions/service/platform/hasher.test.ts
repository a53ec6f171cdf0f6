import { sha256 as nobleSha256 } from '@noble/hashes/sha2.js'
import { toHex, utf8 } from '@tallystick/engine/base'
import { describe, expect, it } from 'vitest'
import { batchOf } from '../../../../engine/base/hasher.ts'
import { sha256 } from '../../../../functions/service/platform/hasher.ts'
import { describeBatch } from '../../../support/batch-laws.ts'

/** FIPS 180-4 examples, and the empty message. */
it.each([
  ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  [
    'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
    '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
  ],
])('hashes %j as the standard says', (text, expected) => {
  expect(toHex(sha256(utf8(text)))).toBe(expected)
})

it('hashes parts as their concatenation', () => {
  expect(sha256(utf8('a'), utf8(''), utf8('bc'))).toEqual(sha256(utf8('abc')))
  expect(sha256()).toEqual(sha256(utf8('')))
})

it('hashes messages of all lengths to two blocks, and around the longest that the module takes, as another does', () => {
  const bytes = Uint8Array.from({ length: 1_200 }, (_, index) => (index * 167) >> 3)
  const lengths = [...Array(200).keys(), 511, 512, 513, 1_200]
  for (const length of lengths) {
    const message = bytes.subarray(0, length)
    const expected = toHex(nobleSha256(message))
    expect(toHex(sha256(message)), `${length} bytes`).toBe(expected)
    const middle = length >> 1
    const parts = [message.subarray(0, 1), message.subarray(1, middle), message.subarray(Math.max(1, middle))]
    if (length > 1) expect(toHex(sha256(...parts)), `${length} bytes in parts`).toBe(expected)
  }
})

it('gives digests that later ones leave alone', () => {
  const first = sha256(utf8('abc'))
  const copy = first.slice()
  sha256(utf8('abd'))
  batchOf(sha256).hashPairs(new Uint8Array(128), 2, new Uint8Array(64))
  expect(first).toEqual(copy)
})

describe('the batch of the Worker', () => describeBatch(batchOf(sha256), sha256))

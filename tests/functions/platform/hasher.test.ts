import { batchOf, toHex, utf8 } from '@tallystick/engine'
import { describe, expect, it } from 'vitest'
import { sha256 } from '../../../functions/platform/hasher.ts'
import { describeBatch } from '../../support/batch-laws.ts'

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

describe('the batch of the Worker', () => describeBatch(batchOf(sha256), sha256))

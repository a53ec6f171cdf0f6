import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { batchOf } from '../../../engine/base/hasher.ts'
import { sha256 } from '../../../functions/cli/sha256.ts'
import { describeBatch } from '../../support/batch-laws.ts'

const bytesOf = (length: number, seed: number): Uint8Array =>
  Uint8Array.from({ length }, (_, index) => (index * 31 + seed * 17) & 255)
const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
const expected = (...parts: readonly Uint8Array[]): Buffer => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

describe('the hash of the command line', () => {
  it('is SHA-256 of nothing, and of "abc"', () => {
    expect(hexOf(sha256())).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
    expect(hexOf(sha256(Buffer.from('abc')))).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  })

  it('is that of all parts, one after the other, of any length', () => {
    for (const length of [0, 1, 63, 64, 65, 16_382, 16_383, 16_384, 16_385, 100_000]) {
      const parts = [Uint8Array.of(0), bytesOf(length, 1), bytesOf(32, 2)]
      for (let count = 0; count <= parts.length; count++) {
        const some = parts.slice(0, count)
        expect(Buffer.from(sha256(...some)).equals(expected(...some))).toBe(true)
      }
    }
  })

  it('stays what it was when the next one is taken', () => {
    const first = sha256(bytesOf(10, 1), bytesOf(10, 2))
    sha256(bytesOf(10, 3), bytesOf(10, 4))
    expect(Buffer.from(first).equals(expected(bytesOf(10, 1), bytesOf(10, 2)))).toBe(true)
  })
})

describe('the batch of the command line', () => describeBatch(batchOf(sha256), expected))

import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { createFingerprintSet } from '../../../engine/base/fingerprint-set.ts'

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
const digestOf = (text: string): DataView => viewOf(createHash('sha256').update(text).digest())

it('knows each digest that it was given, and no other', () => {
  const set = createFingerprintSet()
  const texts = Array.from({ length: 50_000 }, (_, index) => `id ${index}`)
  expect(texts.filter((text) => !set.add(digestOf(text), 0))).toEqual([])
  expect(texts.filter((text) => set.add(digestOf(text), 0))).toEqual([])
  expect(set.add(digestOf('another'), 0)).toBe(true)
})

it('goes by all 64 bits, wherever in the bytes the digest stands', () => {
  const set = createFingerprintSet()
  const bytes = new Uint8Array(24)
  bytes[15] = 1
  bytes[16] = 7
  const view = viewOf(bytes)
  expect([set.add(view, 0), set.add(view, 8), set.add(view, 9)]).toEqual([true, false, true])
  expect([set.add(view, 0), set.add(view, 8), set.add(view, 9)]).toEqual([false, false, false])
})

import { expect, it } from 'vitest'
import { createUtf8Decoder } from '../../../engine/intake/xml/utf8-decoder.ts'

/** The text that parts of this length give, and whether all of it is text. */
function decoded(bytes: Uint8Array, length: number): [string, boolean] {
  const decoder = createUtf8Decoder()
  let all = ''
  for (let start = 0; start < bytes.length; start += length) {
    const { text, isSound } = decoder.decode(bytes.subarray(start, start + length))
    all += text
    if (!isSound) return [all, false]
  }
  const end = decoder.end()
  return [all + end.text, end.isSound]
}

it.each<[string, readonly number[], string, boolean]>([
  ['text', [...Buffer.from('aü€😀\ufeffz')], 'aü€😀\ufeffz', true],
  ['no text', [], '', true],
  ['a byte of Latin-1', [0x61, 0xfc, 0x62], 'a', false],
  ['a lone continuation', [0x61, 0xc3, 0xbc, 0xbc, 0x62], 'aü', false],
  ['a character that another one cuts off', [0x61, 0xe2, 0x82, 0x62], 'a', false],
  ['a character that the end cuts off', [0x61, 0xf0, 0x9f, 0x98], 'a', false],
  ['half a surrogate pair', [0x61, 0xed, 0xa0, 0x80], 'a', false],
  ['an overlong character', [0x61, 0xc0, 0x80], 'a', false],
])('%s is decoded up to its first byte that is none, in parts of any size', (_what, bytes, text, isSound) => {
  for (const length of [1, 2, 3, 1_000]) expect(decoded(Uint8Array.from(bytes), length)).toEqual([text, isSound])
})

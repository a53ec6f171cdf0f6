import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { byteAt } from '../../../engine/base/at.ts'
import { toHex, utf8 } from '../../../engine/base/bytes.ts'
import { formatDer, formatDerInteger, parseDer } from '../../../engine/base/der.ts'
import { formatTimeStampRequest, parseTimeStampResponse } from '../../../engine/log/time-stamp.ts'
import { sha256 } from '../support/sha256.ts'

/** Made with `openssl ts`: a question about note.txt, and the answer of an authority whose root is root.pem. */
const fixture = (name: string): Uint8Array =>
  new Uint8Array(readFileSync(new URL(`../../fixtures/time-stamp/${name}`, import.meta.url)))
const hash = sha256(fixture('note.txt'))
const nonce = Uint8Array.of(0xcb, 0x1b, 0x96, 0xba, 0xc5, 0x5a, 0xfc, 0x99)

describe('a time stamp', () => {
  it('is asked for as OpenSSL asks', () => {
    expect(toHex(formatTimeStampRequest({ hash, nonce }))).toBe(toHex(fixture('query.tsq')))
  })

  it('says what was stamped, when, and in answer to which question', () => {
    expect(parseTimeStampResponse(fixture('response.tsr'))).toMatchObject({
      ok: true,
      value: { hash: toHex(hash), time: '2026-11-22T16:13:59Z', nonce: toHex(nonce) },
    })
  })

  it('is refused where it is cut off anywhere, or has more after its end', () => {
    const response = fixture('response.tsr')
    for (let length = 0; length < response.length; length++)
      expect(parseTimeStampResponse(response.subarray(0, length))).toMatchObject({ ok: false })
    expect(parseTimeStampResponse(Uint8Array.of(...response, 0))).toMatchObject({ ok: false })
  })

  it('is read or refused, and nothing else, whichever byte is another', () => {
    const response = fixture('response.tsr')
    for (let index = 0; index < response.length; index++)
      for (const change of [1, 0x80, 0xff])
        expect(parseTimeStampResponse(response.with(index, byteAt(response, index) ^ change)).ok).toBeTypeOf('boolean')
  })

  it('is not in an answer that was not granted', () => {
    const status = formatDer(0x30, formatDer(0x30, formatDerInteger(Uint8Array.of(2))))
    expect(parseTimeStampResponse(status)).toEqual({
      ok: false,
      detail: 'Got a time-stamp response with the status 02',
    })
    expect(parseTimeStampResponse(formatDer(0x30, formatDer(0x30, formatDerInteger(Uint8Array.of(0)))))).toMatchObject({
      ok: false,
    })
  })

  it('is refused where the answer is text or too long', () => {
    expect(parseTimeStampResponse(utf8('<html>Service Unavailable</html>'))).toMatchObject({ ok: false })
    expect(parseTimeStampResponse(new Uint8Array(200_001))).toMatchObject({ ok: false })
  })
})

describe('DER', () => {
  it('writes lengths and integers in one spelling', () => {
    expect(toHex(formatDerInteger(Uint8Array.of(0, 0, 5)))).toBe('020105')
    expect(toHex(formatDerInteger(Uint8Array.of(0x80)))).toBe('02020080')
    expect(toHex(formatDerInteger(Uint8Array.of(0, 0)))).toBe('020100')
    expect(toHex(formatDer(4, new Uint8Array(127))).slice(0, 4)).toBe('047f')
    expect(toHex(formatDer(4, new Uint8Array(128))).slice(0, 6)).toBe('048180')
    expect(toHex(formatDer(4, new Uint8Array(256))).slice(0, 8)).toBe('04820100')
  })

  it.each([
    ['a length that is cut off', [4]],
    ['a content that is cut off', [4, 2, 0]],
    ['an indefinite length', [0x30, 0x80, 0, 0]],
    ['a length of too many bytes', [4, 0x84, 0, 0, 0, 0]],
    ['a long spelling of a short length', [4, 0x81, 5, 0, 0, 0, 0, 0]],
    ['a tag of several bytes', [0x1f, 0x81, 0]],
  ])('refuses %s', (_, bytes) => {
    expect(parseDer(Uint8Array.from(bytes))).toMatchObject({ ok: false })
  })
})

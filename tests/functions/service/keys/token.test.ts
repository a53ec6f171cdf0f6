import { describe, expect, it } from 'vitest'
import { createToken, formatToken, parseToken } from '../../../../functions/service/keys/token.ts'

const known = 'tsk_test_000000000000_00000000000000000000000000000000'

describe('API keys as text', () => {
  it('come back from their text', () => {
    const token = createToken('live')
    expect(parseToken(formatToken(token))).toEqual(token)
  })

  it('have the documented form', () => {
    expect(formatToken(createToken('test'))).toMatch(/^tsk_test_[0-9A-Za-z]{12}_[0-9A-Za-z]{32}_[0-9A-Za-z]{6}$/)
  })

  it('end in the CRC-32 of what is before, in base62', () => {
    const text = formatToken({ environment: 'test', keyId: '0'.repeat(12), secret: '0'.repeat(32) })
    expect(text).toBe(`${known}_${base62(crc32(known))}`)
  })

  it('are all different', () => {
    expect(new Set(Array.from({ length: 1000 }, () => formatToken(createToken('test')))).size).toBe(1000)
  })

  it('are refused when any one character is another', () => {
    const text = formatToken(createToken('test'))
    for (let index = 0; index < text.length; index++) {
      const other = text[index] === 'x' ? 'y' : 'x'
      expect(parseToken(text.slice(0, index) + other + text.slice(index + 1))).toBeUndefined()
    }
  })

  it.each(['', 'tsk_', 'hello', `${known}`, `${known}_00000`, ` ${known}_000000`, 'tsk_prod_000000000000'])(
    'are refused in another form: %j',
    (text) => {
      expect(parseToken(text)).toBeUndefined()
    },
  )
})

/** CRC-32 by its definition, bit by bit over the message (ISO 3309). */
function crc32(text: string): number {
  let register = 0xffffffff
  for (const char of text)
    for (let bit = 0; bit < 8; bit++) {
      const feedback = (register ^ (char.charCodeAt(0) >> bit)) & 1
      register = (register >>> 1) ^ (feedback === 1 ? 0xedb88320 : 0)
    }
  return (register ^ 0xffffffff) >>> 0
}

function base62(value: number): string {
  const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
  return Array.from({ length: 6 }, (_, place) => digits[Math.floor(value / 62 ** (5 - place)) % 62]).join('')
}

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromBase64, toBase64 } from '../../../engine/base/base64.ts'
import { checkLaw } from '../support/law.ts'

describe('base64', () => {
  it('is that of the platform, in both directions', () => {
    checkLaw(
      fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
        const text = Buffer.from(bytes).toString('base64')
        expect(toBase64(bytes)).toBe(text)
        expect(fromBase64(text)).toEqual(bytes)
      }),
    )
  })

  it.each(['A', 'AA', 'AAA', 'AA=', 'AAAA=', '====', 'AB==', 'AAB=', 'AA==AA==', 'A-__', 'AAA\n', ' AAAA', 'AA=A'])(
    'refuses %j, which is not the one spelling of any bytes',
    (text) => {
      expect(fromBase64(text)).toBeUndefined()
    },
  )

  it('is read whatever its length', () => {
    const bytes = new Uint8Array(9_000_000).fill(0xa5)
    const text = Buffer.from(bytes).toString('base64')
    expect(fromBase64(text)?.length).toBe(bytes.length)
    expect(fromBase64(`${text.slice(0, -1)}*`)).toBeUndefined()
  })
})

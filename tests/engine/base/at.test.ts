import { describe, expect, it } from 'vitest'
import { at, byteAt, numberAt } from '../../../engine/base/at.ts'

describe('an element that is there', () => {
  it('comes back as it is, undefined too', () => {
    expect(at(['a', undefined], 0)).toBe('a')
    expect(at(['a', undefined], 1)).toBeUndefined()
    expect(numberAt(Int32Array.of(7, -1), 1)).toBe(-1)
    expect(byteAt(Uint8Array.of(0), 0)).toBe(0)
  })
})

describe('an index outside the list stops the run', () => {
  it.each([-1, 2, 0.5, Number.NaN])('%d', (index) => {
    expect(() => at(['a', 'b'], index)).toThrow(RangeError)
    expect(() => numberAt(Float64Array.of(1, 2), index)).toThrow(RangeError)
    expect(() => byteAt(Uint8Array.of(1, 2), index)).toThrow(RangeError)
  })
})

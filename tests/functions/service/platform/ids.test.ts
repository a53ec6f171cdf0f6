import { describe, expect, it } from 'vitest'
import { createId } from '../../../../functions/service/platform/ids.ts'

describe('an id', () => {
  it('is its prefix and 26 lower-case characters', () => {
    expect(createId('run', 1_700_000_000_000)).toMatch(/^run_[0-9a-hjkmnp-tv-z]{26}$/)
  })

  it('is another one each time within a millisecond', () => {
    const ids = Array.from({ length: 1_000 }, () => createId('req', 1_700_000_000_000))
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('sorts by the time it was made', () => {
    const ids = [1, 2, 1_000, 1_700_000_000_000, 1_700_000_000_001].map((time) => createId('dat', time))
    expect([...ids].sort()).toEqual(ids)
  })
})

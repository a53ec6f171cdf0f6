import { describe, expect, it } from 'vitest'
import { createId, firstIdAfter } from '../../../../functions/service/platform/ids.ts'

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

  it('bounds the ids of what was made after it, also by a clock that is late', () => {
    const period = createId('prd', 1_700_000_000_000)
    const bound = firstIdAfter('act', period)
    for (const late of [0, 1, 3_599_999]) expect(createId('act', 1_700_000_000_000 - late) > bound).toBe(true)
    expect(createId('act', 1_699_990_000_000) < bound).toBe(true)
    for (const other of ['', 'prd_x', `prd_8${'0'.repeat(25)}`]) expect(firstIdAfter('act', other)).toBe('act_')
  })
})

import { describe, expect, it } from 'vitest'
import { createId, timeOfId } from '../../../functions/platform/ids.ts'

describe('an id', () => {
  it('is its prefix and 26 lower-case characters', () => {
    expect(createId('run', 1_700_000_000_000)).toMatch(/^run_[0-9a-hjkmnp-tv-z]{26}$/)
  })

  it('sorts by the time it was made', () => {
    const ids = [1, 2, 1_000, 1_700_000_000_000, 1_700_000_000_001].map((time) => createId('dat', time))
    expect([...ids].sort()).toEqual(ids)
  })

  it('tells when it was made', () => {
    expect(timeOfId(createId('run', 1_700_000_000_000), 'run')).toBe(1_700_000_000_000)
  })

  it.each(['', 'run_', 'run_01KABC', `dat_${'0'.repeat(26)}`, `run_${'8'.repeat(26)}`, `run_${'u'.repeat(26)}`])(
    'is not %j',
    (text) => {
      expect(timeOfId(text, 'run')).toBeUndefined()
    },
  )
})

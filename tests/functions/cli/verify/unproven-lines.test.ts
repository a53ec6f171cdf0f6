import { describe, expect, it } from 'vitest'
import { formatUnproven } from '../../../../functions/cli/verify/unproven-lines.ts'

describe('what a pack says that nothing in it proves', () => {
  it('is in columns, and nothing where there is none', () => {
    expect(formatUnproven({})).toBe('')
    expect(formatUnproven({ name: 'March', requestId: null })).toBe(
      'unproven: what the pack says besides, which nothing in it proves\n  name        "March"\n  requestId   null\n',
    )
  })

  it('may be more than a call has arguments', () => {
    const names = Array.from({ length: 200_000 }, (_, index) => `member ${index}`)
    const lines = formatUnproven(Object.fromEntries(names.map((name) => [name, 1]))).split('\n')
    expect(lines).toHaveLength(200_002)
    expect(lines[1]).toBe('  member 0        1')
  })
})

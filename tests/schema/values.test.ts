import { describe, expect, it } from 'vitest'
import { nameText } from '../../schema/values.ts'

describe('a name', () => {
  it.each(['a', 'x'.repeat(200), '💶'.repeat(200)])('may be %s', (text) => {
    expect(nameText.safeParse(text).success).toBe(true)
  })

  it.each([
    ['nothing', ''],
    ['201 characters', 'x'.repeat(201)],
    ['201 of two units each', '💶'.repeat(201)],
  ])('may not be %s', (_, text) => {
    expect(nameText.safeParse(text).success).toBe(false)
  })
})

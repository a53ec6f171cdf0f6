import { describe, expect, it } from 'vitest'
import { check } from '../../schema/problem.ts'
import { changesQuery } from '../../schema/rule-changes.ts'
import { hash, nameText } from '../../schema/values.ts'

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

describe('a value of another form is told the form:', () => {
  it.each([
    [hash, 'x', 'Got "x", wanted SHA-256 as 64 digits of lower-case hex'],
    [changesQuery, { break: 'brk_1' }, 'Got "brk_1", wanted the id of a break (brk_…)'],
  ])('%#', (schema, given, detail) => {
    expect(check(schema, given)).toMatchObject({ ok: false, faults: [{ detail }] })
  })
})

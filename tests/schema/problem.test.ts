import { z } from '@hono/zod-openapi'
import { describe, expect, it } from 'vitest'
import { pathOf, pointerOf } from '../../schema/pointer.ts'
import { check } from '../../schema/problem.ts'

const faultsOf = (schema: z.ZodType, value: unknown) => {
  const result = check(schema, value)
  return result.ok ? [] : result.faults.map(({ pointer, code }) => ({ pointer, code }))
}

describe('a pointer', () => {
  it.each([
    [[], ''],
    [['a', 0, 'b'], '/a/0/b'],
    [['a/b', 'c~d', ''], '/a~1b/c~0d/'],
  ])('to %j is %j', (path, pointer) => {
    expect(pointerOf(path)).toBe(pointer)
    expect(pathOf(pointer)).toEqual(path)
  })
})

describe('the faults of a value', () => {
  it('are all there, in order', () => {
    const schema = z.strictObject({ a: z.string(), b: z.array(z.int()) })
    expect(faultsOf(schema, { a: 1, b: [1, 'x'], c: 2, d: 3 })).toEqual([
      { pointer: '/a', code: 'invalid_type' },
      { pointer: '/b/1', code: 'invalid_type' },
      { pointer: '/c', code: 'unknown_member' },
      { pointer: '/d', code: 'unknown_member' },
    ])
  })

  it('are those of the branch of a union that was meant', () => {
    const schema = z.union([z.string(), z.strictObject({ column: z.string(), format: z.string().optional() })])
    expect(faultsOf(schema, { column: 7 })).toEqual([{ pointer: '/column', code: 'invalid_type' }])
    expect(faultsOf(schema, 7)).toEqual([{ pointer: '', code: 'invalid_union' }])
  })

  it('name a check of our own by the code it gives', () => {
    const schema = z.string().superRefine((_, context) => {
      context.addIssue({ code: 'custom', message: 'Wanted: a rule', params: { code: 'not_a_rule' } })
    })
    expect(faultsOf(schema, 'x')).toEqual([{ pointer: '', code: 'not_a_rule' }])
  })

  it('call a check of our own without a code an invalid value, not by the word of a library', () => {
    const schema = z.array(z.string()).refine((list) => new Set(list).size === list.length, 'Each at most once')
    expect(faultsOf(schema, ['x', 'x'])).toEqual([{ pointer: '', code: 'invalid_value' }])
  })

  it('are at most a hundred', () => {
    const hostile = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`member${index}`, 1]))
    expect(faultsOf(z.strictObject({}), hostile)).toHaveLength(100)
  })
})

import { describe, expect, it } from 'vitest'
import { decodeCursor, encodeCursor } from '../../../../functions/service/http/cursor.ts'
import { ProblemError } from '../../../../functions/service/http/problem.ts'

const query = ['ten_1', 'keys']

describe('a cursor', () => {
  it('gives back the position it was made from', () => {
    const cursor = encodeCursor(query, [1_700_000_000_000, 'ümläut ✓'])
    expect(decodeCursor(query, cursor, ['number', 'string'])).toEqual([1_700_000_000_000, 'ümläut ✓'])
  })

  it('needs no escaping in a URL', () => {
    for (let value = 0; value < 200; value++)
      expect(encodeCursor(query, [value, '\u00ff\u00fe~?'])).toMatch(/^[A-Za-z0-9_-]+$/)
  })

  it('is no position when there is none', () => {
    expect(decodeCursor(query, undefined, ['string'])).toBeUndefined()
  })

  it.each([
    ['of another tenant', encodeCursor(['ten_2', 'keys'], [1, 'a'])],
    ['of another list', encodeCursor(['ten_1', 'runs'], [1, 'a'])],
    ['of other values', encodeCursor(query, ['a', 1])],
    ['of too many values', encodeCursor(query, [1, 'a', 2])],
    ['with a number below zero', encodeCursor(query, [-1, 'a'])],
    ['with a broken number', encodeCursor(query, [0.5, 'a'])],
    ['with a number that is not exact', encodeCursor(query, [1e300, 'a'])],
    ['with an endless number', btoa(atob(encodeCursor(query, [1, 'a'])).replace(',1,', ',1e400,'))],
    ['cut off', encodeCursor(query, [1, 'a']).slice(0, -4)],
    ['that is not base64', 'ü'],
    ['that is not JSON', btoa('hello')],
    ['that is empty', ''],
  ])('is refused when it is one %s', (_, cursor) => {
    expect(() => decodeCursor(query, cursor, ['number', 'string'])).toThrow(ProblemError)
  })
})

import { describe, expect, it } from 'vitest'
import { parseIdempotencyKey } from '../../../../../functions/service/http/idempotency/idempotency-key.ts'

describe('parseIdempotencyKey', () => {
  it.each([
    ['8e03978e-40d5', '8e03978e-40d5'],
    ['"8e03978e-40d5"', '8e03978e-40d5'],
    ['  padded  ', 'padded'],
    ['order 7', 'order 7'],
    ['"a, b"', 'a, b'],
    ['"say \\"hi\\" \\\\"', 'say "hi" \\'],
    ['!~', '!~'],
    ['order,7', 'order,7'],
    ['a"b', 'a"b'],
    ['x'.repeat(255), 'x'.repeat(255)],
    [`"${'x'.repeat(255)}"`, 'x'.repeat(255)],
  ])('reads %s', (header, key) => {
    expect(parseIdempotencyKey(header)).toBe(key)
  })

  it.each([
    ['nothing', ''],
    ['blanks', '  '],
    ['an empty string', '""'],
    ['256 characters', 'x'.repeat(256)],
    ['256 quoted characters', `"${'x'.repeat(256)}"`],
    ['a letter outside ASCII', 'schlüssel'],
    ['a control character', 'a\tb'],
    ['two headers', 'a, b'],
    ['two quoted headers', '"a", "b"'],
    ['the same header twice', 'a, a'],
    ['a header and an empty one', 'a, '],
    ['a string without its end', '"abc'],
    ['a string and something after it', '"abc"d'],
    ['an escape of another character', '"a\\b"'],
  ])('refuses %s', (_, header) => {
    expect(parseIdempotencyKey(header)).toBeUndefined()
  })
})

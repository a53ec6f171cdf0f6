import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lineOfMember, parseJson } from '../../../engine/base/json.ts'

const plain = (value: unknown) => JSON.parse(JSON.stringify(value))

describe('parseJson', () => {
  it.each([
    ['null', null],
    [' \t\r\n true ', true],
    ['-0.5e+2', -50],
    ['123456789012345', 123456789012345],
    ['0.123456789012345', 0.123456789012345],
    ['1e21', 1e21],
    ['100000000000000000000', 1e20],
    ['-0', -0],
    ['0e999', 0],
    ['"a\\u00e9\\n\\/\\ud83d\\ude00"', 'aé\n/😀'],
    ['[1,[],{}]', [1, [], {}]],
    ['{"a":{"b":[false]}}', { a: { b: [false] } }],
  ])('reads %s', (text, value) => {
    const result = parseJson(text)
    expect(result.ok && plain(result.value)).toEqual(plain(value))
  })

  it.each([
    ['', 'malformed_json', 1, 1],
    ['nul', 'malformed_json', 1, 1],
    ['01', 'malformed_json', 1, 2],
    ['+1', 'malformed_json', 1, 1],
    ['1.', 'malformed_json', 1, 2],
    ['-', 'malformed_json', 1, 1],
    ['NaN', 'malformed_json', 1, 1],
    ['[1,]', 'malformed_json', 1, 4],
    ['[1 2]', 'malformed_json', 1, 4],
    ['{"a":1,}', 'malformed_json', 1, 8],
    ["{'a':1}", 'malformed_json', 1, 2],
    ['{"a" 1}', 'malformed_json', 1, 6],
    ['"a\nb"', 'malformed_json', 1, 3],
    ['"a', 'malformed_json', 1, 3],
    ['"\\x"', 'malformed_json', 1, 3],
    ['"\\u12g4"', 'malformed_json', 1, 3],
    ['1 1', 'malformed_json', 1, 3],
    ['\u00a01', 'malformed_json', 1, 1],
    ['// a\n1', 'malformed_json', 1, 1],
    ['{"a":1,"b":2,"a":3}', 'duplicate_member', 1, 14],
    ['{"a":1,"\\u0061":3}', 'duplicate_member', 1, 8],
    ['"\\ud800"', 'lone_surrogate', 1, 1],
    ['["\\udc00\\ud800"]', 'lone_surrogate', 1, 2],
    ['{"\\ud800":1}', 'lone_surrogate', 1, 2],
    ['1234567890123456', 'number_precision', 1, 1],
    ['0.1234567890123456', 'number_precision', 1, 1],
    ['-1234567890.123456e5', 'number_precision', 1, 1],
    [`1.${'0'.repeat(100)}`, 'number_precision', 1, 1],
    ['1e400', 'number_range', 1, 1],
    ['1e-400', 'number_range', 1, 1],
  ])('refuses %s as %s', (text, code, ...[line, column]) => {
    expect(parseJson(text)).toMatchObject({ ok: false, fault: { code, line, column } })
  })

  it('names the path of a member that is repeated', () => {
    const paths = ['{"a":1,"a":2}', '{"t":[{},{"x/y":{"k":1,"j":[0],"k":2}}]}', '[[0],{"b":{},"b":1}]'].map((text) => {
      const result = parseJson(text)
      return result.ok ? undefined : result.fault.path
    })
    expect(paths).toEqual([['a'], ['t', 1, 'x/y', 'k'], [1, 'b']])
  })

  it('asks for a string where a number has too many digits', () => {
    const result = parseJson('{"amount":12345678901234.56}')
    expect(result.ok ? '' : result.fault.detail).toContain('send it as a string')
  })

  it('names the physical line and column behind every kind of line end', () => {
    expect(parseJson('{\n\r\n\r  "a": x}')).toMatchObject({ ok: false, fault: { line: 4, column: 8 } })
  })

  it('refuses what is nested too deep, however deep', () => {
    const hostile = '['.repeat(10_000) + ']'.repeat(10_000)
    expect(parseJson(hostile)).toMatchObject({ ok: false, fault: { code: 'too_deep', column: 101 } })
    expect(parseJson('{"a":'.repeat(100_000))).toMatchObject({ ok: false, fault: { code: 'too_deep' } })
    expect(parseJson('[[1]]', { depthMax: 1 })).toMatchObject({ ok: false, fault: { code: 'too_deep' } })
  })

  it('gives objects without prototype, so that __proto__ is a member like any other', () => {
    const result = parseJson('{"__proto__":{"admin":true}}')
    const value = result.ok ? result.value : null
    expect(Object.keys(value ?? {})).toEqual(['__proto__'])
    expect(Object.getPrototypeOf(value)).toBeNull()
  })

  it('refuses a number of two million digits; a look back at each of them would not end', () => {
    expect(parseJson(`[1${'0'.repeat(2_000_000)}1]`)).toMatchObject({ ok: false })
  })

  it('agrees with the platform on whatever both accept', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), fc.constantFrom(undefined, 2), (text, indent) => {
        const written = JSON.stringify(JSON.parse(text), null, indent)
        const result = parseJson(written)
        if (result.ok) expect(JSON.stringify(result.value)).toBe(JSON.stringify(JSON.parse(written)))
        else expect(result.fault.code).toMatch(/^(number_precision|number_range|lone_surrogate)$/)
      }),
    )
  })

  it('accepts nothing that the platform refuses', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'{}[]",:0123.eE+-tfn\\u \n') }), (text) => {
        if (parseJson(text).ok) expect(() => JSON.parse(text)).not.toThrow()
      }),
    )
  })
})

describe('lineOfMember', () => {
  it('gives the physical line of each member and element', () => {
    const result = parseJson('{ "a": 1,\n "records": [\n  {"id": 1},\r\n  {"id": 2,\n   "amount": 3}\n ] }')
    if (!result.ok || result.value === null || typeof result.value !== 'object') throw new Error('not read')
    const { value } = result
    const records = 'records' in value ? value['records'] : null
    const second = Array.isArray(records) ? records[1] : null
    expect([lineOfMember(value, 'a'), lineOfMember(value, 'records')]).toEqual([1, 2])
    expect([lineOfMember(records ?? null, '0'), lineOfMember(second), lineOfMember(second, 'amount')]).toEqual([
      3, 4, 5,
    ])
  })

  it('knows nothing of values that were not read from text', () => {
    expect([lineOfMember({ a: 1 }, 'a'), lineOfMember('text')]).toEqual([undefined, undefined])
  })
})

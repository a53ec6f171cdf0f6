import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JsonValue } from '../../../engine/base/canonical.ts'
import { lineOfMember, parseJson } from '../../../engine/base/json.ts'
import { openJsonBody } from '../../../engine/base/json-body.ts'
import type { JsonFault } from '../../../engine/base/json-reader.ts'

const options = { listName: 'records', valueCountMax: 1_000, elementValueCountMax: 100 }

/** What reading `text` to its end gives: the whole value, or the first fault. */
function readAll(text: string): { readonly value: JsonValue } | { readonly fault: JsonFault } {
  const opened = openJsonBody(text, options)
  if (!opened.ok) return { fault: opened.fault }
  const { value, elements } = opened.body
  const list: JsonValue[] = []
  for (let element = elements.next(); element.kind !== 'end'; element = elements.next()) {
    if (element.kind === 'fault') return { fault: element.fault }
    if (element.kind === 'value') list.push(element.value)
  }
  const hasList = typeof value === 'object' && value !== null && !Array.isArray(value) && 'records' in value
  return { value: hasList && list.length > 0 ? { ...value, records: list } : value }
}

function parsedOf(text: string) {
  const { ok, ...result } = parseJson(text)
  return result
}

const kindsOf = (text: string): readonly string[] => {
  const opened = openJsonBody(text, options)
  if (!opened.ok) return [opened.fault.code]
  const kinds: string[] = []
  const { elements } = opened.body
  for (let element = elements.next(); element.kind !== 'end'; element = elements.next()) {
    if (element.kind === 'fault') return [...kinds, element.fault.code]
    kinds.push(element.kind === 'value' ? JSON.stringify(element.value) : element.kind)
  }
  return kinds
}

const document =
  '{"a":{"records":[1]},\r\n "records":[{"x":"]\\\\\\"}","y":[1,{}]},\n "é]",\r7 , [] ],"b":[{"records":[2]}],"c":"\\\\"}'

describe('a JSON body whose list is read one element at a time', () => {
  it('is the same value as when it is read whole', () => {
    expect(readAll(document)).toEqual(parsedOf(document))
    for (const text of ['[]', '7', '{}', '{"records":{}}', '{"records":[]}', ' {"records" : [ ] } '])
      expect(readAll(text)).toEqual(parsedOf(text))
  })

  it('has the same first fault as when it is read whole, wherever it is damaged', () => {
    const piece = fc.constantFrom(
      '',
      '"',
      '[',
      ']',
      '{',
      '}',
      ',',
      ':',
      '\\',
      '\n',
      '0',
      '-',
      'records',
      '"records":[',
      ' ',
    )
    const damage = fc.tuple(fc.nat(document.length), fc.nat(3), piece)
    fc.assert(
      fc.property(fc.array(damage, { minLength: 1, maxLength: 3 }), (changes) => {
        let text = document
        for (const [at, cut, put] of changes) text = text.slice(0, at) + put + text.slice(at + cut)
        expect(readAll(text)).toEqual(parsedOf(text))
      }),
      { numRuns: 3_000 },
    )
  })

  it('passes over an element with too many values, and builds no part of it for long', () => {
    const large = `{"a":{${Array.from({ length: 100 }, (_, index) => `"${index}":["]}"]`).join(',')}}}`
    expect(kindsOf(`{"records":[1,${large},2]}`)).toEqual(['1', 'too_many_values', '2'])
    expect(kindsOf(`{"records":[1,${large}`)).toEqual(['malformed_json'])
  })

  it('has few values beside the list, whose elements do not count', () => {
    const zeros = '0,'.repeat(1_000)
    expect(kindsOf(`{"records":[${zeros}0]}`)).toHaveLength(1_001)
    expect(kindsOf(`{"records":[],"x":[${zeros}0]}`)).toEqual(['too_many_values'])
  })

  it('nests no deeper than when it is read whole', () => {
    for (const depth of [98, 99]) {
      const text = `{"records":[${'['.repeat(depth)}${']'.repeat(depth)}]}`
      expect(kindsOf(text).at(-1) === 'too_deep').toBe(!parseJson(text).ok)
    }
  })

  it('knows the line of each element, and the lines of the members of one on several', () => {
    const opened = openJsonBody('{\n"records":[{"a":1},\n{"a":1,\n"b":2}]}', options)
    if (!opened.ok) throw new Error(opened.fault.detail)
    const [first, second] = [opened.body.elements.next(), opened.body.elements.next()]
    expect(first).toMatchObject({ kind: 'value', line: 2 })
    if (second.kind !== 'value') throw new Error(second.kind)
    expect([second.line, lineOfMember(second.value), lineOfMember(second.value, 'b')]).toEqual([undefined, 3, 4])
  })
})

describe('the memory of a JSON text', () => {
  it('is bounded while it is read', () => {
    const codeOf = (text: string) => {
      const result = parseJson(text, { memoryMax: 1_000 })
      return result.ok ? 'ok' : result.fault.code
    }
    expect(codeOf(`[${'0,'.repeat(998)}0]`)).toBe('ok')
    expect(codeOf(`[${'0,'.repeat(999)}0]`)).toBe('too_many_values')
    expect(codeOf(`[${'{},'.repeat(250)}{}]`)).toBe('too_many_values')
    expect(codeOf(`[${'{},'.repeat(190)}{}]`)).toBe('ok')
  })
})

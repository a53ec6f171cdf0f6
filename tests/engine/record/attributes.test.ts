import { describe, expect, it } from 'vitest'
import { attributePathCountMax, attributeText, createAttributePaths } from '../../../engine/record/attributes.ts'
import type { Attributes } from '../../../engine/record/record.ts'

const pathsOf = (...records: readonly Attributes[]): readonly string[] => {
  const paths = createAttributePaths()
  for (const record of records) paths.add(record)
  return paths.list()
}

describe('the paths of attributes', () => {
  it('are those of values, nested ones with their way, once each, in UTF-8 order', () => {
    const first = { b: 'x', a: { d: true, c: { e: '1' } } }
    expect(pathsOf(first, { '\u{1f600}': 'x', '\uffff': 'x', b: 'y' })).toEqual([
      'a.c.e',
      'a.d',
      'b',
      '\uffff',
      '\u{1f600}',
    ])
  })

  it('are those alone by which a value can be read', () => {
    const records: readonly Attributes[] = [
      { 'a.b': 'x', 'c.d': { e: 'hidden behind the dot' }, f: { 'g.h': 'x' }, 'i.j': { k: 'x' }, i: { j: 'shadowed' } },
      JSON.parse('{"__proto__":"own","toString":"own"}'),
    ]
    const paths = pathsOf(...records)
    expect(paths).toEqual(['__proto__', 'a.b', 'f.g.h', 'toString'])
    for (const path of paths) expect(records.some((record) => attributeText(record, path) !== undefined)).toBe(true)
  })

  it('are bounded in number and length, the first in order whatever comes first', () => {
    const names = Array.from({ length: 3 * attributePathCountMax }, (_, index) => `n${1000 + index}`)
    const records = names.map((name) => ({ [name]: 'x' }))
    const kept = names.slice(0, attributePathCountMax)
    expect(pathsOf(...records)).toEqual(kept)
    expect(pathsOf(...records.toReversed())).toEqual(kept)
    expect(pathsOf(...records.toReversed(), ...records)).toEqual(kept)
    expect(pathsOf({ ['a'.repeat(246)]: 'x', ['b'.repeat(245)]: 'x' })).toEqual(['b'.repeat(245)])
  })
})

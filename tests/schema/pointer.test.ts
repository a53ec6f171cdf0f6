import { describe, expect, it } from 'vitest'
import { inDocumentOrder, pathOf, pointerOf } from '../../schema/pointer.ts'

const ordered = (document: unknown, pointers: readonly string[]) =>
  inDocumentOrder(
    pointers.map((pointer) => ({ pointer })),
    document,
  ).map(({ pointer }) => pointer)

describe('the order of a document', () => {
  it('is that in which it names its members, not that of their names', () => {
    expect(ordered({ b: 1, a: [1, 2, { z: 1, y: 2 }] }, ['/a/2/y', '/a/2/z', '/a/1', '/b'])).toEqual([
      '/b',
      '/a/1',
      '/a/2/z',
      '/a/2/y',
    ])
  })

  it('counts elements as numbers', () => {
    const document = Array.from({ length: 12 }, () => 0)
    expect(ordered(document, ['/10', '/9', '/1'])).toEqual(['/1', '/9', '/10'])
  })

  it('puts what holds a member before it, and what is missing behind all that is there', () => {
    expect(ordered({ a: { b: 1 } }, ['/a/missing', '/c', '/a/b', '/a', ''])).toEqual([
      '',
      '/a',
      '/a/b',
      '/a/missing',
      '/c',
    ])
  })

  it('reads escaped names, and leaves what has one pointer in its order', () => {
    expect(ordered({ 'x~y': 1, 'a/b': 2 }, ['/a~1b', '/x~0y'])).toEqual(['/x~0y', '/a~1b'])
    const same = [
      { pointer: '/a', code: 1 },
      { pointer: '/a', code: 2 },
    ]
    expect(inDocumentOrder(same, { a: 1 })).toEqual(same)
  })
})

describe('a pointer', () => {
  it.each([
    [['tables', 'customers', '00123']],
    [['tables', 'customers', '123456789012345678']],
    [['tables', 'a/b~c', 7]],
  ])('is read back as the path it was made of: %j', (path) => {
    expect(pathOf(pointerOf(path))).toEqual(path)
  })
})

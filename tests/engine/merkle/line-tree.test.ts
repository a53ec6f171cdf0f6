import { expect, it } from 'vitest'
import { toHex, utf8 } from '../../../engine/base/bytes.ts'
import { rootOfLines } from '../../../engine/merkle/frontier.ts'
import { createLineTree } from '../../../engine/merkle/line-tree.ts'
import { leafHashOf } from '../support/lines.ts'
import { sha256 } from '../support/sha256.ts'

const lines = Array.from({ length: 150 }, (_, index) => `line ${index}`.repeat(index % 5))

it.each([1, 3, 64, 100, 150])(
  'has the root and the leaves of its lines when %i of them are hashed at once',
  (atOnce) => {
    const leaves: string[] = []
    const tree = createLineTree(sha256, (hashes) => {
      for (let start = 0; start < hashes.length; start += 32) leaves.push(toHex(hashes.subarray(start, start + 32)))
    })
    for (let first = 0; first < lines.length; first += atOnce) {
      const text = lines.slice(first, first + atOnce)
      let start = 0
      for (const line of text) {
        tree.add(start, start + line.length)
        start += line.length + 1
      }
      tree.hash(utf8(text.join('\n')))
    }
    expect([tree.size(), toHex(tree.root())]).toEqual([lines.length, rootOfLines(sha256, lines)])
    expect(leaves).toEqual(lines.map(leafHashOf))
  },
)

it('refuses a root of lines that are not hashed yet', () => {
  const tree = createLineTree(sha256)
  tree.add(0, 1)
  expect(() => tree.root()).toThrow(/not hashed/)
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalize } from '../../../engine/base/canonical.ts'
import { checkLaw } from '../support/law.ts'
import { leafHashOf } from '../support/lines.ts'
import { naiveRoot } from '../support/naive-merkle.ts'
import { run } from '../support/run.ts'
import { smallCase } from '../support/small-world.ts'

const records = (side: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: `${side}${index}`,
    amount: String(index),
    reference: `R${index % 40}ü`,
  }))
const large = { source: records('s', 60), target: records('t', 50), rules: [{ match: [{ field: 'reference' }] }] }

describe('the artifact', () => {
  it('is hashed to the RFC 6962 root of its lines', () => {
    const { text, root, leafCount } = run(large)
    const lines = text.trimEnd().split('\n')
    expect(leafCount).toBe(lines.length)
    expect(root).toBe(naiveRoot(lines.map((line) => Buffer.from(leafHashOf(line), 'hex'))).toString('hex'))
  })

  it('holds nothing but canonical lines', () => {
    for (const line of run(large).text.trimEnd().split('\n')) expect(canonicalize(JSON.parse(line))).toBe(line)
  })

  it('comes in chunks of one view each, numbered from 0, with the index of the first line', () => {
    const { chunks } = run({ ...large, chunkBytesMax: 1_000 })
    const next = new Map<string, number>()
    let leaf = 0
    for (const chunk of chunks) {
      expect(chunk).toMatchObject({
        seq: next.get(chunk.view) ?? 0,
        firstLeaf: leaf,
        count: chunk.text.split('\n').length - 1,
      })
      next.set(chunk.view, chunk.seq + 1)
      leaf += chunk.count
    }
    expect([...next.keys()]).toEqual(['header', 'matches', 'breaks', 'totals'])
  })

  it('keeps a chunk within its bytes, counted in UTF-8, unless one line is longer', () => {
    for (let chunkBytesMax = 400; chunkBytesMax < 500; chunkBytesMax++) {
      for (const chunk of run({ ...large, chunkBytesMax }).chunks) {
        if (chunk.count > 1) expect(Buffer.byteLength(chunk.text)).toBeLessThanOrEqual(chunkBytesMax)
      }
    }
  })

  it('counts in each chunk its lines by confidence or reason and by rule', () => {
    const { chunks, matches, breaks } = run({ ...large, chunkBytesMax: 1_000 })
    const sum = (view: string) =>
      chunks
        .filter((chunk) => chunk.view === view)
        .flatMap((chunk) => Object.entries(chunk.counts))
        .reduce((sums, [key, count]) => sums.set(key, (sums.get(key) ?? 0) + count), new Map<string, number>())
    expect(sum('matches')).toEqual(countBy(matches.map((line) => `${line.confidence}|${line.rule}`)))
    expect(sum('breaks')).toEqual(countBy(breaks.map((line) => `${line.reason}|${line.failed?.rule ?? ''}`)))
  })
})

it('has the same lines and root whatever the size of its chunks', () => {
  checkLaw(
    fc.property(smallCase(), fc.integer({ min: 1, max: 2_000 }), (given, chunkBytesMax) => {
      const [whole, cut] = [run(given), run({ ...given, chunkBytesMax })]
      expect([cut.text, cut.root, cut.leafCount]).toEqual([whole.text, whole.root, whole.leafCount])
    }),
  )
})

it('binds the root of each dataset in its header', () => {
  expect(run(large).header).toMatchObject({
    source: { count: 60, root: 'aa'.repeat(32) },
    target: { count: 50, root: 'bb'.repeat(32) },
  })
})

function countBy(keys: readonly string[]): Map<string, number> {
  return keys.reduce((counts, key) => counts.set(key, (counts.get(key) ?? 0) + 1), new Map<string, number>())
}

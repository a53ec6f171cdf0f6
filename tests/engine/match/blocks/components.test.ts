import { describe, expect, it } from 'vitest'
import { componentFinder, endsOf, positionsIn } from '../../../../engine/match/blocks/components.ts'

/** Candidates 0 to 4: 0–0, 1–1, 2–1, 0–2, 3–3. */
const candidates = { source: Uint32Array.of(0, 1, 2, 0, 3), target: Uint32Array.of(0, 1, 1, 2, 3) }
const block = { source: { length: 4 }, target: { length: 4 } }

describe('the components of candidates', () => {
  it('join candidates that share a node, in the order of their first', () => {
    const componentsOf = componentFinder(block, candidates)
    expect(componentsOf(Uint32Array.of(0, 1, 2, 3, 4)).map((component) => [...component])).toEqual([
      [0, 3],
      [1, 2],
      [4],
    ])
  })

  it('do not depend on the candidates of an earlier call', () => {
    const componentsOf = componentFinder(block, candidates)
    componentsOf(Uint32Array.of(0, 1, 2, 3, 4))
    expect(componentsOf(Uint32Array.of(3, 1)).map((component) => [...component])).toEqual([[3], [1]])
    expect(componentsOf(new Uint32Array())).toEqual([])
  })

  it('refuse a candidate that is not listed', () => {
    expect(() => componentFinder(block, candidates)(Uint32Array.of(5))).toThrow(RangeError)
  })
})

describe('the ends of candidates', () => {
  it('are the nodes of one side, ascending, and where the node of each candidate stands', () => {
    const ends = endsOf(Uint32Array.of(4, 2, 1), candidates.source)
    expect(ends.nodes).toEqual([1, 2, 3])
    expect([...ends.positions()]).toEqual([2, 1, 0])
  })
})

it('says where a listed number stands, and refuses any other', () => {
  const positionOf = positionsIn([7, 3])
  expect([positionOf(7), positionOf(3)]).toEqual([0, 1])
  expect(() => positionOf(4)).toThrow(RangeError)
})

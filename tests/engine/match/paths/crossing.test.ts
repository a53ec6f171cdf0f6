import fc from 'fast-check'
import { expect, it } from 'vitest'
import { countCrossing, walkCrossing, walkMergeTree } from '../../../../engine/match/paths/crossing.ts'
import type { Window } from '../../../../engine/match/paths/window.ts'
import { checkLaw } from '../../support/law.ts'

/** Pairs inside two windows at once. */

const targetCount = 40

/** A window of three sources over the targets in some order. */
const window: fc.Arbitrary<Window> = fc
  .record({
    targets: fc.shuffledSubarray([...Array(targetCount).keys()], { minLength: targetCount }),
    stretches: fc.array(fc.tuple(fc.nat(targetCount), fc.nat(targetCount)), { minLength: 3, maxLength: 3 }),
  })
  .map(({ targets, stretches }) => ({
    targets: Uint32Array.from(targets),
    starts: Uint32Array.from(stretches, ([a, b]) => Math.min(a, b)),
    ends: Uint32Array.from(stretches, ([a, b]) => Math.max(a, b)),
  }))

/** The targets of each source, ascending. */
function visitedBy(walk: ReturnType<typeof walkCrossing>): number[][] {
  return [0, 1, 2].map((source) => {
    const targets: number[] = []
    walk(source, (target) => targets.push(target))
    return targets.sort((a, b) => a - b)
  })
}

it('finds the pairs inside both windows, place by place as well as in sorted runs, and as many as it counts', () => {
  checkLaw(
    fc.property(window, window, (first, second) => {
      const inside = ({ targets, starts, ends }: Window, source: number) =>
        targets.subarray(starts[source], ends[source])
      const expected = [0, 1, 2].map((source) =>
        [...inside(first, source)].filter((each) => inside(second, source).includes(each)).sort((a, b) => a - b),
      )
      expect(visitedBy(walkCrossing(first, second))).toEqual(expected)
      expect(visitedBy(walkMergeTree(first, second))).toEqual(expected)
      expect(countCrossing(first, second)).toBe(expected.flat().length)
    }),
  )
})

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { leastMatching } from '../../../../engine/match/closest/least-matching.ts'
import { leastMatchingByTrying } from '../../oracle/least-matching.ts'
import { checkLaw } from '../../support/law.ts'

it('finds the least largest matching of every graph of up to three sources and four targets', () => {
  for (let sourceCount = 0; sourceCount <= 3; sourceCount++) {
    for (let targetCount = 0; targetCount <= 4; targetCount++) {
      for (let bits = 0; bits < 2 ** (sourceCount * targetCount); bits++) {
        const graph = graphOf(sourceCount, targetCount, (edge) => ((bits >> edge) & 1) === 1)
        if (!agrees(graph))
          expect(leastMatching(graph), JSON.stringify(graph.targetsOf)).toEqual(leastMatchingByTrying(graph))
      }
    }
  }
})

it('finds it in graphs of up to five on each side', () => {
  const size = fc.integer({ min: 1, max: 5 })
  const edges = fc.array(fc.boolean(), { minLength: 25, maxLength: 25 })
  checkLaw(
    fc.property(size, size, edges, (sourceCount, targetCount, has) => {
      const graph = graphOf(sourceCount, targetCount, (edge) => has[edge] === true)
      expect(leastMatching(graph)).toEqual(leastMatchingByTrying(graph))
    }),
  )
})

it('matches 512 on each side when the last source makes every other one give way', () => {
  const last = 511
  const targetsOf = Array.from({ length: last + 1 }, (_, source) => (source === last ? [0] : [source, source + 1]))
  const matching = leastMatching({ targetCount: last + 1, targetsOf })
  expect(matching).toEqual(targetsOf.map((_, source) => [source, source === last ? 0 : source + 1]))
})

const agrees = (graph: ReturnType<typeof graphOf>): boolean =>
  JSON.stringify(leastMatching(graph)) === JSON.stringify(leastMatchingByTrying(graph))

function graphOf(sourceCount: number, targetCount: number, has: (edge: number) => boolean) {
  const targets = Array.from({ length: targetCount }, (_, target) => target)
  const targetsOf = Array.from({ length: sourceCount }, (_, source) =>
    targets.filter((target) => has(source * targetCount + target)),
  )
  return { sourceCount, targetCount, targetsOf }
}

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { commonPairs } from '../../../../engine/match/most/apply-most.ts'
import { isLong } from '../../../support/forms.ts'
import { checkLaw } from '../../support/law.ts'
import { mostByTrying, type SmallGraph, transportOf } from '../../support/most-by-trying.ts'
import { allGraphs, type Cell, smallGraph } from '../../support/small-graph.ts'

/** The short form tries a seventh of the graphs. Seven has no factor in common with a number of cells: each takes turns. */
function* triedGraphs(...[supplies, demands, cells]: Parameters<typeof allGraphs>) {
  let index = 0
  for (const graph of allGraphs(supplies, demands, cells)) {
    if (isLong || index % 7 === 0) yield graph
    index += 1
  }
}

function decide(graph: SmallGraph) {
  const { common, varying } = commonPairs(transportOf(graph))
  return { common: [...common], varying: [...varying] }
}

describe('what all matchings with the most pairs and the least total rank have in common', () => {
  it.each<[string, readonly number[], readonly number[], readonly Cell[]]>([
    ['two nodes and two', [1, 1], [1, 1], [undefined, 0, 1, 2, 3]],
    ['two nodes of two rows and two of one and two', [2, 2], [1, 2], [undefined, 0, 1, 2, 3]],
    ['two nodes of three and one rows and two of two', [3, 1], [2, 2], [undefined, 0, 1, 2]],
    ['one node of two rows and four', [2], [1, 1, 2, 1], [undefined, 0, 1, 2]],
    ['two nodes and three', [1, 1], [1, 1, 1], [undefined, 0, 1, 2]],
    ['three nodes and two of one and two rows', [1, 1, 1], [1, 2], [undefined, 0, 1, 2]],
    ['three nodes and three', [1, 1, 1], [1, 1, 1], [undefined, 0, 1]],
    ['three nodes of one and two rows and three', [1, 2, 1], [2, 1, 1], [undefined, 0]],
  ])('is found in every graph of %s [short: each seventh · long: all]', (_name, supplies, demands, cells) => {
    for (const graph of triedGraphs(supplies, demands, cells)) {
      const [found, wanted] = [decide(graph), mostByTrying(graph)]
      // Calling the matcher for each of thousands of graphs would take longer than trying all their matchings.
      if (JSON.stringify(found) !== JSON.stringify(wanted)) expect({ graph, found }).toEqual({ graph, found: wanted })
    }
  })

  it('is found in graphs of up to five nodes and five with twins and ranks of several parts', () => {
    checkLaw(
      fc.property(smallGraph({ nodeCountMax: 5, multiplicityMax: 3 }), (graph) => {
        expect(decide(graph)).toEqual(mostByTrying(graph))
      }),
    )
  })

  it('is the same whichever side is the source', () => {
    checkLaw(
      fc.property(smallGraph({ nodeCountMax: 6, multiplicityMax: 4 }), (graph) => {
        const turned = graph.edges
          .map((edge, index) => ({ ...edge, source: edge.target, target: edge.source, index }))
          .sort((a, b) => a.source - b.source || a.target - b.target)
        const mirrored = decide({ supplies: graph.demands, demands: graph.supplies, edges: turned })
        const { common, varying } = decide(graph)
        expect(mirrored).toEqual({
          common: turned.map(({ index }) => common[index]),
          varying: turned.map(({ index }) => varying[index]),
        })
      }),
    )
  })

  it('holds an edge that is not filled to be common where taking it back would only mean to take it again', () => {
    const edges = [
      { source: 0, target: 0, rank: [] },
      { source: 0, target: 1, rank: [] },
      { source: 1, target: 0, rank: [] },
    ]
    expect(decide({ supplies: [2, 1], demands: [2, 1], edges })).toEqual({ common: [1, 1, 1], varying: [0, 0, 0] })
  })

  it('weighs an earlier part of a rank above all that later ones add up to', () => {
    const edge = (source: number, target: number, rank: readonly (number | bigint)[]) => ({ source, target, rank })
    const huge = 10n ** 30n
    const edges = [edge(0, 0, [0, huge]), edge(0, 1, [1, 0]), edge(1, 0, [0, 0]), edge(1, 1, [0, huge])]
    expect(decide({ supplies: [1, 1], demands: [1, 1], edges }).common).toEqual([1, 0, 0, 1])
  })

  it('tells totals apart that are equal as float64', () => {
    const edge = (source: number, target: number, rank: bigint) => ({ source, target, rank: [rank] })
    const far = 10n ** 17n
    const edges = [edge(0, 0, far - 1n), edge(0, 1, 2n * far), edge(1, 0, 1n), edge(1, 1, far)]
    expect(decide({ supplies: [1, 1], demands: [1, 1], edges }).common).toEqual([1, 0, 0, 1])
    const tied = [edge(0, 0, far + 1n), edge(0, 1, 2n * far), edge(1, 0, 1n), edge(1, 1, far)]
    expect(decide({ supplies: [1, 1], demands: [1, 1], edges: tied }).varying).toEqual([1, 1, 1, 1])
  })
})

import { describe, expect, it } from 'vitest'
import { type ExecutionGraph, formatGraphviz, formatMermaid } from '../../../engine/index.ts'
import { checkCases } from '../support/any-case.ts'
import { graphOf } from '../support/graph-of.ts'
import { unfriendlyCase, unfriendlyNames } from '../support/graph-samples.ts'
import { drawnLines, readDot } from '../support/read-dot.ts'
import { readMermaid } from '../support/read-mermaid.ts'

/** `leftSource` in words. */
const wordsOf = (name: string): string => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

/** A label, then the counts that are not 0, a line each; control characters are blank. */
const captionOf = ({ label, counts = {} }: ExecutionGraph['nodes'][number]): string[] => [
  label.replace(/\p{Cc}/gu, ' '),
  ...Object.entries(counts).flatMap(([name, count]) => (count === 0 ? [] : [`${wordsOf(name)} ${count}`])),
]

const unfriendly = graphOf(unfriendlyCase)

describe('the Graphviz text of a graph', () => {
  const expectDrawn = (graph: ExecutionGraph): void => {
    const { nodes, edges } = readDot(formatGraphviz(graph))
    expect([...nodes.keys()]).toEqual(graph.nodes.map(({ id }) => id))
    for (const node of graph.nodes) {
      const attributes = nodes.get(node.id)
      expect(drawnLines(attributes?.get('label') ?? '')).toEqual(captionOf(node))
      expect(attributes?.get('tooltip')).toBe(node.hash)
    }
    expect(edges.map(({ from, to, attributes }) => ({ from, to, relation: attributes.get('label') }))).toEqual(
      graph.edges,
    )
  }

  it('draws every node with its label and counts, and every edge with its relation', () => {
    checkCases((given) => expectDrawn(graphOf(given)))
  })

  it('puts what a pass claimed beside the pass', () => {
    const { ranks } = readDot(formatGraphviz(unfriendly))
    const claims = unfriendly.nodes.map(({ id }) => id).filter((id) => id.startsWith('claims:'))
    expect(ranks).toEqual(claims.map((id) => [id, id.replace('claims:', 'pass:')]))
    expect(ranks).toHaveLength(unfriendlyNames.length)
  })

  it('keeps what every step depends on out of the way of the steps', () => {
    const { edges } = readDot(formatGraphviz(unfriendly))
    const aside = edges.filter(({ attributes }) => attributes.get('constraint') === 'false')
    expect(new Set(aside.map(({ to }) => to))).toEqual(new Set(['engine', 'policy', 'tenant']))
    for (const { to, attributes } of edges)
      expect(attributes.get('color')).toBe(['engine', 'policy', 'tenant'].includes(to) ? '#d0d0d0' : undefined)
  })

  it('shows the names of rules as they are, whatever stands in them', () => {
    expect(unfriendly.nodes.filter(({ type }) => type === 'activity')).toHaveLength(unfriendlyNames.length + 4)
    expectDrawn(unfriendly)
  })
})

describe('the Mermaid text of a graph', () => {
  const expectDrawn = (graph: ExecutionGraph): void => {
    const { nodes, edges } = readMermaid(formatMermaid(graph))
    expect(nodes).toEqual(graph.nodes.map((node) => ({ type: node.type, lines: captionOf(node) })))
    const position = new Map(graph.nodes.map(({ id }, index) => [id, index]))
    expect(edges).toEqual(
      graph.edges.map(({ from, to, relation }) => ({ from: position.get(from), to: position.get(to), relation })),
    )
  }

  it('draws every node with its label and counts, and every edge with its relation', () => {
    checkCases((given) => expectDrawn(graphOf(given)))
  })

  it('shows the names of rules as they are, whatever stands in them', () => {
    expectDrawn(unfriendly)
  })
})

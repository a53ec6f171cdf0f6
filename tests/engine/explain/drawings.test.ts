import { describe, expect, it } from 'vitest'
import { engineVersion } from '../../../engine/base/version.ts'
import type { ExecutionGraph } from '../../../engine/explain/graph-builder.ts'
import { formatGraphviz } from '../../../engine/explain/graphviz.ts'
import { formatMermaid } from '../../../engine/explain/mermaid.ts'
import { checkCases } from '../support/any-case.ts'
import { graphOf } from '../support/graph-of.ts'
import { unfriendlyCase, unfriendlyNames } from '../support/graph-samples.ts'
import { drawnLines, readDot } from '../support/read-dot.ts'
import { readMermaid } from '../support/read-mermaid.ts'
import { sealedCase } from '../support/sealed-case.ts'

type Node = ExecutionGraph['nodes'][number]

/** `leftSource` and `date_mismatch` in words. */
const wordsOf = (name: string): string =>
  name.replaceAll('_', ' ').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

/** A label, then the counts that are not 0, a line each; control characters are blank. */
const detailOf = ({ label, counts = {} }: Node): string[] => [
  label.replace(/\p{Cc}/gu, ' '),
  ...Object.entries(counts).flatMap(([name, count]) => (count === 0 ? [] : [`${wordsOf(name)} ${count}`])),
]

/** The title of a pass whose rule has no id of its own: the rule's name, cut to 40 characters with an ellipsis. */
const passTitles = unfriendlyNames.map((name, index) => {
  const characters = [...name.replace(/\p{Cc}/gu, ' ')]
  return `${index + 1} · ${characters.length > 40 ? `${characters.slice(0, 39).join('')}…` : characters.join('')}`
})

const sealed = graphOf(sealedCase)
const unfriendly = graphOf(unfriendlyCase)
const withoutRules = graphOf({ source: [{ id: 's1', amount: '1', currency: 'EUR' }], target: [], rules: [] })

const labelsIn = (graph: ExecutionGraph): ReadonlyMap<string, readonly string[]> =>
  new Map([...readDot(formatGraphviz(graph)).nodes].map(([id, each]) => [id, drawnLines(each.get('label') ?? '')]))

describe('the Graphviz text of a graph', () => {
  const expectWhole = (graph: ExecutionGraph): void => {
    const { nodes, edges } = readDot(formatGraphviz(graph))
    expect([...nodes.keys()]).toEqual(graph.nodes.map(({ id }) => id))
    for (const node of graph.nodes)
      expect(drawnLines(nodes.get(node.id)?.get('tooltip')?.replaceAll('\u2060', '') ?? '')).toEqual([
        ...detailOf(node),
        node.hash,
      ])
    expect(edges.map(({ from, to, attributes }) => ({ from, to, relation: attributes.get('tooltip') }))).toEqual(
      graph.edges,
    )
  }

  it('has every node with its label, counts and hash, and every edge with its relation', () => {
    checkCases((given) => expectWhole(graphOf(given)))
  })

  it('has the names of rules as they are, whatever stands in them', () => {
    expectWhole(unfriendly)
    const labels = labelsIn(unfriendly)
    expect(passTitles.map((_, index) => labels.get(`pass:${index + 1}:rule-${index + 1}`)?.[0])).toEqual(passTitles)
  })

  it('names the graph that it is a drawing of', () => {
    expect(formatGraphviz(sealed)).toContain(`graphHash ${sealed.graphHash}"`)
  })

  it('has a line for each relation that differs without colour', () => {
    const looks = new Set<string>()
    for (const { attributes } of readDot(formatGraphviz(sealed)).edges)
      looks.add(['tooltip', 'arrowhead', 'style'].map((name) => attributes.get(name)).join(' '))
    expect([...looks].sort()).toEqual([
      'used vee ',
      'wasAssociatedWith normal dotted',
      'wasDerivedFrom normal dashed',
      'wasGeneratedBy normal ',
    ])
  })

  it('draws the edges to what every step depends on paler than all others', () => {
    for (const { to, attributes } of readDot(formatGraphviz(sealed)).edges)
      expect(attributes.get('color') === '#c4c4c4').toBe(['engine', 'policy', 'tenant'].includes(to))
  })

  it('leaves every place to Graphviz', () => {
    const { nodes, edges } = readDot(formatGraphviz(sealed))
    const names = [
      ...[...nodes.values()].flatMap((each) => [...each.keys()]),
      ...edges.flatMap((each) => [...each.attributes.keys()]),
    ]
    for (const placed of ['pos', 'width', 'height', 'lp']) expect(names).not.toContain(placed)
  })
})

describe('the captions of a drawing', () => {
  it('are short, and give a number only on the node that it counts', () => {
    expect(Object.fromEntries(labelsIn(sealed))).toEqual({
      breaks: ['Breaks', '1 ambiguous', '2 missing in source', '2 missing in target', '1 sum mismatch'],
      checkpoint: ['Checkpoint'],
      'claims:1:opening': ['1 excluded'],
      'claims:2:invoice': ['1 match'],
      'claims:3:cents': ['1 match'],
      'claims:4:payout': ['1 match'],
      'claims:5:text': ['1 suggestion'],
      'claims:6:later': ['nothing'],
      'claims:7:tie': ['nothing'],
      classify: ['Classify what is open'],
      'dataset:source': ['Source dataset', '10 records'],
      'dataset:target': ['Target dataset', '8 records'],
      engine: [`Engine version ${engineVersion}`],
      excluded: ['Excluded records', '1 record'],
      'open:1:opening': ['open after 1', '9 source, 8 target'],
      'open:2:invoice': ['open after 2', '8 source, 7 target'],
      'open:3:cents': ['open after 3', '7 source, 6 target'],
      'open:4:payout': ['open after 4', '5 source, 5 target'],
      'open:5:text': ['open after 5', '5 source, 5 target'],
      'open:6:later': ['open after 6', '5 source, 5 target'],
      'open:7:tie': ['open after 7', '5 source, 5 target'],
      'pass:1:opening': ['1 · opening'],
      'pass:2:invoice': ['2 · invoice', '1 candidate'],
      'pass:3:cents': ['3 · cents', '1 candidate'],
      'pass:4:payout': ['4 · payout', '2 candidates, 1 finding'],
      'pass:5:text': ['5 · text', '1 candidate'],
      'pass:6:later': ['6 · later', '4 candidates, 1 ambiguous'],
      'pass:7:tie': ['7 · tie'],
      policy: ['Policy custom', '7 rules'],
      'read:source': ['Read source'],
      'read:target': ['Read target'],
      receipt: ['Receipt'],
      'records:source': ['Source records', '10 records'],
      'records:target': ['Target records', '8 records'],
      result: ['Result', '13 lines', '3 matches', '1 suggestion', '6 breaks', '1 excluded'],
      seal: ['Seal'],
      tenant: ['Tenant'],
    })
  })

  it('say that there is nothing, and how many rules are switched off', () => {
    const rules = [{ id: 'off', enabled: false, match: [{ field: 'reference' }] }]
    const labels = labelsIn(graphOf({ source: [], target: [], rules }))
    expect(['dataset:source', 'breaks', 'policy'].map((id) => labels.get(id))).toEqual([
      ['Source dataset', 'none'],
      ['Breaks', 'none'],
      ['Policy custom', '1 rule, 0 enabled'],
    ])
  })

  it('are the same for Mermaid', () => {
    for (const graph of [sealed, unfriendly, withoutRules])
      expect(readMermaid(formatMermaid(graph)).nodes.map(({ lines }) => lines)).toEqual([...labelsIn(graph).values()])
  })
})

describe('the Mermaid text of a graph', () => {
  const relationOf: { readonly [arrow: string]: string } = {
    'activity --> entity': 'used',
    'entity ==> activity': 'wasGeneratedBy',
    'entity -.-> entity': 'wasDerivedFrom',
    'activity -.-> agent': 'wasAssociatedWith',
  }

  const expectWhole = (graph: ExecutionGraph): void => {
    const { nodes, edges } = readMermaid(formatMermaid(graph))
    const typeAt = (position: number) => nodes[position]?.type.replace('finding', 'entity')
    expect(nodes.map((_, position) => typeAt(position))).toEqual(graph.nodes.map(({ type }) => type))
    const read = edges.map(({ from, to, arrow }) => ({
      from: graph.nodes[from]?.id,
      to: graph.nodes[to]?.id,
      relation: relationOf[`${typeAt(from)} ${arrow} ${typeAt(to)}`],
    }))
    expect(read).toHaveLength(graph.edges.length)
    expect(new Set(read.map((each) => JSON.stringify(each)))).toEqual(
      new Set(graph.edges.map(({ from, to, relation }) => JSON.stringify({ from, to, relation }))),
    )
  }

  it('has every node and every edge with its relation', () => {
    checkCases((given) => expectWhole(graphOf(given)))
  })

  it('shows the names of rules as they are, whatever stands in them', () => {
    expectWhole(unfriendly)
    const lines = readMermaid(formatMermaid(unfriendly)).nodes.map((node) => node.lines[0])
    expect(lines.filter((line) => line?.includes(' · ')).sort()).toEqual([...passTitles].sort())
  })

  it('puts first, and draws strongest, the edges that lead from step to step', () => {
    const strokes = readMermaid(formatMermaid(sealed)).edges.map(({ stroke }) => stroke)
    expect(strokes).toEqual([...strokes].sort())
    expect(new Set(strokes).size).toBe(4)
  })

  it('refuses an edge to a node that the graph does not have', () => {
    const edge = { from: 'tenant', to: 'nobody', relation: 'used' as const }
    expect(() => formatMermaid({ ...sealed, edges: [edge] })).toThrow('no node has the id nobody')
  })
})

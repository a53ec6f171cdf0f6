import { describe, expect, it } from 'vitest'
import { type ExecutionGraph, formatGraphviz, formatMermaid } from '../../../engine/index.ts'
import { checkCases } from '../support/any-case.ts'
import { boxesOf, isOnRim, isThrough } from '../support/drawn-boxes.ts'
import { graphOf } from '../support/graph-of.ts'
import { unfriendlyCase, unfriendlyNames } from '../support/graph-samples.ts'
import { drawnLines, pointsIn, readDot } from '../support/read-dot.ts'
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

/** What a pass has to be called where its rule has no id of its own: 40 characters, the last of more a dot of three. */
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

  it('has a line for each relation that is told without colour', () => {
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

  it('draws what every step depends on paler than all else', () => {
    for (const { to, attributes } of readDot(formatGraphviz(sealed)).edges)
      expect(attributes.get('color') === '#c4c4c4').toBe(['engine', 'policy', 'tenant'].includes(to))
  })

  it('refuses a node and an edge that no run has', () => {
    const [node] = sealed.nodes
    const stray = { ...node, id: 'stray', type: 'entity' as const, label: 'Stray', hash: '' }
    const toStray = { from: 'tenant', to: 'engine', relation: 'used' as const }
    expect(() => formatGraphviz({ ...sealed, nodes: [...sealed.nodes, stray] })).toThrow('no place for stray')
    expect(() => formatGraphviz({ ...sealed, edges: [toStray] })).toThrow('no way from tenant to engine')
  })
})

describe('the captions of a drawing', () => {
  it('are short, and tell a number where it was made', () => {
    expect(Object.fromEntries(labelsIn(sealed))).toEqual({
      breaks: [
        'Breaks',
        '1 ambiguous',
        '1 date mismatch',
        '1 missing in source',
        '1 missing in target',
        '1 sum mismatch',
      ],
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
      engine: ['Engine version 1'],
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
      result: ['Result', '12 lines', '3 matches', '1 suggestion', '5 breaks', '1 excluded'],
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

describe('the page that Graphviz draws', () => {
  /** What is wrong with the page, for each wrong a line. */
  const wrongsOf = (graph: ExecutionGraph): string[] => {
    const drawn = readDot(formatGraphviz(graph))
    const boxes = boxesOf(drawn)
    const placed = [...boxes]
    const wrongs = placed.flatMap(([id, { left, right, bottom, top }], index) =>
      placed
        .slice(index + 1)
        .flatMap(([other, box]) => (isThrough([left, bottom], [right, top], box) ? [`${id} is over ${other}`] : [])),
    )
    for (const { from, to, attributes } of drawn.edges) {
      const points = pointsIn(attributes.get('pos') ?? '')
      const [start, end, tail, head] = [points[0], points.at(-1), boxes.get(from), boxes.get(to)]
      if (!start || !end || !tail || !head) throw new Error(`An edge from ${from} to ${to} without ends`)
      if (!isOnRim(start, tail) || !isOnRim(end, head))
        wrongs.push(`${from} and ${to} are not what their edge is between`)
      for (const [index, point] of points.slice(1).entries()) {
        const before = points[index] ?? point
        const distance = Math.abs(end[0] - point[0]) + Math.abs(end[1] - point[1])
        if (index === points.length - 3 && distance !== 7) wrongs.push(`${distance} points of arrow at ${to}`)
        if (before[0] !== point[0] && before[1] !== point[1]) wrongs.push(`a slope from ${from} to ${to}`)
        for (const [id, box] of placed)
          if (isThrough(before, point, box)) wrongs.push(`${from} to ${to}, through ${id}`)
      }
    }
    return wrongs
  }

  it('has no node over another, and every edge from rim to rim, upright or level, through no node', () => {
    for (const graph of [sealed, unfriendly, withoutRules]) expect(wrongsOf(graph)).toEqual([])
    checkCases((given) => {
      expect(wrongsOf(graphOf(given))).toEqual([])
    })
  })

  it('has room for the widest captions', () => {
    const name = '名前'.repeat(30)
    const records = Array.from({ length: 12 }, (_, index) => ({ id: `s${index}`, amount: '1', currency: 'EUR' }))
    const graph = graphOf({ source: records, target: records, rules: [{ name, match: [{ field: 'amount' }] }] })
    expect(wrongsOf(graph)).toEqual([])
  })

  it('goes down from the datasets pass by pass to the checkpoint, each pass with its claims on its left', () => {
    const boxes = boxesOf(readDot(formatGraphviz(unfriendly)))
    const boxOf = (id: string) => boxes.get(id) ?? { left: 0, right: 0, bottom: 0, top: 0 }
    const passes = unfriendlyNames.map((_, index) => `${index + 1}:rule-${index + 1}`)
    const down = [
      'dataset:source',
      'read:source',
      'records:source',
      ...passes.flatMap((pass) => [`pass:${pass}`, `open:${pass}`]),
      ...['classify', 'breaks', 'result', 'seal', 'receipt', 'checkpoint'],
    ].map(boxOf)
    for (const [index, box] of down.slice(1).entries()) expect(box.top).toBeLessThan(down[index]?.bottom ?? 0)
    for (const pass of passes) {
      const [claims, own] = [boxOf(`claims:${pass}`), boxOf(`pass:${pass}`)]
      expect(claims.top + claims.bottom).toBe(own.top + own.bottom)
      expect(claims.right).toBeLessThan(own.left)
      expect([own.left, own.right]).toEqual([boxOf('classify').left, boxOf('classify').right])
    }
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

  it('puts first, and draws strongest, what leads from step to step', () => {
    const strokes = readMermaid(formatMermaid(sealed)).edges.map(({ stroke }) => stroke)
    expect(strokes).toEqual([...strokes].sort())
    expect(new Set(strokes).size).toBe(4)
  })
})

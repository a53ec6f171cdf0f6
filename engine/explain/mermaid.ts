import { placeNodes } from './drawing-boxes.ts'
import { toneOf, tones } from './drawing-tones.ts'
import { captionOf } from './graph-caption.ts'
import type { ExecutionGraph, GraphEdge, GraphNode } from './graph-draft.ts'

const shapes: { readonly [type in GraphNode['type'] | 'dataset']: readonly [string, string] } = {
  dataset: ['[(', ')]'],
  entity: ['(', ')'],
  activity: ['[', ']'],
  agent: ['{{', '}}'],
}

/** The broken one leads to an agent or from an entity. */
const arrows: { readonly [relation in GraphEdge['relation']]: string } = {
  used: '-->',
  wasGeneratedBy: '==>',
  wasDerivedFrom: '-.->',
  wasAssociatedWith: '-.->',
}

const strokes = {
  near: 'stroke:#202020',
  derived: 'stroke:#707070,stroke-width:1px',
  far: 'stroke:#8c8c8c,stroke-width:1px',
  aside: 'stroke:#c4c4c4,stroke-width:1px',
}

/**
 * A graph as a Mermaid flowchart, time down the page: thin arrows say `used`, thick ones `wasGeneratedBy`, broken ones
 * `wasDerivedFrom` and, to an agent, `wasAssociatedWith`. Nodes are numbered in their order; edges come in the order of
 * the page, the strongest first, by which Mermaid places the nodes. Labels hold callers' text: everything but letters,
 * digits and a few signs is written as a numbered entity, since Mermaid has no escapes.
 *
 *     flowchart BT
 *       n1["1 #183; rule-1<br/>3 candidates"]:::activity
 *       n1 --> n0
 *       linkStyle 0 stroke:#202020
 */
export function formatMermaid({ graphHash, nodes, edges }: ExecutionGraph): string {
  const nameOf = new Map(nodes.map(({ id }, position) => [id, `n${position}`]))
  const node = (each: GraphNode): string => {
    const [open, close] = shapes[each.id.startsWith('dataset:') ? 'dataset' : each.type]
    return `  ${nameOf.get(each.id)}${open}"${captionOf(each).map(escapeLabel).join('<br/>')}"${close}:::${classOf(each)}`
  }
  const drawn = inOrderOfPage(nodes, edges)
  return [
    'flowchart BT',
    `  accTitle: Execution graph ${graphHash}`,
    '  classDef entity fill:#ffffff,stroke:#606060,color:#000000',
    '  classDef finding fill:#fbf0d9,stroke:#8a7444,color:#000000',
    '  classDef activity fill:#d3e3f1,stroke:#34618c,color:#000000',
    '  classDef agent fill:#eeeeee,stroke:#808080,color:#000000',
    ...nodes.map(node),
    ...drawn.map(({ from, to, relation }) => `  ${nameOf.get(from)} ${arrows[relation]} ${nameOf.get(to)}`),
    ...tones.flatMap((tone) => {
      const positions = drawn.flatMap((edge, position) => (toneOf(edge) === tone ? [position] : []))
      return positions.length === 0 ? [] : [`  linkStyle ${positions.join(',')} ${strokes[tone]}`]
    }),
    '',
  ].join('\n')
}

const classOf = ({ id, type }: GraphNode): string =>
  /^(claims:|breaks$|excluded$|result$)/.test(id) ? 'finding' : type

function inOrderOfPage(nodes: readonly GraphNode[], edges: readonly GraphEdge[]): readonly GraphEdge[] {
  const { boxOf } = placeNodes(nodes)
  const keyed = edges.map((edge) => {
    const { x, y } = boxOf(edge.from)
    return { edge, tone: tones.indexOf(toneOf(edge)), x, y }
  })
  return keyed.sort((a, b) => a.tone - b.tone || b.y - a.y || a.x - b.x).map(({ edge }) => edge)
}

const escapeLabel = (text: string): string =>
  text.replace(/[^\p{L}\p{N} .,-]/gu, (character) => `#${character.codePointAt(0)};`)

import { captionOf, idPrefixOf, lookOf, nodeColours, type Tone, toneColours, toneOf, tones } from './drawing.ts'
import type { ExecutionGraph, GraphEdge, GraphNode } from './graph-builder.ts'

const brackets: { readonly [shape in GraphNode['type'] | 'dataset']: readonly [open: string, close: string] } = {
  dataset: ['[(', ')]'],
  entity: ['(', ')'],
  activity: ['[', ']'],
  agent: ['{{', '}}'],
}

/** Mermaid has three arrows for four relations: a broken arrow to an agent means `wasAssociatedWith`. */
const arrows: { readonly [relation in GraphEdge['relation']]: string } = {
  used: '-->',
  wasGeneratedBy: '==>',
  wasDerivedFrom: '-.->',
  wasAssociatedWith: '-.->',
}

/**
 * A graph as a Mermaid flowchart. The strongest edges come first, since Mermaid places the nodes by the order of the
 * edges. Labels hold callers' text: Mermaid has no escapes, so all characters but letters, digits and a few signs become
 * numbered entities. Throws when an edge has an end that is not among the nodes.
 *
 *     flowchart BT
 *       n1["1 #183; rule-1<br/>3 candidates"]:::activity
 *       n1 --> n0
 *       linkStyle 0 stroke:#202020
 */
export function formatMermaid({ graphHash, nodes, edges }: ExecutionGraph): string {
  const names = new Map(nodes.map(({ id }, position) => [id, `n${position}`]))
  const nameOf = (id: string): string => {
    const name = names.get(id)
    if (name === undefined) throw new Error(`Mermaid: no node has the id ${id}`)
    return name
  }
  const drawn = tones.flatMap((tone) => edges.filter((edge) => toneOf(edge) === tone))
  return [
    'flowchart BT',
    `  accTitle: Execution graph ${graphHash}`,
    ...Object.entries(nodeColours).map(
      ([look, { fill, border }]) => `  classDef ${look} fill:${fill},stroke:${border},color:#000000`,
    ),
    ...nodes.map((node) => `  ${nameOf(node.id)}${formatNode(node)}`),
    ...drawn.map(({ from, to, relation }) => `  ${nameOf(from)} ${arrows[relation]} ${nameOf(to)}`),
    ...tones.flatMap((tone) => {
      const positions = drawn.flatMap((edge, position) => (toneOf(edge) === tone ? [position] : []))
      return positions.length === 0 ? [] : [`  linkStyle ${positions.join(',')} ${strokeOf(tone)}`]
    }),
    '',
  ].join('\n')
}

function formatNode(node: GraphNode): string {
  const [open, close] = brackets[idPrefixOf(node.id) === 'dataset' ? 'dataset' : node.type]
  return `${open}"${captionOf(node).map(escapeLabel).join('<br/>')}"${close}:::${lookOf(node)}`
}

const strokeOf = (tone: Tone): string => `stroke:${toneColours[tone]}${tone === 'step' ? '' : ',stroke-width:1px'}`

const escapeLabel = (text: string): string =>
  text.replace(/[^\p{L}\p{N} .,-]/gu, (character) => `#${character.codePointAt(0)};`)

import { captionOf } from './graph-caption.ts'
import type { ExecutionGraph, GraphNode } from './graph-draft.ts'

const shapes: { readonly [type in GraphNode['type']]: readonly [string, string] } = {
  entity: ['([', '])'],
  activity: ['[', ']'],
  agent: ['{{', '}}'],
}

/**
 * A graph as a Mermaid flowchart, inputs at the top. Nodes are numbered in their order. Labels hold callers' text:
 * everything but letters, digits and a few signs is written as a numbered entity, since Mermaid has no escapes.
 *
 *     flowchart BT
 *       n1["Pass 1#58; rule-1<br/>matches 2"]:::activity
 *       n1 -->|used| n0
 */
export function formatMermaid({ nodes, edges }: ExecutionGraph): string {
  const nameOf = new Map(nodes.map(({ id }, position) => [id, `n${position}`]))
  const node = (each: GraphNode): string => {
    const [open, close] = shapes[each.type]
    return `  ${nameOf.get(each.id)}${open}"${captionOf(each).map(escapeLabel).join('<br/>')}"${close}:::${each.type}`
  }
  return [
    'flowchart BT',
    '  classDef entity fill:#fffc87,stroke:#808080,color:#000000',
    '  classDef activity fill:#9fb1fc,stroke:#0000ff,color:#000000',
    '  classDef agent fill:#fed37f,stroke:#808080,color:#000000',
    ...nodes.map(node),
    ...edges.map(({ from, to, relation }) => `  ${nameOf.get(from)} -->|${relation}| ${nameOf.get(to)}`),
    '',
  ].join('\n')
}

const escapeLabel = (text: string): string =>
  text.replace(/[^\p{L}\p{N} .,-]/gu, (character) => `#${character.codePointAt(0)};`)

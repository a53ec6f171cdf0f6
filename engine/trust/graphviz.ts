import { captionOf } from './graph-caption.ts'
import type { ExecutionGraph, GraphEdge, GraphNode } from './graph-draft.ts'

/** The shapes of the PROV documents. */
const styles: { readonly [type in GraphNode['type']]: string } = {
  entity: 'shape=ellipse, fillcolor="#fffc87"',
  activity: 'shape=box, fillcolor="#9fb1fc"',
  agent: 'shape=house, fillcolor="#fed37f"',
}

/** What every step depends on: drawn lightly, and without a say in where the steps stand. */
const aside: readonly string[] = ['engine', 'policy', 'tenant']
const asideStyle = 'color="#d0d0d0", fontcolor="#b0b0b0", constraint=false'

/**
 * A graph in the DOT language of Graphviz, inputs at the top, what a pass claimed beside it; a node's hash is its tooltip.
 * Labels hold callers' text: every character that DOT, its escapes or its entities read as more than itself is escaped.
 *
 *     digraph execution {
 *       "pass:1:rule-1" [label="Pass 1: rule-1\ncandidates 3\nmatches 2", tooltip="9f…", shape=box, fillcolor="#9fb1fc"];
 *       "pass:1:rule-1" -> "policy" [label="used", color="#d0d0d0", fontcolor="#b0b0b0", constraint=false];
 *       {rank=same; "claims:1:rule-1"; "pass:1:rule-1";}
 *     }
 */
export function formatGraphviz({ nodes, edges }: ExecutionGraph): string {
  const node = (each: GraphNode): string => {
    const label = captionOf(each).map(escapeLabel).join('\\n')
    return `  ${quoted(each.id)} [label="${label}", tooltip="${escapeLabel(each.hash)}", ${styles[each.type]}];`
  }
  const edge = ({ from, to, relation }: GraphEdge): string => {
    const style = aside.includes(to) ? `, ${asideStyle}` : ''
    return `  ${quoted(from)} -> ${quoted(to)} [label="${relation}"${style}];`
  }
  return [
    'digraph execution {',
    '  rankdir=BT;',
    '  node [style=filled, fontname="Helvetica", fontsize=11];',
    '  edge [fontname="Helvetica", fontsize=9];',
    ...nodes.map(node),
    ...edges.map(edge),
    ...nodes.flatMap(besidePass),
    '}',
    '',
  ].join('\n')
}

function besidePass({ id }: GraphNode): string[] {
  const [, pass] = /^claims:(.*)$/s.exec(id) ?? []
  return pass === undefined ? [] : [`  {rank=same; ${quoted(id)}; ${quoted(`pass:${pass}`)};}`]
}

/** Ids are rules' ids and our own words. */
const quoted = (id: string): string => `"${escapeLabel(id)}"`

/** Graphviz reads `\N` and `&amp;` in a label. */
const escapeLabel = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('\\', '\\\\').replaceAll('"', '\\"')

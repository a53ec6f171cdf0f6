/** A strict reader of Mermaid flowcharts, as far as numbered nodes of three shapes and labelled edges go. */

export interface MermaidGraph {
  /** By number: the class, and the lines of the label with entities read. */
  readonly nodes: readonly { readonly type: string; readonly lines: readonly string[] }[]
  readonly edges: readonly { readonly from: number; readonly to: number; readonly relation: string }[]
}

/** What may stand in a label without being read as Mermaid; everything else comes as a numbered entity. */
const label = String.raw`"((?:[\p{L}\p{N} .,-]|<br/>|#\d+;)*)"`
const node = new RegExp(
  String.raw`^  n(\d+)(?:\(\[${label}\]\)|\[${label}\]|\{\{${label}\}\}):::(entity|activity|agent)$`,
  'u',
)
const edge = /^ {2}n(\d+) -->\|([A-Za-z]+)\| n(\d+)$/
const style = /^ {2}classDef (entity|activity|agent) [a-z]+:#[0-9a-f]{6}(,[a-z]+:#[0-9a-f]{6})*$/

/** Reads a flowchart line by line; throws on one that is neither a node, nor an edge, nor the style of a class. */
export function readMermaid(text: string): MermaidGraph {
  const [head, ...lines] = text.split('\n')
  if (head !== 'flowchart BT' || lines.pop() !== '') throw new Error('Wanted a flowchart, ended by a newline')
  const nodes: MermaidGraph['nodes'][number][] = []
  const edges: MermaidGraph['edges'][number][] = []
  for (const line of lines) {
    const [isEdge, isNode] = [edge.exec(line), node.exec(line)]
    if (isEdge) edges.push({ from: Number(isEdge[1]), relation: isEdge[2] ?? '', to: Number(isEdge[3]) })
    else if (isNode) {
      if (Number(isNode[1]) !== nodes.length) throw new Error(`Wanted node ${nodes.length}, got ${line}`)
      const drawn = isNode[2] ?? isNode[3] ?? isNode[4] ?? ''
      nodes.push({ type: isNode[5] ?? '', lines: drawn.split('<br/>').map(readEntities) })
    } else if (!style.test(line)) throw new Error(`No line of a flowchart: ${line}`)
  }
  return { nodes, edges }
}

const readEntities = (text: string): string => text.replace(/#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))

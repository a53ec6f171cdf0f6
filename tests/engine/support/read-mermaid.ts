import { at } from '../../../engine/base/at.ts'

/** A strict reader of Mermaid flowcharts that have numbered nodes of four shapes, three arrows and their styles. */

export interface MermaidGraph {
  /** By number: the class, and the lines of the label with entities read. */
  readonly nodes: readonly { readonly type: string; readonly lines: readonly string[] }[]
  readonly edges: readonly MermaidEdge[]
}

interface MermaidEdge {
  readonly from: number
  readonly to: number
  readonly arrow: string
  readonly stroke: string
}

/** The characters of a label that mean nothing to Mermaid; all others are written as numbered entities. */
const label = String.raw`"((?:[\p{L}\p{N} .,-]|<br/>|#\d+;)*)"`
const node = new RegExp(
  String.raw`^  n(\d+)(?:\(${label}\)|\[\(${label}\)\]|\[${label}\]|\{\{${label}\}\}):::([a-z]+)$`,
  'u',
)
const edge = /^ {2}n(\d+) (-->|==>|-\.->) n(\d+)$/
const style = /^ {2}classDef ([a-z]+) [a-z]+:#[0-9a-f]{6}(?:,[a-z]+:#[0-9a-f]{6})*$/
const linkStyle = /^ {2}linkStyle (\d+(?:,\d+)*) stroke:(#[0-9a-f]{6})(?:,stroke-width:\dpx)?$/
const title = /^ {2}accTitle: [A-Za-z0-9 ]+$/

/** Reads a flowchart line by line; throws on a line of another kind, a class without a style, an edge with none or two. */
export function readMermaid(text: string): MermaidGraph {
  const [head, ...lines] = text.split('\n')
  if (head !== 'flowchart BT' || lines.pop() !== '') throw new Error('Wanted a flowchart, ended by a newline')
  const nodes: MermaidGraph['nodes'][number][] = []
  const edges: Omit<MermaidEdge, 'stroke'>[] = []
  const strokes = new Map<number, string>()
  const classes = new Set<string>()
  for (const line of lines) {
    const [isEdge, isNode, isLink, isStyle] = [edge, node, linkStyle, style].map((kind) => kind.exec(line))
    if (isEdge) edges.push({ from: Number(isEdge[1]), arrow: at(isEdge, 2), to: Number(isEdge[3]) })
    else if (isNode) {
      if (Number(isNode[1]) !== nodes.length) throw new Error(`Wanted node ${nodes.length}, got ${line}`)
      const drawn = at(
        isNode.slice(2, 6).filter((text) => text !== undefined),
        0,
      )
      const type = at(isNode, 6)
      if (!classes.has(type)) throw new Error(`No style for ${line}`)
      nodes.push({ type, lines: drawn.split('<br/>').map(readEntities) })
    } else if (isLink) {
      for (const position of at(isLink, 1).split(',').map(Number)) {
        if (position >= edges.length || strokes.has(position)) throw new Error(`No edge ${position} to style: ${line}`)
        strokes.set(position, at(isLink, 2))
      }
    } else if (isStyle) classes.add(at(isStyle, 1))
    else if (!title.test(line)) throw new Error(`No line of a flowchart: ${line}`)
  }
  const stroked = edges.map((each, position) => {
    const stroke = strokes.get(position)
    if (stroke === undefined) throw new Error(`No style for edge ${position}`)
    return { ...each, stroke }
  })
  return { nodes, edges: stroked }
}

const readEntities = (text: string): string => text.replace(/#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))

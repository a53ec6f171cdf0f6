import { at } from '@tallystick/engine/base'
import { type SankeyLink, type SankeyNode, sankey } from 'd3-sankey'
import type { FlowGraph, FlowLink, FlowNode } from './flow-graph.ts'

/** Lays a flow out from top to bottom: the source along the left edge, the target along the right one. */

export interface PlacedNode extends FlowNode {
  readonly value: number
  readonly x: number
  readonly y: number
  readonly width: number
}

export interface PlacedLink extends FlowLink {
  readonly path: string
  readonly width: number
}

export interface FlowLayout {
  readonly nodes: readonly PlacedNode[]
  readonly links: readonly PlacedLink[]
}

interface FlowSize {
  readonly width: number
  readonly rowHeight: number
}

export const nodeHeight = 12
/** The part of the width that the bands take; the remainder is for words. */
const filledRatio = 0.5
/** The least width of a band in pixels: any flow above zero is visible. */
const widthMin = 2
const gap = 6
/** The part of a row's height within which bands bend. */
const bendRatio = 0.5

/** The members of a link that the layout leaves as they are; it replaces the ids of nodes by the nodes. */
type LinkFacts = Pick<FlowLink, 'side' | 'value'>
type Node = SankeyNode<FlowNode, LinkFacts>
type Link = SankeyLink<FlowNode, LinkFacts>

/**
 * Takes the scale and the order of the bands from d3-sankey. That library lays out from left to right, so its y is x
 * here.
 */
export function layOutFlow({ nodes, links, rowCount }: FlowGraph, { width, rowHeight }: FlowSize): FlowLayout {
  if (nodes.length === 0) return { nodes: [], links: [] }
  const layout = sankey<FlowNode, LinkFacts>()
    .nodeId(({ id }) => id)
    .nodeAlign(({ row }) => row)
    .nodeSort(null)
    .linkSort(null)
    .nodeWidth(nodeHeight)
    .nodePadding(0)
    .iterations(0)
    .extent([
      [0, 0],
      [rowCount * rowHeight, width * filledRatio],
    ])
  const graph = layout({ nodes: nodes.map((node) => ({ ...node })), links: links.map((link) => ({ ...link })) })
  for (const row of Map.groupBy(graph.nodes, (node) => node.row).values()) placeRow(row, width)
  layout.update(graph)
  return {
    nodes: graph.nodes.map((node, index) => ({
      ...at(nodes, index),
      value: placed(node.value),
      x: placed(node.y0),
      y: node.row * rowHeight,
      width: drawnWidth(placed(node.y1) - placed(node.y0)),
    })),
    links: graph.links.map((link, index) => ({
      ...at(links, index),
      path: pathOf(link, rowHeight),
      width: drawnWidth(placed(link.width)),
    })),
  }
}

/** The layout sets these values on every node and link, though its types allow undefined. */
function placed(value: number | undefined): number {
  if (value === undefined) throw new Error('Flow: a node has no place')
  return value
}

const drawnWidth = (width: number): number => Math.max(widthMin, width)

/** Places the source from the left edge, the target from the right edge, and rules in the middle. */
function placeRow(row: readonly Node[], width: number): void {
  const ofSide = (side: FlowNode['side']) => row.filter((node) => node.kind !== 'rule' && node.side === side)
  // Residuals stand beside the side that they join.
  const isResidual = ({ kind }: Node): number => Number(kind === 'residual')
  const leftEnd = placeFrom(
    ofSide('source').sort((a, b) => isResidual(a) - isResidual(b)),
    0,
  )
  const targets = ofSide('target').sort((a, b) => isResidual(b) - isResidual(a))
  const rightStart = width - widthOf(targets)
  placeFrom(targets, rightStart)
  const rules = row.filter(({ kind }) => kind === 'rule')
  const ruleWidth = widthOf(rules)
  const centred = (width - ruleWidth) / 2
  placeFrom(rules, Math.max(leftEnd + gap, Math.min(centred, rightStart - gap - ruleWidth)))
}

function placeFrom(nodes: readonly Node[], start: number): number {
  let x = start
  for (const node of nodes) {
    const nodeWidth = placed(node.y1) - placed(node.y0)
    node.y0 = x
    node.y1 = x + nodeWidth
    x = node.y1 + gap
  }
  return x - gap
}

const widthOf = (nodes: readonly Node[]): number =>
  nodes.reduce((sum, { y0, y1 }) => sum + placed(y1) - placed(y0) + gap, -gap)

/** The middle line of a band: straight down beside the words of its row, then bent to its end. */
function pathOf({ source, target, y0, y1 }: Link, rowHeight: number): string {
  if (typeof source !== 'object' || typeof target !== 'object') throw new Error('Flow: a link has no ends')
  const [from, to] = [round(placed(y0)), round(placed(y1))]
  const [top, end] = [source.row * rowHeight + nodeHeight, target.row * rowHeight]
  const bend = round(Math.max(top, end - bendRatio * rowHeight))
  const middle = round((bend + end) / 2)
  return `M${from} ${top}V${bend}C${from} ${middle} ${to} ${middle} ${to} ${end}`
}

const round = (value: number): number => Math.round(value * 100) / 100

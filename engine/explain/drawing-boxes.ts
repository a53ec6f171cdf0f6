import { captionOf } from './graph-caption.ts'
import type { GraphNode } from './graph-draft.ts'

/** The middle of a node and its size, in points; `y` grows up the page. All are whole numbers, sizes are even. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Where the nodes stand, and the `x` of the lanes in which edges that lead far run up the page. */
export interface Sheet {
  /** Of a node of the run; throws when it has none of that id. */
  boxOf(id: string): Box
  readonly lanes: {
    readonly besideLeft: number
    readonly besideRight: number
    readonly used: number
    readonly derived: number
    readonly excluded: number
    readonly sourceDataset: number
    readonly targetDataset: number
  }
}

type Column = 'source' | 'target' | 'claims' | 'spine' | 'policy' | 'engine'
type Row = readonly (readonly [string, Column])[]

const [rowGap, recordsGap, columnGap, laneGap] = [26, 44, 40, 14]
const [sideWidth, policyWidth, engineWidth] = [132, 132, 156]
const widthMin = { claims: 108, spine: 180 }

/**
 * Where the nodes of a run stand: its passes one below the other in the middle, each with its claims on its left and
 * what it left open below it; above them the datasets, beside these the policy and the engine; below them what became
 * of it all, down to the checkpoint. O(nodes), and their sorting.
 */
export function placeNodes(nodes: readonly GraphNode[]): Sheet {
  const captions = new Map(nodes.map((node) => [node.id, captionOf(node)]))
  const rows = rowsOf(nodes).map((row) => row.filter(([id]) => captions.has(id)))
  const { columns, lanes } = columnsOf({
    spine: widestOf('spine', rows, captions),
    claims: widestOf('claims', rows, captions),
  })
  const boxes = new Map<string, Box>()
  let top = 0
  for (const row of rows.filter(({ length }) => length > 0)) {
    const heights = row.map(([id]) => heightOf(id, captions.get(id)?.length ?? 0))
    const rowHeight = Math.max(...heights)
    for (const [position, [id, column]] of row.entries())
      boxes.set(id, { ...columns[column], y: top - rowHeight / 2, height: heights[position] ?? rowHeight })
    top -= rowHeight + (row.some(([id]) => id === 'records:source') ? recordsGap : rowGap)
  }
  return {
    boxOf(id) {
      const box = boxes.get(id)
      if (box === undefined) throw new Error(`Drawing: there is no place for ${id}`)
      return box
    },
    lanes,
  }
}

/** From the top, all that a run may have. */
function rowsOf(nodes: readonly GraphNode[]): readonly Row[] {
  const passes = nodes
    .flatMap(({ id }) => (id.startsWith('pass:') ? [id.slice('pass:'.length)] : []))
    .sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10))
  const sides = (kind: string): Row => [
    [`${kind}:source`, 'source'],
    [`${kind}:target`, 'target'],
  ]
  return [
    [...sides('dataset'), ['policy', 'policy'], ['engine', 'engine']],
    sides('read'),
    sides('records'),
    ...passes.flatMap((pass): Row[] => [
      [
        [`claims:${pass}`, 'claims'],
        [`pass:${pass}`, 'spine'],
      ],
      [[`open:${pass}`, 'spine']],
    ]),
    [['classify', 'spine']],
    [['breaks', 'claims']],
    [['excluded', 'claims']],
    [['result', 'spine']],
    [['seal', 'spine']],
    [
      ['receipt', 'spine'],
      ['tenant', 'policy'],
    ],
    [['checkpoint', 'spine']],
  ]
}

/** All of a column are as wide as the widest, so that a lane beside it is clear of them all. */
function widestOf(
  column: 'claims' | 'spine',
  rows: readonly Row[],
  captions: ReadonlyMap<string, readonly string[]>,
): number {
  const lines = rows.flat().flatMap(([id, own]) => (own === column ? (captions.get(id) ?? []) : []))
  return Math.max(widthMin[column], ...lines.map(widthOf))
}

/** Generous for 11 points: Graphviz widens a box that its text does not fit, and edges would end inside. */
const widthOf = (line: string): number =>
  [...line].reduce((width, character) => width + ((character.codePointAt(0) ?? 0) < 0x2e80 ? 6 : 12), 24)

/** A cylinder and a house need some height for their tops. */
const heightOf = (id: string, lineCount: number): number =>
  Math.max(30, 14 * lineCount + 8) + (/^(dataset:|engine$|tenant$)/.test(id) ? 10 : 0)

function columnsOf(widest: { readonly claims: number; readonly spine: number }): {
  readonly columns: { readonly [column in Column]: { readonly x: number; readonly width: number } }
  readonly lanes: Sheet['lanes']
} {
  const half = widest.spine / 2
  const side = sideWidth / 2 + laneGap
  const claims = -(half + columnGap + widest.claims / 2)
  const left = claims - widest.claims / 2
  const right = Math.max(half, side + sideWidth / 2 + laneGap) + laneGap
  const policy = right + 3 * laneGap + policyWidth / 2
  return {
    columns: {
      source: { x: -side, width: sideWidth },
      target: { x: side, width: sideWidth },
      claims: { x: claims, width: widest.claims },
      spine: { x: 0, width: widest.spine },
      policy: { x: policy, width: policyWidth },
      engine: { x: policy + policyWidth / 2 + laneGap + engineWidth / 2, width: engineWidth },
    },
    lanes: {
      besideLeft: -half - laneGap,
      besideRight: half + laneGap,
      used: left - 2 * laneGap,
      derived: left - 3 * laneGap,
      excluded: left - 4 * laneGap,
      sourceDataset: left - 5 * laneGap,
      targetDataset: right + laneGap,
    },
  }
}

import { at, numberAt } from '../../base/at.ts'
import { edgesAt, incidenceOf } from '../../base/incidence.ts'
import { entriesById, idRank, rowsById } from '../blocks/id-order.ts'
import type { RunState, SideState } from '../state/run-state.ts'
import { type Choice, type EdgeList, filterInPlace } from './closest-tiers.ts'

/** No record is in more suggestions than this, of one rule or of all rules together. */
export const suggestionCountMax = 3

interface TiedPair {
  readonly source: number
  readonly target: number
}

/**
 * The pairs that a `suggest` rule lists for a tie. Pairs are taken by (source id, target id), unless one of the records
 * is in three pairs already. Swapping the sides gives the same pairs. O(rows × partner nodes of each); O(rows) for a
 * complete tie.
 */
export function tieSuggestions(run: RunState, choice: Choice): TiedPair[] {
  const { source, target, edges } = withEdgeList(choice)
  const partners = partnersOf(source.length, edges)
  const openRows = createOpenRows(target.map((rows) => rowsById(run.target, rows)))
  const rows = source.flatMap((nodeRows, node) => nodeRows.map((row) => ({ row, node })))
  return entriesById(run.source, rows).flatMap(({ row, node }) => {
    const open = filterInPlace(at(partners, node), (partner) => openRows.first(partner) !== undefined)
    partners[node] = open
    const suggested = leastOpenRows(run.target, open, openRows)
    for (const other of suggested) openRows.suggest(other)
    return suggested.map((other): TiedPair => ({ source: row, target: other }))
  })
}

/** In a complete tie all rows of a side have the same partners, and are put into one node. */
function withEdgeList({ source, target, edges }: Choice): Choice & { readonly edges: EdgeList } {
  if (edges !== 'complete') return { source, target, edges }
  const single = { source: Uint32Array.of(0), target: Uint32Array.of(0) }
  return { source: [source.flat()], target: [target.flat()], edges: single }
}

function partnersOf(nodeCount: number, { source, target }: EdgeList): Uint32Array[] {
  const bySource = incidenceOf(source, nodeCount)
  const { edges: ends } = bySource
  for (const [place, edge] of ends.entries()) ends[place] = numberAt(target, edge)
  return Array.from({ length: nodeCount }, (_, node) => edgesAt(bySource, node))
}

function leastOpenRows(side: SideState, nodes: Uint32Array, openRows: OpenRows): readonly number[] {
  let least: readonly number[] = []
  for (const node of nodes) {
    const [first, last] = [openRows.first(node), least[suggestionCountMax - 1]]
    if (first === undefined || (last !== undefined && idRank(side, first) > idRank(side, last))) continue
    least = rowsById(side, [...least, ...openRows.firstThree(node)]).slice(0, suggestionCountMax)
  }
  return least
}

type OpenRows = ReturnType<typeof createOpenRows>

/**
 * The target rows that are in fewer than three suggestions. Rows of a node have to be suggested in the order of
 * `rowsByNode`.
 */
function createOpenRows(rowsByNode: readonly (readonly number[])[]) {
  const counts = new Map<number, number>()
  const starts = new Uint32Array(rowsByNode.length)
  const startOf = (node: number): number => {
    const rows = at(rowsByNode, node)
    let start = numberAt(starts, node)
    while (start < rows.length && (counts.get(at(rows, start)) ?? 0) >= suggestionCountMax) start += 1
    starts[node] = start
    return start
  }
  return {
    first: (node: number): number | undefined => at(rowsByNode, node)[startOf(node)],
    firstThree(node: number): readonly number[] {
      const start = startOf(node)
      return at(rowsByNode, node).slice(start, start + suggestionCountMax)
    },
    suggest(row: number): void {
      counts.set(row, (counts.get(row) ?? 0) + 1)
    },
  }
}

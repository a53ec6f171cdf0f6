import { at, numberAt } from '../../base/at.ts'
import { idRank, pairsById, rowsById } from '../blocks/id-order.ts'
import { candidateCountMax, type RunState, type SideState } from '../state/run-state.ts'
import type { Choice, EdgeList, Edges } from './closest-tiers.ts'

/**
 * Up to three candidates for every record of a tie, those with the least ids, as pairs [source row, target row]. Each
 * pair is listed once, by (source id, target id).
 */
export function tieCandidates(run: RunState, choice: Choice): (readonly [number, number])[] {
  const swapped = { source: choice.target, target: choice.source, edges: swapEdges(choice.edges) }
  const forSources = leastPairs(run.target, choice)
  const forTargets = leastPairs(run.source, swapped)
  const pairs = new Map<string, readonly [number, number]>()
  for (const [source, target] of forSources) pairs.set(`${source} ${target}`, [source, target])
  for (const [target, source] of forTargets) pairs.set(`${source} ${target}`, [source, target])
  return pairsById(run, [...pairs.values()])
}

const swapEdges = (edges: Edges): Edges =>
  edges === 'complete' ? edges : { source: edges.target, target: edges.source }

function leastPairs(side: SideState, { source, target, edges }: Choice): (readonly [number, number])[] {
  const pairWith = (rows: readonly number[], candidates: readonly number[]) =>
    rows.flatMap((row) => candidates.map((candidate): [number, number] => [row, candidate]))
  if (edges !== 'complete') {
    const candidates = leastCandidates(side, { nodeCount: source.length, target, edges })
    return source.flatMap((rows, node) => pairWith(rows, at(candidates, node)))
  }
  return pairWith(source.flat(), leastRows(side, target.flat()))
}

interface JoinedNodes {
  readonly nodeCount: number
  readonly target: Choice['target']
  readonly edges: EdgeList
}

function leastCandidates(side: SideState, { nodeCount, target, edges }: JoinedNodes): readonly (readonly number[])[] {
  const leastByTarget = target.map((rows) => leastRows(side, rows))
  const candidates = Array.from({ length: nodeCount }, (): readonly number[] => [])
  for (const [edge, node] of edges.source.entries()) {
    const known = at(candidates, node)
    const others = at(leastByTarget, numberAt(edges.target, edge))
    const [last, first] = [known[candidateCountMax - 1], others[0]]
    // Skips most nodes cheaply: a node may have thousands of partners whose ids all come after the three known ones.
    if (last === undefined || (first !== undefined && idRank(side, first) < idRank(side, last)))
      candidates[node] = leastRows(side, [...known, ...others])
  }
  return candidates
}

const leastRows = (side: SideState, rows: readonly number[]): readonly number[] =>
  rowsById(side, rows).slice(0, candidateCountMax)

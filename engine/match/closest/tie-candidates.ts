import type { RunState, SideState } from '../run-state.ts'
import type { Choice, Edges } from './closest-tiers.ts'

const candidateCountMax = 3

/**
 * Up to three candidates for every record of an ambiguous component, by id: [source row, target row], each pair once,
 * by (source id, target id).
 */
export function pairsOfThree(run: RunState, choice: Choice): (readonly [number, number])[] {
  const swapped = { source: choice.target, target: choice.source, edges: swap(choice.edges) }
  const forSources = leastPairs(run.target, choice)
  const forTargets = leastPairs(run.source, swapped)
  const pairs = new Map<string, readonly [number, number]>()
  for (const [source, target] of forSources) pairs.set(`${source} ${target}`, [source, target])
  for (const [target, source] of forTargets) pairs.set(`${source} ${target}`, [source, target])
  const [sourceRank, targetRank] = [run.source.ordering.rankById, run.target.ordering.rankById]
  const rank = (ranks: Int32Array, row: number): number => ranks[row] ?? 0
  return [...pairs.values()].sort(
    ([s1, t1], [s2, t2]) => rank(sourceRank, s1) - rank(sourceRank, s2) || rank(targetRank, t1) - rank(targetRank, t2),
  )
}

const swap = (edges: Edges): Edges => (edges === 'complete' ? edges : { source: edges.target, target: edges.source })

/** The three least rows of `target` for every row of `source`, in pairs. */
function leastPairs({ ordering }: SideState, { source, target, edges }: Choice): (readonly [number, number])[] {
  const rank = (row: number): number => ordering.rankById[row] ?? 0
  const least = (rows: readonly number[]): number[] =>
    rows.toSorted((a, b) => rank(a) - rank(b)).slice(0, candidateCountMax)
  const leastOf = (node: number): readonly number[] => candidates[node] ?? common
  // Where all meet all, the three least are the same for everyone: looked up once, not once a record.
  const common = edges === 'complete' ? least(target.flat()) : []
  const candidates: number[][] = []
  if (edges !== 'complete') {
    const leastRows = target.map(least)
    edges.source.forEach((node, index) => {
      const [known, others] = [candidates[node] ?? [], leastRows[edges.target[index] ?? 0] ?? []]
      const [last, first] = [known[candidateCountMax - 1], others[0]]
      // Three are kept of what may be thousands of partners, and most come too late to be among them.
      if (last === undefined || (first !== undefined && rank(first) < rank(last)))
        candidates[node] = least([...known, ...others])
    })
  }
  return source.flatMap((rows, node) =>
    rows.flatMap((row) => leastOf(node).map((candidate): [number, number] => [row, candidate])),
  )
}

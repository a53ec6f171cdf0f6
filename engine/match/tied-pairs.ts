import type { Choice } from './choose.ts'
import type { RunState, SideState } from './run-state.ts'

const candidateCountMax = 3

/**
 * Up to three candidates for every record of an ambiguous component, by id: [source row, target row], each pair once,
 * by (source id, target id).
 */
export function pairsOfThree(run: RunState, choice: Choice): (readonly [number, number])[] {
  const partners = partnersOf(choice)
  const forSources = leastPairs(run.target, { own: choice.source, others: choice.target, partners: partners.ofSource })
  const forTargets = leastPairs(run.source, { own: choice.target, others: choice.source, partners: partners.ofTarget })
  const pairs = new Map<string, readonly [number, number]>()
  for (const [source, target] of forSources) pairs.set(`${source} ${target}`, [source, target])
  for (const [target, source] of forTargets) pairs.set(`${source} ${target}`, [source, target])
  const [sourceRank, targetRank] = [run.source.ordering.rankById, run.target.ordering.rankById]
  const rank = (ranks: Int32Array, row: number): number => ranks[row] ?? 0
  return [...pairs.values()].sort(
    ([s1, t1], [s2, t2]) => rank(sourceRank, s1) - rank(sourceRank, s2) || rank(targetRank, t1) - rank(targetRank, t2),
  )
}

/** Node → the nodes it meets on the other side, or `all`. */
type Partners = 'all' | ReadonlyMap<number, readonly number[]>

function partnersOf(choice: Choice): { readonly ofSource: Partners; readonly ofTarget: Partners } {
  if (choice.edges === 'complete') return { ofSource: 'all', ofTarget: 'all' }
  const [ofSource, ofTarget] = [new Map<number, number[]>(), new Map<number, number[]>()]
  for (const [source, target] of choice.edges) {
    append(ofSource, source, target)
    append(ofTarget, target, source)
  }
  return { ofSource, ofTarget }
}

function append(lists: Map<number, number[]>, key: number, value: number): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [value])
  else list.push(value)
}

interface Sided {
  readonly own: readonly (readonly number[])[]
  readonly others: readonly (readonly number[])[]
  readonly partners: Partners
}

function leastPairs(otherSide: SideState, { own, others, partners }: Sided): (readonly [number, number])[] {
  const rank = (row: number): number => otherSide.ordering.rankById[row] ?? 0
  const least = (rows: readonly number[]): number[] =>
    rows.toSorted((a, b) => rank(a) - rank(b)).slice(0, candidateCountMax)
  // Where all meet all, the three least are the same for everyone: looked up once, not once a record.
  const common = partners === 'all' ? least(others.flat()) : []
  return own.flatMap((rows, node) => {
    const candidates =
      partners === 'all' ? common : least((partners.get(node) ?? []).flatMap((other) => others[other] ?? []))
    return rows.flatMap((row) => candidates.map((candidate): [number, number] => [row, candidate]))
  })
}

import type { CanonicalRecord } from '../../../engine/record/record.ts'
import { isCandidate } from './comparison.ts'
import { compare, type Fraction, magnitude } from './fraction.ts'
import { isOneCurrency } from './group.ts'
import { areApart } from './kept-apart.ts'
import { type Node, nodesOf } from './nodes.ts'
import { compareSums, type Sum, sumOf, sumOfRecord } from './sums.ts'
import { compareTexts } from './text.ts'
import { type Both, otherSide, type Side } from './values.ts'
import { byId, idsOf, type Policy, type World } from './world.ts'

/** How many records of each twin a set takes; solutions that differ only in twins are one. */
export type Solution = ReadonlyMap<Node, number>

/** A record of the 1-side, its candidates, and the smallest sets of them that add up to it. */
export interface Anchor {
  readonly record: CanonicalRecord
  /** The anchor and its twins. */
  readonly node: Node
  readonly candidates: readonly Node[]
  readonly solutions: readonly Solution[]
}

export const anchorSide = ({ rule }: Policy): Side => (rule.cardinality === '1:n' ? 'source' : 'target')

/** What belongs to an anchor and what to its items, by side. */
export const bySide = <Value>(policy: Policy, anchor: Value, items: Value): Both<Value> =>
  anchorSide(policy) === 'source' ? { source: anchor, target: items } : { source: items, target: anchor }

/** Every anchor with its candidates, and its solutions unless there are too many candidates to choose from. */
export function anchorsOf(
  world: World,
  policy: Policy,
  sum: Sum,
): { readonly anchors: Anchor[]; readonly over: Anchor[] } {
  const side = anchorSide(policy)
  const { maxItems = 0, maxCandidates = 0 } = policy.rule.limits ?? {}
  const qualify = (own: Side): Node[] =>
    nodesOf(world, policy, own).filter(({ records: [first] }) => first && sumOfRecord(sum, own, first) !== undefined)
  const items = qualify(otherSide(side))
  const isOver = ({ candidates }: Pick<Anchor, 'candidates'>): boolean =>
    countRecords(candidates) > maxCandidates ||
    areApart(
      world,
      candidates.flatMap(({ records }) => records),
    )
  const all = qualify(side).flatMap((node) =>
    node.records.map((record): Anchor => {
      const candidates = items.filter(({ records: [item] }) => item && holds(world, policy, { anchor: record, item }))
      const solutions = isOver({ candidates })
        ? []
        : smallest(solutionsOf(policy, sum, { record, candidates, maxItems }))
      return { record, node, candidates, solutions }
    }),
  )
  return { anchors: all.filter((anchor) => !isOver(anchor)), over: all.filter(isOver) }
}

const countRecords = (nodes: readonly Node[]): number => nodes.flatMap(({ records }) => records).length

function holds(world: World, policy: Policy, { anchor, item }: Pair): boolean {
  const { source, target } = bySide(policy, anchor, item)
  return isCandidate(policy.comparisons, source, target) && !areApart(world, [source, target])
}

interface Pair {
  readonly anchor: CanonicalRecord
  readonly item: CanonicalRecord
}

interface Question extends Pick<Anchor, 'record' | 'candidates'> {
  readonly maxItems: number
}

/** The set whose sum is nearest to an anchor: of the least difference, the fewest records, then the least ids. */
export function nearestSet(
  policy: Policy,
  sum: Sum,
  { record, candidates }: Pick<Anchor, 'record' | 'candidates'>,
): CanonicalRecord[] {
  const side = anchorSide(policy)
  const { maxItems = 0 } = policy.rule.limits ?? {}
  const offBy = (items: readonly CanonicalRecord[]): Fraction => {
    const totals = bySide(policy, sumOf(sum, side, [record]), sumOf(sum, otherSide(side), items))
    return magnitude(compareSums(sum, totals).difference)
  }
  const sets = choicesOf(candidates)
    .map((choice) => byId([...choice].flatMap(([{ records }, count]) => byId(records).slice(0, count))))
    .filter((items) => items.length > 0 && items.length <= maxItems && isOneCurrency(items))
    .map((items) => ({ items, off: offBy(items) }))
  sets.sort(
    (a, b) => compare(a.off, b.off) || a.items.length - b.items.length || compareTexts(idsOf(a.items), idsOf(b.items)),
  )
  return sets[0]?.items ?? []
}

/** Each number of records of each twin. */
function choicesOf(candidates: readonly Node[]): Solution[] {
  let choices: Solution[] = [new Map()]
  for (const node of candidates) {
    const counts = node.records.map((_, index) => index + 1)
    const taken = (choice: Solution) => counts.map((count): Solution => new Map([...choice, [node, count]]))
    choices = choices.flatMap((choice) => [choice, ...taken(choice)])
  }
  return choices
}

/** Every set that adds up. */
function solutionsOf(policy: Policy, sum: Sum, { record, candidates, maxItems }: Question): Solution[] {
  const side = anchorSide(policy)
  return choicesOf(candidates).filter((choice) => {
    const items = [...choice].flatMap(([{ records }, count]) => records.slice(0, count))
    const totals = bySide(policy, sumOf(sum, side, [record]), sumOf(sum, otherSide(side), items))
    return items.length <= maxItems && isOneCurrency(items) && compareSums(sum, totals).holds
  })
}

export const sizeOf = (solution: Solution): number => [...solution.values()].reduce((size, count) => size + count, 0)

const smallest = (solutions: readonly Solution[]): Solution[] =>
  solutions.filter((solution) => solutions.every((other) => sizeOf(other) >= sizeOf(solution)))

/** The nodes of which any of an anchor's solutions takes some. */
export const nodesUsed = ({ solutions }: Anchor): Node[] => [...new Set(solutions.flatMap((each) => [...each.keys()]))]

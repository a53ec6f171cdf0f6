import type { CanonicalRecord } from '../../../engine/record/record.ts'
import { type Edge, recordsOf, threeEach } from './closest.ts'
import { holdsOnIdentity } from './identity.ts'
import { inTwinOrder, type Node } from './nodes.ts'
import { type Anchor, anchorSide, anchorsOf, bySide, nodesUsed, type Solution, sizeOf } from './subset-solutions.ts'
import type { Sum } from './sums.ts'
import { compareTexts } from './text.ts'
import { byId, claim, find, idsOf, type Policy, type World } from './world.ts'

/** `select: "subset"`: for each record of the 1-side the smallest set of the other side that adds up to it. */
export function claimSubsets(world: World, policy: Policy, sum: Sum): void {
  const { anchors, over } = anchorsOf(world, policy, sum)
  for (const together of joined(over, ({ candidates }) => candidates)) {
    const items = [...new Set(together.flatMap(({ candidates }) => candidates))].flatMap(({ records }) => records)
    const records = bySide(
      policy,
      together.map(({ record }) => record),
      items,
    )
    find(world, policy, { reason: 'subset_limit', ...records, candidates: [] })
  }
  // Claims take records from the nodes of anchors.
  const guarded = new Set(anchors.filter(guardOf(policy)))
  const isGuarded = (anchor: Anchor): boolean => guarded.has(anchor)
  if (policy.rule.action === 'match')
    for (const anchor of anchors.filter((each) => each.solutions.length === 0 && !isGuarded(each)))
      reportShortfall(world, policy, { anchor, sum })
  claimServed(world, policy, { anchors, isGuarded })
}

/** An anchor of its own, with the candidates that no set of adds up. */
function reportShortfall(
  world: World,
  policy: Policy,
  { anchor, sum }: { readonly anchor: Anchor; readonly sum: Sum },
): void {
  const { record, candidates } = anchor
  const items = byId(candidates.flatMap(({ records }) => records))
  if (items.length === 0) return
  const shortfall = { items, sum, nodes: candidates.map(({ records }) => ({ records: [...records] })) }
  find(world, policy, { reason: 'sum_mismatch', ...bySide(policy, [record], []), candidates: [], shortfall })
}

/** A test for the anchors that may choose from more than 12 records, of which nothing identifies some. */
function guardOf(policy: Policy): (anchor: Anchor) => boolean {
  const { comparisons, all } = policy
  return ({ record, candidates }) => {
    const items = candidates.flatMap(({ records }) => records)
    const pairs = items.map((item) => bySide(policy, record, item))
    return items.length > 12 && pairs.some((pair) => !holdsOnIdentity(comparisons, all, pair))
  }
}

interface Guarded {
  readonly anchors: readonly Anchor[]
  readonly isGuarded: (anchor: Anchor) => boolean
}

/** Claims first. Guarded anchors, and the ties that they are in, are suggested. */
function claimServed(world: World, policy: Policy, { anchors, isGuarded }: Guarded): void {
  const served = anchors.filter(({ solutions }) => solutions.length > 0)
  const clear = served.filter((anchor) => isClear(anchor, served))
  const components = joined(
    served.filter((anchor) => !clear.includes(anchor)),
    nodesUsed,
  )
  const sizes = new Map(served.flatMap(nodesUsed).map((node) => [node, node.records.length]))
  const suggesting = { ...policy, rule: { ...policy.rule, action: 'suggest' as const } }
  for (const [own, isSuggested] of [
    [policy, false],
    [suggesting, true],
  ] as const) {
    claimClear(world, own, { clear: clear.filter((anchor) => isGuarded(anchor) === isSuggested), sizes })
    const tied = components.filter((component) => component.some(isGuarded) === isSuggested)
    if (own.rule.action === 'suggest') offerSets(world, own, tied.flat())
    else for (const component of tied) settle(world, own, component)
  }
}

/** Anchors that hang together by the nodes that they share. */
function joined(anchors: readonly Anchor[], nodes: (anchor: Anchor) => readonly Node[]): Anchor[][] {
  const components: Anchor[][] = []
  for (const first of anchors) {
    if (components.some((component) => component.includes(first))) continue
    const component = [first]
    for (const anchor of component) {
      const shares = (other: Anchor): boolean => nodes(other).some((node) => nodes(anchor).includes(node))
      component.push(...anchors.filter((other) => !component.includes(other) && shares(other)))
    }
    components.push(component)
  }
  return components
}

/** One solution, of which nothing is contested. */
function isClear(anchor: Anchor, served: readonly Anchor[]): boolean {
  const isContested = (node: Node): boolean => {
    const users = served.filter((other) => nodesUsed(other).includes(node))
    const asked = users.reduce((sum, { solutions: [first] }) => sum + (first?.get(node) ?? 0), 0)
    return users.length > 1 && (users.some(({ solutions }) => solutions.length > 1) || asked > node.records.length)
  }
  return anchor.solutions.length === 1 && !nodesUsed(anchor).some(isContested)
}

interface Clear {
  readonly clear: readonly Anchor[]
  /** The records of each node before any was taken. */
  readonly sizes: ReadonlyMap<Node, number>
}

/** Twins are shared out in their order, to the anchors in theirs. */
function claimClear(world: World, policy: Policy, { clear, sizes }: Clear): void {
  for (const record of inTwinOrder(clear.map((anchor) => anchor.record))) {
    const anchor = clear.find((each) => each.record === record)
    const [solution] = anchor?.solutions ?? []
    if (anchor === undefined || solution === undefined) continue
    const interchangeable =
      anchor.node.records.length > 1 || [...solution].some(([node, count]) => count < (sizes.get(node) ?? 0))
    const items = [...solution].flatMap(([node, count]) => node.records.splice(0, count))
    claim(world, policy, { ...bySide(policy, [record], items), interchangeable, ambiguous: false })
  }
}

/** Held or put off with all that is left of the twins in its solutions. */
function settle(world: World, policy: Policy, component: readonly Anchor[]): void {
  const edges = component.flatMap((anchor) => {
    const own = { records: [anchor.record] }
    return nodesUsed(anchor).map((node): Edge => ({ ...bySide<Node>(policy, own, node), rank: [] }))
  })
  const own = component.map(({ record }) => record)
  const items = recordsOf(edges)[anchorSide(policy) === 'source' ? 'target' : 'source']
  find(world, policy, { reason: 'ambiguous', ...bySide(policy, own, items), candidates: threeEach(edges) })
}

/** To one anchor after another, by id, its sets by their sorted ids, while no record in one is in three already. */
function offerSets(world: World, policy: Policy, anchors: readonly Anchor[]): void {
  const counts = new Map<CanonicalRecord, number>()
  const isFull = (record: CanonicalRecord): boolean => (counts.get(record) ?? 0) >= 3
  for (const record of byId(anchors.map((anchor) => anchor.record))) {
    const anchor = anchors.find((each) => each.record === record)
    const sets = (anchor?.solutions ?? []).map(firstOfTwins).sort((a, b) => compareTexts(idsOf(a), idsOf(b)))
    for (const items of sets) {
      const records = [record, ...items]
      if (records.some(isFull)) continue
      claim(world, policy, { ...bySide(policy, [record], items), interchangeable: false, ambiguous: true })
      for (const each of records) counts.set(each, (counts.get(each) ?? 0) + 1)
    }
  }
}

function firstOfTwins(solution: Solution): CanonicalRecord[] {
  const items = [...solution].flatMap(([{ records }, count]) => records.slice(0, count))
  if (items.length < sizeOf(solution)) throw new Error('What is contested was not taken')
  return items
}

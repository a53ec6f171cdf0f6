import type { CanonicalRecord } from '../../../engine/record/record.ts'
import { type Anchor, bySide, type Solution } from './subset-solutions.ts'
import { compareText, compareTexts } from './text.ts'
import { byId, idsOf, type Policy, type Records } from './world.ts'

/** An anchor and the records that it is given. */
export interface Serving {
  readonly record: CanonicalRecord
  readonly items: Records
}

/**
 * `ambiguous: "best"` of subsets, by trying every way to serve anchors with solutions: the most anchors, the least
 * sorted source ids; then, match by match in the order of their source ids, the least target ids and the least source
 * ids. Twins are given out by id, to the anchors by id.
 */
export function bestServing(policy: Policy, component: readonly Anchor[]): readonly Serving[] {
  const anchors = byId(component.map(({ record }) => record)).flatMap((record) =>
    component.filter((anchor) => anchor.record === record),
  )
  let best: readonly Serving[] = []
  const walk = (index: number, served: readonly Serving[]): void => {
    const anchor = anchors[index]
    if (anchor === undefined) {
      if (isBetter(policy, served, best)) best = served
      return
    }
    if (served.length + anchors.length - index < best.length) return
    const used = new Set(served.flatMap(({ items }) => items))
    for (const solution of anchor.solutions) {
      const items = leastOf(solution, used)
      if (items) walk(index + 1, [...served, { record: anchor.record, items }])
    }
    walk(index + 1, served)
  }
  walk(0, [])
  return best
}

/** The least records of a solution that are not used, or undefined when there are too few. */
function leastOf(solution: Solution, used: ReadonlySet<CanonicalRecord>): Records | undefined {
  const parts = [...solution].map(([{ records }, count]) => ({
    count,
    free: byId(records.filter((record) => !used.has(record))),
  }))
  return parts.some(({ count, free }) => free.length < count)
    ? undefined
    : parts.flatMap(({ count, free }) => free.slice(0, count))
}

function isBetter(policy: Policy, left: readonly Serving[], right: readonly Serving[]): boolean {
  if (left.length !== right.length) return left.length > right.length
  const [a, b] = [keysOf(policy, left), keysOf(policy, right)]
  return (compareTexts(a.all, b.all) || compareTexts(a.targets, b.targets) || compareTexts(a.sources, b.sources)) < 0
}

/** All source ids; and the target ids and source ids of the matches, in the order of these. */
function keysOf(policy: Policy, served: readonly Serving[]) {
  const matches = served.map(({ record, items }) => bySide(policy, [record.id], idsOf(items)))
  matches.sort((a, b) => compareTexts(a.source, b.source))
  const sources = matches.flatMap(({ source }) => source)
  return { all: sources.toSorted(compareText), targets: matches.flatMap(({ target }) => target), sources }
}

type Pairs = readonly (readonly [number, number])[]

/** Which targets each source may be matched with, both by their position. */
interface Meetings {
  readonly sourceCount: number
  readonly targetsOf: readonly (readonly number[])[]
}

/** The largest matching with the least (sources, targets), found by trying every matching there is. */
export function leastMatchingByTrying(graph: Meetings): Pairs {
  return matchingsFrom(graph, 0, new Set()).reduce((best, each) => (isBetter(each, best) ? each : best), [])
}

/** Every matching of the sources from `source` on that uses no target of `used`. */
function matchingsFrom(graph: Meetings, source: number, used: ReadonlySet<number>): Pairs[] {
  if (source === graph.sourceCount) return [[]]
  const without = matchingsFrom(graph, source + 1, used)
  const free = (graph.targetsOf[source] ?? []).filter((target) => !used.has(target))
  const withOne = free.flatMap((target) =>
    matchingsFrom(graph, source + 1, new Set([...used, target])).map((rest): Pairs => [[source, target], ...rest]),
  )
  return [...without, ...withOne]
}

function isBetter(left: Pairs, right: Pairs): boolean {
  if (left.length !== right.length) return left.length > right.length
  const key = (pairs: Pairs): number[] => [...pairs.map(([source]) => source), ...pairs.map(([, target]) => target)]
  const [a, b] = [key(left), key(right)]
  const index = a.findIndex((value, position) => value !== b[position])
  return index >= 0 && (a[index] ?? 0) < (b[index] ?? 0)
}

import { at, byteAt } from '../../base/at.ts'
import { compareUtf8 } from '../../base/bytes.ts'
import type { Side } from '../../record/side.ts'
import type { BreakLine } from '../../result/line.ts'
import { openLine } from '../../result/open-line.ts'
import type { NamedRecord } from './piece-finds.ts'
import type { SearcherState } from './searcher-state.ts'
import type { SettledFinds } from './settle-step.ts'

/** A break, stored as JSON. `source` and `target` are the numbers of its records. */
export interface NumberedBreak {
  readonly source: readonly number[]
  readonly target: readonly number[]
  readonly line: BreakLine
}

interface KnownSearchers {
  readonly searchers: ReadonlyMap<number, NamedRecord>
  readonly state: SearcherState
  readonly misses: readonly SettledFinds[]
  readonly taken: readonly SettledFinds[]
}

export function searcherBreaks({ searchers, state, misses, taken }: KnownSearchers): readonly NumberedBreak[] {
  const pairs = misses.flatMap(({ pair }) => {
    if (pair === undefined) return []
    const { reason, failure, deviation, records } = pair
    return [breakOf(records, openLine({ reason, failure, deviation, taken: [] }), [])]
  })
  const missesOf = Map.groupBy(misses, ({ searcher }) => searcher)
  const takenOf = Map.groupBy(taken, ({ searcher }) => searcher)
  const found = (by: typeof missesOf, searcher: number) => (by.get(searcher) ?? []).flatMap((each) => each.found)
  const missing = [...searchers]
    .filter(([searcher]) => byteAt(state.isLeft, searcher) === 1)
    .map(([searcher, record]) => {
      const nearest = found(missesOf, searcher)
      const reason = record.side === 'source' ? 'missing_in_target' : 'missing_in_source'
      const said = openLine({
        reason,
        failure: nearest[0]?.failure,
        taken: found(takenOf, searcher).map(({ candidate }) => candidate),
      })
      return breakOf(
        [record],
        said,
        nearest.map(({ candidate }) => candidate),
      )
    })
  return [...pairs, ...missing].sort(byIdsOfLine)
}

function breakOf(
  records: readonly NamedRecord[],
  line: ReturnType<typeof openLine>,
  candidates: NonNullable<BreakLine['candidates']>,
): NumberedBreak {
  const of = (side: Side) =>
    records.filter((record) => record.side === side).toSorted((left, right) => compareUtf8(left.id, right.id))
  const [source, target] = [of('source'), of('target')]
  return {
    source: source.map(({ number }) => number),
    target: target.map(({ number }) => number),
    line: {
      ...line,
      ...(source.length > 0 && { source: source.map(({ id }) => id) }),
      ...(target.length > 0 && { target: target.map(({ id }) => id) }),
      ...(candidates.length > 0 && { candidates }),
    },
  }
}

/** The order of a result: by (source ids, target ids). Lines without source records come last. */
function byIdsOfLine({ line: left }: NumberedBreak, { line: right }: NumberedBreak): number {
  return compareIds(left.source, right.source) || compareIds(left.target, right.target)
}

function compareIds(left: readonly string[] = [], right: readonly string[] = []): number {
  if (left.length === 0 || right.length === 0) return Number(left.length === 0) - Number(right.length === 0)
  for (let index = 0; index < Math.min(left.length, right.length); index++) {
    const order = compareUtf8(at(left, index), at(right, index))
    if (order !== 0) return order
  }
  return left.length - right.length
}

import { byteAt } from '../base/at.ts'
import type { DescribedFinds, OpenRecord } from './describe-found.ts'
import type { BreakReason, CandidateLine } from './line.ts'
import { openLine } from './open-line.ts'
import type { SearcherState } from './searcher-state.ts'

interface KnownSearchers<Searcher extends OpenRecord> {
  /** Searcher → its record. */
  readonly searchers: Iterable<readonly [searcher: number, record: Searcher]>
  readonly state: SearcherState
  /** What all joins found for these searchers, merged, by join. */
  readonly misses: readonly DescribedFinds[]
  readonly taken: readonly DescribedFinds[]
}

interface OpenBreak<Searcher> {
  readonly records: readonly Searcher[]
  readonly line: ReturnType<typeof openLine>
  readonly candidates: readonly CandidateLine[]
}

/** The breaks of searching records, in memory and in pieces: those of two records first. */
export function* openBreaks<Searcher extends OpenRecord>(
  known: KnownSearchers<Searcher>,
): Generator<OpenBreak<Searcher | (OpenRecord & { readonly id: string })>> {
  const { searchers, state, misses, taken } = known
  for (const { pair } of misses) {
    if (pair === undefined) continue
    const { records, ...said } = pair
    yield { records, line: openLine({ ...said, taken: [] }), candidates: [] }
  }
  const missesOf = Map.groupBy(misses, ({ searcher }) => searcher)
  const takenOf = Map.groupBy(taken, ({ searcher }) => searcher)
  const found = (by: typeof missesOf, searcher: number) => (by.get(searcher) ?? []).flatMap((each) => each.found)
  for (const [searcher, record] of searchers) {
    if (byteAt(state.isLeft, searcher) !== 1) continue
    const nearest = found(missesOf, searcher)
    const line = openLine({
      reason: reasonOf(record),
      failure: nearest[0]?.failure,
      taken: found(takenOf, searcher).map(({ candidate }) => candidate),
    })
    yield { records: [record], line, candidates: nearest.map(({ candidate }) => candidate) }
  }
}

/** The reason of a record that is in a break alone. */
export const reasonOf = ({ side }: Pick<OpenRecord, 'side'>): BreakReason =>
  side === 'source' ? 'missing_in_target' : 'missing_in_source'

import { byteAt } from '../base/at.ts'
import { candidateCountMax } from '../match/state/run-state.ts'
import type { BreakCause } from './causes.ts'
import type { DescribedFinds, FoundRecord, OpenRecord } from './describe-found.ts'
import type { GroupFinds } from './describe-groups.ts'
import { grounds } from './grounds.ts'
import type { BreakReason, CandidateLine, PartOf } from './line.ts'
import { openLine, type SaidOfOpen } from './open-line.ts'
import type { SearcherState } from './searcher-state.ts'

interface KnownSearchers<Searcher extends OpenRecord> {
  /** Searcher → its record. */
  readonly searchers: Iterable<readonly [searcher: number, record: Searcher]>
  readonly state: SearcherState
  /** What all joins found for these searchers, merged, by join. */
  readonly misses: readonly DescribedFinds[]
  readonly taken: readonly DescribedFinds[]
  /** What searchers say of groups. */
  readonly groups: ReadonlyMap<number, GroupFinds>
  /** The set that a record is a part of, and misses its anchor. */
  readonly partOf: (record: OpenRecord) => PartOf | undefined
  /** Searcher → its cause. */
  readonly causes: ReadonlyMap<number, BreakCause>
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
  const { searchers, state, misses, taken, groups, partOf, causes } = known
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
    const takenBefore = found(takenOf, searcher)
    const isShown = ({ ground }: { readonly ground: number }): boolean =>
      takenBefore.length === 0 || ground === grounds.document
    const ofGroup = groups.get(searcher)
    const group = ofGroup && isShown(ofGroup) ? ofGroup : undefined
    const nearest = nearestOf(firstOf(found(missesOf, searcher)).filter(isShown), group)
    const line = openLine({
      reason: reasonOf(record),
      taken: takenBefore.map(({ candidate }) => candidate),
      cause: causes.get(searcher),
      ...nearest,
      partOf: nearest === group ? nearest.partOf : partOf(record),
    })
    yield { records: [record], line, candidates: nearest.candidates }
  }
}

interface Nearest extends Pick<SaidOfOpen, 'failure' | 'partOf' | 'total'> {
  readonly candidates: readonly CandidateLine[]
}

/** A group comes before records on the same ground, and records on a better one before a group. */
function nearestOf(found: readonly FoundRecord[], group: GroupFinds | undefined): Nearest {
  const [first] = found
  if (group !== undefined && (first === undefined || group.ground <= first.ground)) return group
  return { failure: first?.failure, candidates: found.map(({ candidate }) => candidate) }
}

/**
 * The first three near misses on the best ground, in the order of the joins: each other record once. Of those that have
 * an amount or a party in common only the nearest in days.
 */
function firstOf(found: readonly FoundRecord[]): readonly FoundRecord[] {
  const ground = Math.min(...found.map((each) => each.ground))
  const codes = new Set<number>()
  const best = found.filter((each) => each.ground === ground && !codes.has(each.code) && codes.add(each.code))
  if (ground !== grounds.party && ground !== grounds.amount) return best.slice(0, candidateCountMax)
  const daysOf = ({ days = Number.POSITIVE_INFINITY }: FoundRecord): number => days
  const least = Math.min(...best.map(daysOf))
  return best.filter((each) => daysOf(each) === least).slice(0, candidateCountMax)
}

/** The reason of a record that is in a break alone. */
export const reasonOf = ({ side }: Pick<OpenRecord, 'side'>): BreakReason =>
  side === 'source' ? 'missing_in_target' : 'missing_in_source'

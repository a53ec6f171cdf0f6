import { at, int32At } from '../../base/at.ts'
import type { Slices } from '../../base/slices.ts'
import { candidateCountMax } from '../../match/state/run-state.ts'
import { sideOfPlace } from '../../match/state/seen-run.ts'
import type { Units } from '../../record/columns.ts'
import { recordId } from '../../record/id-column.ts'
import { type BySide, oppositeSide, type Side, sides } from '../../record/side.ts'
import { type Finds, type Ranked, several } from '../../result/open-finds.ts'
import { failureOf, mismatchDeviation } from '../../result/open-line.ts'
import type { NearMiss } from '../../result/pair-joins.ts'
import { mismatchOf } from '../../result/two-sided-mismatch.ts'
import type { BoundCriterion } from '../../rules/criteria/bound-criterion.ts'
import { candidateIn, codeIn, type SearchedPiece } from './bound-piece.ts'
import type { FoundPair, FoundRecord, NamedRecord, PieceFinds, SearcherFinds, SearcherPartner } from './piece-finds.ts'
import { foundCount, type SearcherState } from './searcher-state.ts'

interface Missed {
  readonly failed: BoundCriterion
  readonly finds: BySide<Finds>
  /** Row → 1 for a searcher that is in no break yet. */
  readonly left: BySide<Uint8Array>
  readonly state: SearcherState
}

/** Writes the finds of a piece's searchers as JSON that no longer refers to rows of the piece. */
export function* describeMisses(piece: SearchedPiece, { failed, finds, left, state }: Missed): Slices<PieceFinds> {
  const { records, searchers, rule, run } = piece
  const partners: SearcherPartner[] = []
  const described: SearcherFinds[] = []
  const missOf = (place: Side, row: number, other: number): NearMiss => {
    const [source, target] = place === 'source' ? [row, other] : [other, row]
    return { rule, failed, source, target }
  }
  for (const place of sides) {
    const other = oppositeSide(place)
    const searcherAt = (of: Side, row: number): number => int32At(searchers[of], row)
    const foundBy = finds[place].nearest()
    for (const [row, isLeft] of left[place].entries()) {
      if (isLeft === 0) continue
      const searcher = searcherAt(place, row)
      const partnerRow = finds[place].partnerOf(row)
      const isOnly = partnerRow !== undefined && partnerRow !== several
      const pair =
        isOnly && place === 'source'
          ? pairOf(piece, missOf(place, row, partnerRow), searcherAt(other, partnerRow))
          : undefined
      if (partnerRow !== undefined) {
        const partner = isOnly ? searcherAt(other, partnerRow) : several
        partners.push({ searcher, partner, isBreak: pair !== undefined })
      }
      const ranked = foundBy.get(row)
      const isFirst = foundCount(state, searcher) === 0
      const foundOf = (each: Ranked, index: number): FoundRecord => ({
        code: codeIn(piece, other, each.row),
        id: recordId(records[other].table, each.row),
        candidate: candidateIn(piece, place, [row, each.row]),
        distance: written(each.distance, failed.scale),
        ...(isFirst && index === 0 && { failure: failureOf(missOf(place, row, each.row)) }),
      })
      if (ranked === undefined && pair === undefined) continue
      const found = (ranked ?? []).slice(0, candidateCountMax).map(foundOf)
      described.push({ searcher, found, ...(pair && { pair }) })
      if (run.work.endsSlice(stepsOfDescription)) yield
    }
  }
  return { partners, finds: described }
}

const stepsOfDescription = 2_000

const written = (distance: Units, scale: number): readonly [string, number] => [String(distance), scale]

function pairOf({ records, rule }: SearchedPiece, miss: NearMiss, partner: number): FoundPair | undefined {
  const reason = mismatchOf(miss)
  if (reason === undefined) return undefined
  const named = (place: Side, row: number): NamedRecord => ({
    side: sideOfPlace(rule, place),
    number: at(records[place].marks, row).number,
    id: recordId(records[place].table, row),
  })
  return {
    reason,
    failure: failureOf(miss),
    deviation: mismatchDeviation(miss),
    partner,
    records: [named('source', miss.source), named('target', miss.target)],
  }
}

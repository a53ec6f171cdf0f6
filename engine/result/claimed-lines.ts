import { at, byteAt, int32At } from '../base/at.ts'
import { canonicalize } from '../base/canonical.ts'
import type { Sha256 } from '../base/hasher.ts'
import type { Slices } from '../base/slices.ts'
import { isWhole, type MatchList, pairMatch } from '../match/state/match-list.ts'
import type { Match, RunState } from '../match/state/run-state.ts'
import { hashOfLine } from '../merkle/tree.ts'
import type { ArtifactWriter } from './artifact.ts'
import type { MatchIds } from './break.ts'
import type { DifferenceTotals } from './completeness.ts'
import type { ConfidenceCounts } from './confidence.ts'
import type { Coverage } from './coverage.ts'
import { writeDecided } from './decided-lines.ts'
import { createDifferenceSums, type DifferenceSums } from './difference-sums.ts'
import type { NettedLine } from './line.ts'
import { idOfLine } from './line-id.ts'
import { createMatchDifferences, isEvenRule } from './match-differences.ts'
import { createMatchIds, hashesOfMatches } from './match-ids.ts'
import { matchesById, nettedLines } from './match-lines.ts'
import { createMatchWriter, type LineWriter, writeMatches } from './match-writer.ts'
import type { PlacedLine } from './record-ids.ts'
import { type SettledUnits, settledUnits } from './settled-units.ts'

interface Destination {
  readonly artifact: LineWriter & Partial<Pick<ArtifactWriter, 'addMatches'>>
  readonly coverage: Coverage
  readonly suggestions: readonly Match[]
  readonly sha256: Sha256
  /** The leaf hash of a match's line, in hex, where the lines' hashes are kept. */
  readonly hashOfMatch?: (position: number) => string
}

export interface ClaimedLines {
  /** Waits for the lines of matches where a thread writes them. */
  readonly confidence: () => ConfidenceCounts
  /** Not written yet, since breaks come before them. */
  readonly netted: readonly PlacedLine<NettedLine>[]
  readonly ids: MatchIds
  readonly settled: SettledUnits
  readonly differences: DifferenceTotals
}

/** Writes the lines of matches, those by hand first, and of suggestions. Makes those of nettings. */
export function* writeClaimed(run: RunState, to: Destination): Slices<ClaimedLines> {
  const { artifact, sha256 } = to
  const matches = matchesById(run)
  // A thread begins at once, unless lines by hand come first: these need the sums.
  const begun = run.byHand === undefined ? artifact.addMatches?.(matches) : undefined
  const settled = settledUnits(run)
  const differences = createMatchDifferences(run, settled)
  const sums = createDifferenceSums(run, settled, differences)
  const decided = writeDecided(run, { ...to, sums })
  const written = { artifact, matches, settled, differences, pace: run.work }
  const confidence = begun ?? artifact.addMatches?.(matches) ?? constant(yield* writeMatches(run, written))
  yield* noteMatches(run, matches, { ...to, sums })
  const { writePair, writeMatch } = createMatchWriter(run, artifact, differences)
  run.work.spend(stepsOfSuggestion * to.suggestions.length)
  for (const suggestion of to.suggestions) {
    const [source, target] = [at(suggestion.source, 0), at(suggestion.target, 0)]
    if (suggestion.nodes === undefined) writePair({ how: suggestion, source, target })
    else writeMatch(suggestion)
    if (run.work.endsSlice(stepsOfSuggestion)) yield
  }
  const netted = nettedLines(run)
  const nettings: { readonly netting: Match; readonly id: string }[] = []
  for (const { netting, line } of netted) {
    sums.addNetting(netting)
    nettings.push({ netting, id: idOfLine('netted', hashOfLine(sha256, canonicalize(line))) })
    if (run.work.endsSlice(stepsOfRecord * (netting.source.length + netting.target.length))) yield
  }
  const hashAt = to.hashOfMatch ?? hashesOfMatches(run, { matches, differences, sha256 })
  const ids = createMatchIds(run, { matches, idAt: (each) => idOfLine('match', hashAt(each)), nettings, decided })
  return { confidence, netted, ids, settled, differences: sums.sums() }
}

const [stepsOfRecord, stepsOfSuggestion] = [400, 1_000]

const constant =
  <Value>(value: Value) =>
  (): Value =>
    value

interface Noted {
  readonly coverage: Coverage
  readonly sums: DifferenceSums
}

/** Counts each match for coverage and totals. Suggestions are not counted, since their records stay open. */
function* noteMatches(run: RunState, matches: MatchList, { coverage, sums }: Noted): Slices<void> {
  const { source, target, howAt, hows } = matches.columns()
  const areWhole = Uint8Array.from(hows, (how) => Number(isWhole(how)))
  const areEven = Uint8Array.from(hows, evenness())
  const noteRange = (from: number, end: number): void => {
    for (let index = from; index < end; index++) {
      const place = int32At(howAt, index)
      if (byteAt(areWhole, place) === 1) {
        const match = matches.at(index)
        coverage.add(match)
        sums.addMatch(match)
        continue
      }
      const pair = { how: at(hows, place), source: int32At(source, index), target: int32At(target, index) }
      coverage.addPair(pair)
      if (byteAt(areEven, place) === 0) sums.addMatch(pairMatch(pair))
    }
  }
  for (let from = 0; from < howAt.length; from += matchesOfSlice) {
    const end = Math.min(from + matchesOfSlice, howAt.length)
    noteRange(from, end)
    if (run.work.endsSlice(stepsOfNote * (end - from))) yield
  }
}

const [matchesOfSlice, stepsOfNote] = [4_096, 50]

/** Tells of a match's flags whether its rule is even, with one test for each rule. */
function evenness(): (how: Pick<Match, 'rule'>) => number {
  const known = new Map<Match['rule'], number>()
  return ({ rule }) => {
    const isEven = known.get(rule) ?? Number(isEvenRule(rule))
    known.set(rule, isEven)
    return isEven
  }
}

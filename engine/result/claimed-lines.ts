import { canonicalize } from '../base/canonical.ts'
import type { Sha256 } from '../base/hasher.ts'
import type { Slices } from '../base/slices.ts'
import type { Match, RunState } from '../match/state/run-state.ts'
import { hashOfLine } from '../merkle/tree.ts'
import type { MatchIds } from './break.ts'
import type { DifferenceTotals } from './completeness.ts'
import type { Coverage } from './coverage.ts'
import { writeDecided } from './decided-lines.ts'
import { createDifferenceSums } from './difference-sums.ts'
import type { NettedLine } from './line.ts'
import { idOfLine } from './line-id.ts'
import { createMatchDifferences } from './match-differences.ts'
import { createMatchIds } from './match-ids.ts'
import { nettedLines } from './match-lines.ts'
import { type LineWriter, writeMatches } from './match-writer.ts'
import type { PlacedLine } from './record-ids.ts'
import { type SettledUnits, settledUnits } from './settled-units.ts'
import type { RunSummary } from './summary.ts'

interface Destination {
  readonly artifact: LineWriter
  readonly coverage: Coverage
  readonly suggestions: readonly Match[]
  readonly sha256: Sha256
}

export interface ClaimedLines extends Pick<RunSummary, 'confidence'> {
  /** Not written yet, since breaks come before them. */
  readonly netted: readonly PlacedLine<NettedLine>[]
  readonly ids: MatchIds
  readonly settled: SettledUnits
  readonly differences: DifferenceTotals
}

/** Writes the lines of matches, those by hand first, and of suggestions. Makes those of nettings. */
export function* writeClaimed(run: RunState, to: Destination): Slices<ClaimedLines> {
  const settled = settledUnits(run)
  const differences = createMatchDifferences(run, settled)
  const sums = createDifferenceSums(run, settled, differences)
  const decided = writeDecided(run, { ...to, sums })
  const { confidence, ...lines } = yield* writeMatches(run, { ...to, settled, sums, differences })
  const netted = nettedLines(run)
  const nettings: { readonly netting: Match; readonly id: string }[] = []
  for (const { netting, line } of netted) {
    sums.addNetting(netting)
    nettings.push({ netting, id: idOfLine('netted', hashOfLine(to.sha256, canonicalize(line))) })
    if (run.work.endsSlice(stepsOfRecord * (netting.source.length + netting.target.length))) yield
  }
  const ids = createMatchIds(run, { ...lines, nettings, decided })
  return { confidence, netted, ids, settled, differences: sums.sums() }
}

const stepsOfRecord = 400

import { at } from '../base/at.ts'
import { linesOf } from '../base/line-splitter.ts'
import { sides } from '../record/side.ts'
import type { ResultChunk } from '../result/artifact.ts'
import { type BreakLine, idsOfSide, type MatchLine, type NettedLine, type TotalsLine } from '../result/line.ts'
import { linesOfView } from './result-lines.ts'

/** What changed rules do with the same records. Lists are in the order of the results. */
type RunDifference = {
  /** Breaks none of whose records is in a break afterwards. */
  readonly closed: readonly BreakLine[]
  /** Breaks with a record that was in no break before. */
  readonly opened: readonly BreakLine[]
  /** Matches and netted lines without a line before of the same kind and exactly the same records. */
  readonly gained: readonly SettledLine[]
  /** Matches and netted lines without a line afterwards of the same kind and exactly the same records. */
  readonly lost: readonly SettledLine[]
  readonly totals: { readonly before: TotalsLine; readonly after: TotalsLine }
}

type SettledLine = MatchLine | NettedLine

/** The result has to be complete: no chunk may have been taken by `takeChunk`. */
interface Outcome {
  readonly chunks: readonly Pick<ResultChunk, 'view' | 'text'>[]
}

/** Compares the breaks and matches of both sides; `compareResults` looks only at source records. O(lines). */
export function differenceOfRuns(before: Outcome, after: Outcome): RunDifference {
  const [was, is] = [readOutcome(before), readOutcome(after)]
  return {
    closed: was.breaks.filter((line) => recordsOf(line).every((record) => !is.broken.has(record))),
    opened: is.breaks.filter((line) => recordsOf(line).some((record) => !was.broken.has(record))),
    gained: is.settled.filter((line) => !was.settledKeys.has(keyOf(line))),
    lost: was.settled.filter((line) => !is.settledKeys.has(keyOf(line))),
    totals: { before: was.totals, after: is.totals },
  }
}

function readOutcome({ chunks }: Outcome) {
  const breaks = linesOfView(chunks, 'breaks').map((text): BreakLine => JSON.parse(text))
  const settled = [...linesOfView(chunks, 'matches'), ...linesOfView(chunks, 'netted')].map(
    (text): SettledLine => JSON.parse(text),
  )
  const totals: TotalsLine = JSON.parse(
    at(
      linesOf(
        at(
          chunks.filter(({ view }) => view === 'totals'),
          0,
        ).text,
      ),
      0,
    ),
  )
  return {
    breaks,
    broken: new Set(breaks.flatMap(recordsOf)),
    settled,
    settledKeys: new Set(settled.map(keyOf)),
    totals,
  }
}

const recordsOf = (line: BreakLine | SettledLine): readonly string[] =>
  sides.flatMap((side) => idsOfSide(line, side).map((id) => `${side} ${id}`))

const keyOf = (line: SettledLine): string => JSON.stringify([line.kind, recordsOf(line)])

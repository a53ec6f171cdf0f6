import { at } from '../base/at.ts'
import { linesOf } from '../base/line-splitter.ts'
import { sides } from '../record/side.ts'
import type { ResultChunk } from '../result/artifact.ts'
import { type BreakLine, idsOfSide, type MatchLine, type NettedLine, type TotalsLine } from '../result/line.ts'
import { linesOfView } from './result-lines.ts'

/** What other rules make of the same records. Lists are in the order of the results. */
export type RunDifference = {
  /** Breaks of the earlier run of whose records none is in a break after. */
  readonly closed: readonly BreakLine[]
  /** Breaks of the later run with a record that was in none before. */
  readonly opened: readonly BreakLine[]
  /** Matches and netted lines of records that were not settled together before, by whatever rule. */
  readonly gained: readonly SettledLine[]
  /** Matches and netted lines of records that are not settled together after. */
  readonly lost: readonly SettledLine[]
  /** Amounts by side and currency, and accepted differences, of both runs. */
  readonly totals: { readonly before: TotalsLine; readonly after: TotalsLine }
}

type SettledLine = MatchLine | NettedLine

/** The chunks of an outcome, all of them: none was taken by `takeChunk`. */
interface Outcome {
  readonly chunks: readonly Pick<ResultChunk, 'view' | 'text'>[]
}

/**
 * Compares two results over the same records: of a run, and of the same run under changed rules. Breaks and matches of
 * both sides count, whereas `compareResults` follows the source records. O(lines).
 */
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

/** Records of both sides as texts that no two of them share. */
const recordsOf = (line: BreakLine | SettledLine): readonly string[] =>
  sides.flatMap((side) => idsOfSide(line, side).map((id) => `${side} ${id}`))

/** The records that a line settles, however it does. */
const keyOf = (line: SettledLine): string => JSON.stringify([line.kind, recordsOf(line)])

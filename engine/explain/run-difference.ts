import { at } from '../base/at.ts'
import { linesOf } from '../base/line-splitter.ts'
import { sides } from '../record/side.ts'
import type { ResultChunk } from '../result/artifact.ts'
import { type BreakLine, idsOfSide, type MatchLine, type NettedLine, type TotalsLine } from '../result/line.ts'
import { linesOfView } from './result-lines.ts'

/** What changed rules do with the same records. Lists are in the order of the results. */
export type RunDifference = {
  /** Breaks none of whose records is in a break afterwards. */
  readonly closed: readonly BreakLine[]
  /** Breaks with a record that was in no break before. */
  readonly opened: readonly BreakLine[]
  /**
   * All other breaks without a break of exactly the same records in the other result. So the breaks before, less the
   * closed and regrouped ones, are as many as those afterwards, less the opened and regrouped ones.
   */
  readonly regrouped: { readonly before: readonly BreakLine[]; readonly after: readonly BreakLine[] }
  /** Matches and netted lines without a line before of the same kind and exactly the same records. */
  readonly gained: readonly SettledLine[]
  /** Matches and netted lines without a line afterwards of the same kind and exactly the same records. */
  readonly lost: readonly SettledLine[]
  readonly totals: { readonly before: TotalsLine; readonly after: TotalsLine }
}

type SettledLine = MatchLine | NettedLine

/** The result has to be complete: no chunk may have been taken by `takeChunk`. */
export interface Outcome {
  readonly chunks: readonly Pick<ResultChunk, 'view' | 'text'>[]
}

/** Compares the breaks and matches of both sides; `compareResults` looks only at source records. O(lines). */
export function differenceOfRuns(before: Outcome, after: Outcome): RunDifference {
  const [was, is] = [readOutcome(before), readOutcome(after)]
  const closed = was.breaks.filter(({ records }) => records.every((record) => !is.broken.has(record)))
  const opened = is.breaks.filter(({ records }) => records.some((record) => !was.broken.has(record)))
  const isElsewhere = (other: Outline, kept: readonly Break[]) => {
    const [known, named] = [new Set(other.breaks.map(nameOf)), new Set(kept)]
    return (each: Break): boolean => !named.has(each) && !known.has(nameOf(each))
  }
  const linesIn = (breaks: readonly Break[]): readonly BreakLine[] => breaks.flatMap(({ lines }) => lines)
  return {
    closed: linesIn(closed),
    opened: linesIn(opened),
    regrouped: {
      before: linesIn(was.breaks.filter(isElsewhere(is, closed))),
      after: linesIn(is.breaks.filter(isElsewhere(was, opened))),
    },
    gained: is.settled.filter((line) => !was.settledKeys.has(keyOf(line))),
    lost: was.settled.filter((line) => !is.settledKeys.has(keyOf(line))),
    totals: { before: was.totals, after: is.totals },
  }
}

type Outline = ReturnType<typeof readOutcome>

/** A break of very many records has a line for each of them. */
interface Break {
  readonly lines: readonly BreakLine[]
  readonly records: readonly string[]
}

const nameOf = ({ records }: Break): string => JSON.stringify(records)

function readOutcome({ chunks }: Outcome) {
  const breaks = joinedBreaks(linesOfView(chunks, 'breaks').map((text): BreakLine => JSON.parse(text)))
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
    broken: new Set(breaks.flatMap(({ records }) => records)),
    settled,
    settledKeys: new Set(settled.map(keyOf)),
    totals,
  }
}

/** The breaks in the order of their first lines. */
function joinedBreaks(lines: readonly BreakLine[]): readonly Break[] {
  const linesByGroup = Map.groupBy(lines, ({ group }) => group)
  return lines.flatMap((line) => {
    const own = (line.group === undefined ? undefined : linesByGroup.get(line.group)) ?? [line]
    return own[0] === line ? [{ lines: own, records: own.flatMap(recordsOf) }] : []
  })
}

/** How many breaks some lines of breaks are. */
export const countBreaks = (lines: readonly BreakLine[]): number => joinedBreaks(lines).length

const recordsOf = (line: BreakLine | SettledLine): readonly string[] =>
  sides.flatMap((side) => idsOfSide(line, side).map((id) => `${side} ${id}`))

const keyOf = (line: SettledLine): string => JSON.stringify([line.kind, recordsOf(line)])

import { linesOf } from '../base/line-splitter.ts'
import type { Side } from '../record/side.ts'
import type { ResultChunk } from '../result/artifact.ts'
import type { BreakLine, ExcludedLine, MatchLine, ResultView } from '../result/line.ts'

/** A line of a result that is about records. */
export type ItemLine = MatchLine | BreakLine | ExcludedLine

/** The views whose lines are about records. */
export type ItemView = Exclude<ResultView, 'header' | 'totals'>

/** The ids of the records of one side that a line holds. */
export const idsIn = ({ source, target }: ItemLine, side: Side): readonly string[] =>
  (side === 'source' ? source : target) ?? []

/** The lines of one view of a result that was just computed, in order, without their newlines. */
export const linesOfView = (chunks: readonly ResultChunk[], view: ItemView): string[] =>
  chunks.filter((chunk) => chunk.view === view).flatMap(({ text }) => linesOf(text))

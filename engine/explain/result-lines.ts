import { linesOf } from '../base/line-splitter.ts'
import type { ResultChunk } from '../result/artifact.ts'
import type { BreakLine, ExcludedLine, MatchLine, NettedLine, ResultView } from '../result/line.ts'

/** A line of a result that is about records. */
export type ItemLine = MatchLine | BreakLine | ExcludedLine | NettedLine

/** The views whose lines are about records. */
export type ItemView = Exclude<ResultView, 'header' | 'totals'>

/** The lines of one view of a result that was just computed, in order, without their newlines. */
export const linesOfView = (chunks: readonly ResultChunk[], view: ItemView): string[] =>
  chunks.filter((chunk) => chunk.view === view).flatMap(({ text }) => linesOf(text))

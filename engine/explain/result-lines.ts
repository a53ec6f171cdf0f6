import { linesOf } from '../base/line-splitter.ts'
import type { ResultChunk } from '../result/artifact.ts'
import type { BreakLine, ExcludedLine, MatchLine, NettedLine, ResultView } from '../result/line.ts'
import { isNamedKind } from '../result/line-id.ts'

/** A line of a result that is about records. */
export type ItemLine = MatchLine | BreakLine | ExcludedLine | NettedLine

/** The views whose lines are about records. */
export type ItemView = Exclude<ResultView, 'header' | 'totals'>

/** The line of a result that is about records; undefined for any other text, which the root shows as a fault. */
export function readItem(text: string): ItemLine | undefined {
  try {
    const line: ItemLine | { readonly kind: 'totals' } | null = JSON.parse(text)
    return line !== null && isItem(line) ? line : undefined
  } catch {
    return undefined
  }
}

const isItem = (line: ItemLine | { readonly kind: 'totals' }): line is ItemLine => isNamedKind(line.kind)

/** The lines of one view of a result that was just computed, in order, without their newlines. */
export const linesOfView = (chunks: readonly Pick<ResultChunk, 'view' | 'text'>[], view: ItemView): string[] =>
  chunks.filter((chunk) => chunk.view === view).flatMap(({ text }) => linesOf(text))

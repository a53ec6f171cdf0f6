import { linesOf } from '../base/line-splitter.ts'
import type { ResultChunk } from '../result/artifact.ts'
import type { DecidedLine } from '../result/decided-line.ts'
import type { BreakLine, ExcludedLine, MatchLine, NettedLine, ResultView } from '../result/line.ts'
import { isNamedKind } from '../result/line-id.ts'

export type ItemLine = MatchLine | DecidedLine | BreakLine | ExcludedLine | NettedLine

type ItemView = Exclude<ResultView, 'header' | 'totals'>

/** Undefined for text that is no line about records. It is no fault here: the root of the result will be wrong. */
export function readItem(text: string): ItemLine | undefined {
  try {
    const line: ItemLine | { readonly kind: 'totals' } | null = JSON.parse(text)
    return line !== null && isItem(line) ? line : undefined
  } catch {
    return undefined
  }
}

const isItem = (line: ItemLine | { readonly kind: 'totals' }): line is ItemLine => isNamedKind(line.kind)

export const linesOfView = (chunks: readonly Pick<ResultChunk, 'view' | 'text'>[], view: ItemView): string[] =>
  chunks.filter((chunk) => chunk.view === view).flatMap(({ text }) => linesOf(text))

import { parseReceipt } from '@tallystick/engine/log'
import type { RunSummary } from '@tallystick/engine/result'
import { jsonIn } from '@tallystick/schema/json-columns'
import { AlteredLinesError } from './altered-lines.ts'
import type { Database } from './database.ts'
import { receiptStore } from './receipt-store.ts'
import { resultChunkStatements } from './result-statements.ts'
import type { RunRow } from './run-store.ts'

interface ViewCount {
  readonly view: string
  readonly lineCount: number
  readonly chunkCount: number
  readonly lastSeq: number | null
}

/** The statements whose answers are the arguments of `requireWholeResult`, in their order. */
export const accountStatements = (db: Database, run: RunRow) =>
  [
    resultChunkStatements(db).views(run.tenantId, { runId: run.id, attempt: run.attempt }),
    receiptStore(db).ofRun(run.tenantId, run.id),
  ] as const

/**
 * Throws `AlteredLinesError` unless the rows of a completed run's result are all there: the chunks of each view without
 * a gap and with as many lines as the run's summary says, and in all views together as many lines as the receipt in the
 * signed log says.
 */
export function requireWholeResult(
  run: RunRow,
  views: readonly ViewCount[],
  [receipt]: readonly { readonly line: string }[],
): void {
  for (const { view, chunkCount, lastSeq } of views)
    if (lastSeq !== chunkCount - 1)
      throw new AlteredLinesError(
        `the view ${view}`,
        `has ${chunkCount} chunks, and the last has the number ${lastSeq}`,
      )
  const lineCountOf = (view: string) => views.find((each) => each.view === view)?.lineCount ?? 0
  for (const [view, wanted] of wantedOf(run))
    if (lineCountOf(view) !== wanted)
      throw new AlteredLinesError(`the view ${view}`, `has ${lineCountOf(view)} of ${wanted} lines`)
  const parsed = receipt && parseReceipt(receipt.line)
  if (!parsed?.ok) throw new AlteredLinesError('the receipt of the run', 'cannot be read')
  const lineCount = views.reduce((sum, each) => sum + each.lineCount, 0)
  const { leaves } = parsed.value
  if (lineCount !== leaves) throw new AlteredLinesError('the result', `has ${lineCount} of ${leaves} lines`)
}

/**
 * Only the views whose number of lines is in the summary: a break may have several lines, and exclusions are not
 * counted.
 */
function wantedOf({ summary }: RunRow): readonly (readonly [view: string, lineCount: number])[] {
  const { matchCount, suggestionCount, nettedCount }: Partial<RunSummary> = Object(jsonIn(summary ?? ''))
  if (matchCount === undefined || suggestionCount === undefined || nettedCount === undefined)
    throw new AlteredLinesError('the summary of the run', 'cannot be read')
  return [
    ['header', 1],
    ['matches', matchCount],
    ['suggestions', suggestionCount],
    ['netted', nettedCount],
    ['totals', 1],
  ]
}

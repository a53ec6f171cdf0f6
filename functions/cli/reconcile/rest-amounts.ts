import { linesOf, type MatchLine, type ReconcileResult } from '@tallystick/engine'
import type { RecordName } from './record-texts.ts'

/** The amounts of what matches left over, which no file has, by side and id. */
export type RestAmounts = (name: Pick<RecordName, 'side' | 'id'>) => string | undefined

/** Reads the matches of a result once, and only where some of them left something over. */
export function restAmountsOf({ chunks, summary }: Pick<ReconcileResult, 'chunks' | 'summary'>): RestAmounts {
  const amounts = new Map<string, string>()
  for (const { view, text } of summary.residualCount === 0 ? [] : chunks) {
    if (view !== 'matches') continue
    for (const line of linesOf(text)) {
      const { residual }: MatchLine = line.includes('"residual":{') ? JSON.parse(line) : {}
      if (residual !== undefined) amounts.set(`${residual.side}:${residual.id}`, residual.amount)
    }
  }
  return ({ side, id }) => amounts.get(`${side}:${id}`)
}

import { addDecimals, formatDecimal, linesOf, noCurrency, parseDecimal } from '@tallystick/engine/base'
import type { ReconcileResult } from '@tallystick/engine/reconcile'
import type { MatchLine } from '@tallystick/engine/result'
import { findRows, type SideTables } from './find-rows.ts'

/** The open amount that a match leaves of a record, under an id that is in no file. */
export type Residual = NonNullable<MatchLine['residual']>

interface WrittenResult {
  readonly summary: Pick<ReconcileResult['summary'], 'residualCount'>
  readonly chunks: readonly Pick<ReconcileResult['chunks'][number], 'view' | 'text'>[]
}

/** The residuals of a result. Its matches are read once, and only where some of them left a residual. */
export function residualsOf({ chunks, summary }: WrittenResult): readonly Residual[] {
  if (summary.residualCount === 0) return []
  return chunks
    .filter(({ view }) => view === 'matches')
    .flatMap(({ text }) => [...linesOf(text)])
    .filter((line) => line.includes('"residual":{'))
    .flatMap((line) => {
      const { residual }: MatchLine = JSON.parse(line)
      return residual === undefined ? [] : [residual]
    })
}

/** The sums of residuals by side and currency, in the order of the currencies. O(records of both sides). */
export function sumResiduals(residuals: readonly Residual[], sides: SideTables): readonly ResidualSum[] {
  const sums = new Map<string, ResidualSum>()
  const rowOf = { source: findRows(residuals, sides, 'source'), target: findRows(residuals, sides, 'target') }
  for (const { side, id, amount } of residuals) {
    const currency = sides[side].table.text('currency').textAt(rowOf[side](id)) ?? noCurrency
    const before = sums.get(currency) ?? { currency, source: '0', target: '0' }
    sums.set(currency, { ...before, [side]: added(before[side], amount) })
  }
  return [...sums.values()].sort((a, b) => (a.currency < b.currency ? -1 : 1))
}

export interface ResidualSum {
  readonly currency: string
  readonly source: string
  readonly target: string
}

function added(left: string, right: string): string {
  const [a, b] = [parseDecimal(left), parseDecimal(right)]
  if (a === undefined || b === undefined) throw new Error(`Residuals that are no decimals: ${left}, ${right}`)
  return formatDecimal(addDecimals(a, b))
}

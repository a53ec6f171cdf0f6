import { formatDecimal, parseDecimal, subtractDecimals } from '@tallystick/engine/base'
import type { Fault } from '@tallystick/schema/problem'
import { ProblemError } from '../http/problem.ts'

export type ControlTotals = { readonly [currency: string]: string } | undefined

type Totals = { readonly [currency: string]: string }

/** Throws `control_total_mismatch`, with every difference. A currency that either side lacks counts as zero there. */
export function checkControlTotals(wanted: ControlTotals, totals: Totals): void {
  if (wanted === undefined) return
  const [askedBy, foundBy] = [new Map(Object.entries(wanted)), new Map(Object.entries(totals))]
  const currencies = [...new Set([...askedBy.keys(), ...foundBy.keys()])].sort()
  const errors: Fault[] = []
  for (const currency of currencies) {
    const asked = askedBy.get(currency) ?? '0'
    const found = foundBy.get(currency) ?? '0'
    const difference = differenceOf(asked, found)
    if (difference !== '0')
      errors.push({
        pointer: `/controlTotals/${currency}`,
        code: 'control_total_mismatch',
        detail: `Wanted ${asked} ${currency}, the records add up to ${found}: a difference of ${difference}.`,
      })
  }
  if (errors.length > 0) throw new ProblemError('control_total_mismatch', { errors })
}

/** The difference `found` − `asked`. */
function differenceOf(asked: string, found: string): string | undefined {
  const left = parseDecimal(found)
  const right = parseDecimal(asked)
  return left && right && formatDecimal(subtractDecimals(left, right))
}

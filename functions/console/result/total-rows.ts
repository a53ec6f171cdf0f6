import type { RunOverview } from '../engine-worker/engine-types.ts'
import { codeText } from '../parts/plain-words.ts'

type Totals = RunOverview['totals']
type Figure = 'matched' | 'open' | 'excluded' | 'netted'

const figures: readonly { readonly id: Figure; readonly label: string }[] = [
  { id: 'matched', label: 'Matched' },
  { id: 'open', label: 'Open' },
  { id: 'excluded', label: 'Excluded' },
  { id: 'netted', label: 'Netted' },
]

export interface BarRow {
  readonly label: string
  readonly kind: string
  readonly source: string | undefined
  readonly target: string | undefined
  /** An amount that lies between the two sides, with its description. */
  readonly between?: { readonly amount: string; readonly words: string }
}

export const currenciesOf = ({ source, target }: Totals): readonly string[] =>
  [...new Set([...Object.keys(source), ...Object.keys(target)])].sort()

/**
 * The rows of one currency. They add up: matched and netted source + accepted differences + turned signs = matched and
 * netted target.
 */
export function totalRows({ source, target, accepted, turned, fx }: Totals, currency: string) {
  const own: readonly BarRow[] = figures
    .map(({ id, label }) => ({
      label,
      kind: id,
      source: source[currency]?.[id] ?? '0',
      target: target[currency]?.[id] ?? '0',
    }))
    .filter((row) => row.kind === 'matched' || row.kind === 'open' || row.source !== '0' || row.target !== '0')
  const differences = { ...accepted[currency], ...(fx[currency] === undefined ? {} : { conversion: fx[currency] }) }
  const taken = Object.entries(differences).map(
    ([variance, amount]): BarRow => ({
      label: `Accepted: ${codeText(variance).toLowerCase()}`,
      ...between('accepted', amount, 'target − source'),
    }),
  )
  const { [currency]: amount = '0' } = turned
  const changed = amount === '0' ? [] : [{ label: 'Turned', ...between('turned', amount, 'by a changed sign') }]
  return [...own, ...taken, ...changed]
}

const between = (kind: string, amount: string, words: string): Omit<BarRow, 'label'> => ({
  kind,
  source: undefined,
  target: undefined,
  between: { amount, words },
})

import { addDecimals, type Decimal, formatDecimal, parseDecimal, subtractDecimals, zero } from '@tallystick/engine/base'
import type { BySide, Side } from '@tallystick/engine/record'
import type { RunOverview } from '../engine-worker/engine-types.ts'
import { currenciesOf } from './total-rows.ts'

export interface ProofRow {
  readonly label: string
  readonly amount: string
  readonly kind: 'balance' | 'step' | 'unexplained'
}

export interface ProofTable {
  readonly currency: string
  /** The side whose balances the table begins with, and whose signs it has. */
  readonly side: Side
  readonly to: string | null
  readonly rows: readonly ProofRow[]
}

type ProvenRun = Pick<RunOverview, 'totals' | 'balances' | 'policy' | 'sides'>

/**
 * Leads from the closing balance of a side to the one that the other side has or should have, by currency. Empty where
 * no side states balances. The rows add up exactly.
 */
export function proofTables(run: ProvenRun): readonly ProofTable[] {
  return currenciesOf(run.totals).flatMap((currency): readonly ProofTable[] => {
    const side = (['source', 'target'] as const).find((each) => run.balances[each][currency] !== undefined)
    const stated = side && run.balances[side][currency]
    if (side === undefined || stated === undefined) return []
    return [{ currency, side, to: stated.to, rows: rowsOf(run, { side, currency }) }]
  })
}

interface Proof {
  readonly side: Side
  readonly currency: string
}

const parts = ['open', 'excluded', 'netted', 'matched'] as const

function rowsOf({ totals, balances, policy, sides }: ProvenRun, { side, currency }: Proof): readonly ProofRow[] {
  const other: Side = side === 'source' ? 'target' : 'source'
  const turn = isTurned(policy) ? negated : (amount: Decimal) => amount
  const sumOf = (of: Side, part: (typeof parts)[number]): Decimal => decimalOf(totals[of][currency]?.[part])
  const differenceOf = (part: (typeof parts)[number]): Decimal =>
    subtractDecimals(turn(sumOf(other, part)), sumOf(side, part))
  const own = balances[side][currency]
  const others = balances[other][currency]
  const atStart =
    others === undefined ? zero : subtractDecimals(turn(decimalOf(others.opening)), decimalOf(own?.opening))
  const steps = [
    { label: 'Differed at the beginning', amount: atStart },
    { label: `Only in ${sides[side].name}`, amount: negated(sumOf(side, 'open')) },
    { label: `Only in ${sides[other].name}`, amount: turn(sumOf(other, 'open')) },
    { label: 'Left out by rules', amount: differenceOf('excluded') },
    { label: 'Netted', amount: differenceOf('netted') },
    { label: 'Accepted differences', amount: differenceOf('matched') },
  ].filter(({ amount }) => amount.coefficient !== 0n)
  const expected = steps.reduce((sum, { amount }) => addDecimals(sum, amount), decimalOf(own?.closing))
  return [
    { kind: 'balance', label: `Balance by ${sides[side].name}`, amount: formatDecimal(decimalOf(own?.closing)) },
    ...steps.map(({ label, amount }) => ({ kind: 'step', label, amount: formatDecimal(amount) }) as const),
    {
      kind: 'balance',
      label: `Balance that ${sides[other].name} ${others === undefined ? 'should have' : 'should close with'}`,
      amount: formatDecimal(expected),
    },
    ...(others === undefined ? [] : unexplainedRows(turn(decimalOf(others.closing)), expected, sides[other].name)),
  ]
}

const unexplainedRows = (stated: Decimal, expected: Decimal, name: string): readonly ProofRow[] => [
  { kind: 'balance', label: `Balance by ${name}`, amount: formatDecimal(stated) },
  { kind: 'unexplained', label: 'Unexplained', amount: formatDecimal(subtractDecimals(stated, expected)) },
]

const negated = (amount: Decimal): Decimal => subtractDecimals(zero, amount)

const decimalOf = (text: string | undefined): Decimal => (text === undefined ? zero : (parseDecimal(text) ?? zero))

/** Whether the rules turn the signs of one side. */
function isTurned(policy: RunOverview['policy']): boolean {
  const signs: Partial<BySide<string>> =
    typeof policy === 'object' && policy !== null && !Array.isArray(policy) ? Object(Reflect.get(policy, 'signs')) : {}
  return (signs.source ?? 'as-is') !== (signs.target ?? 'as-is')
}

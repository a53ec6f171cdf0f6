import { groupedAmount } from '@tallystick/audit/base/amount'
import { compareStates } from '@tallystick/audit/close/work-list'
import { formatDecimal } from '@tallystick/engine/base'
import type { PeriodItem } from '@tallystick/engine/close'
import { alignPoints, linesOf, padded, shortened } from '../reconcile/text-table.ts'
import { printable } from '../terminal.ts'
import { wordOfItem } from './item-words.ts'

/**
 * A line for each item, in columns, what is to be decided first, the oldest of a state first:
 *
 *     2026-03-02   29 days    -2.50 EUR   source:s7   undecided   missing_in_target   Bank fee
 */
export function itemLines(items: readonly PeriodItem[]): readonly string[] {
  if (items.length === 0) return []
  const sorted = items.toSorted((a, b) => compareStates(a, b) || b.ageDays - a.ageDays)
  return linesOf(
    [
      padded(sorted.map(({ record }) => record.date ?? record.valueDate ?? '')),
      padded(
        sorted.map(({ ageDays }) => `${ageDays} ${ageDays === 1 ? 'day ' : 'days'}`),
        'left',
      ),
      padded(alignPoints(sorted.map(({ amount, currency }) => groupedAmount(formatDecimal(amount), currency))), 'left'),
      padded(sorted.map(({ currency }) => currency)),
      padded(sorted.map(({ name }) => printable(wordOfItem(name, items)))),
      padded(sorted.map(stateText)),
      padded(sorted.map(({ reason = '' }) => reason)),
      sorted.map(recordText),
    ],
    '   ',
  )
}

function stateText({ state, label, expected, isOverdue, isLate, owner }: PeriodItem): string {
  const facts = [
    ...(label === undefined ? [] : [label]),
    ...(expected === undefined ? [] : [isOverdue ? `overdue since ${expected}` : `until ${expected}`]),
    ...(isLate ? ['late'] : []),
    ...(owner === undefined ? [] : [`of ${owner}`]),
  ]
  return printable(facts.length === 0 ? state : `${state} (${facts.join(', ')})`)
}

const textLengthMax = 60

const recordText = ({ record: { reference, description, counterparty } }: PeriodItem): string =>
  shortened(
    printable([reference, counterparty, description].filter((text) => text !== undefined).join(' · ')),
    textLengthMax,
  )

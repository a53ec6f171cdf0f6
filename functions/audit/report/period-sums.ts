import { addDecimals, type Decimal, formatDecimal } from '@tallystick/engine/base'
import { compareNames, type PeriodItem } from '@tallystick/engine/close'
import type { PeriodReport } from '@tallystick/schema/period-report'

/** Sums of items for the report of a period. Each is O(items). */

/** By owner, those of nobody last, then by side and currency. */
export const ownersOf = (items: readonly PeriodItem[], names: ReadonlyMap<string, string>): PeriodReport['owners'] =>
  grouped(items, ({ owner }) => (owner === undefined ? '~' : `=${owner}`)).map((group) => {
    const { owner } = group.first
    return {
      owner: owner === undefined ? null : (names.get(owner) ?? owner),
      ...sumOf(group),
      oldestDays: group.items.reduce((oldest, { ageDays }) => Math.max(oldest, ageDays), 0),
    }
  })

/** The accepted items by label, then by side and currency. */
export const adjustmentsOf = (items: readonly PeriodItem[]): PeriodReport['adjustments'] =>
  grouped(
    items.filter(({ state }) => state === 'accepted'),
    ({ label = '' }) => label,
  ).map((group) => ({ label: group.first.label ?? '', ...sumOf(group) }))

/** The records that are neither open nor settled, by why, then by side and currency. */
export const asideSums = (items: readonly PeriodItem[]): PeriodReport['setAside'] =>
  grouped(
    items.filter(({ state }) => asideStates.includes(state)),
    ({ state }) => state,
  ).map((group) => ({ state: group.first.state, ...sumOf(group) }))

const asideStates: readonly PeriodItem['state'][] = ['excluded', 'later', 'repeated', 'withdrawn']

interface Group {
  readonly first: PeriodItem
  readonly items: readonly PeriodItem[]
}

function grouped(items: readonly PeriodItem[], keyOf: (item: PeriodItem) => string): readonly Group[] {
  const groups = Map.groupBy(items, (item) => JSON.stringify([keyOf(item), item.name.side, item.currency]))
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, own]) => {
      const [first] = own.toSorted((a, b) => compareNames(a.name, b.name))
      return first === undefined ? [] : [{ first, items: own }]
    })
}

const sumOf = ({ first, items }: Group) => ({
  side: first.name.side,
  currency: first.currency,
  count: items.length,
  amount: formatDecimal(items.map(({ amount }) => amount).reduce((sum: Decimal, each) => addDecimals(sum, each))),
})

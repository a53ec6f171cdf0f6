import type { ItemRecord } from '@tallystick/client'
import { ageBuckets, itemStates } from '@tallystick/engine/close'
import { type Side, sides } from '@tallystick/engine/record'
import { breakReasons, causeKinds } from '@tallystick/engine/result'
import { useMemo } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { type AskedList, useList } from '../use-call.ts'
import { amountMinOf } from './chosen-items.ts'
import { useClose } from './use-close.ts'

/** Which items are listed; an empty text filters nothing. */
export interface ItemFilter {
  readonly state: ItemRecord['state'] | ''
  readonly side: Side | ''
  readonly reason: NonNullable<ItemRecord['reason']> | ''
  readonly cause: NonNullable<ItemRecord['cause']>['kind'] | ''
  readonly age: ItemRecord['age'] | ''
  /** As it was typed. */
  readonly amountMin: string
  readonly owner: string
  readonly q: string
  readonly sort: (typeof itemSorts)[number]
}

export const itemSorts = ['age', 'amount', 'id'] as const

export const undecided: ItemFilter = {
  ...{ state: 'undecided', side: '', reason: '', cause: '', age: '', amountMin: '', owner: '', q: '', sort: 'age' },
}

/** The items that pass the filter, of the revision of the period that is shown. */
export function usePeriodItems(
  { id, revision }: { readonly id: string; readonly revision: number },
  filter: ItemFilter,
): AskedList<ItemRecord> {
  const asked = { ...filter, amountMin: amountMinOf(filter.amountMin) ?? '' }
  const close = useClose()
  const given = Object.entries(asked).filter(([, value]) => value !== '')
  return useList(`items ${id} ${revision} ${JSON.stringify(filter)}`, (signal) =>
    close.items(id, Object.fromEntries(given), signal),
  )
}

/** The filter that the address holds, and how to change it there. */
export function useItemFilter(): readonly [ItemFilter, (filter: ItemFilter) => void] {
  const { path, query, route } = useLocation()
  const filter = useMemo(() => filterIn(query), [query])
  return [filter, (next) => route(`${path}?${membersOf(next)}`, true)]
}

type Members = { readonly [name in keyof ItemFilter]?: string }

/** Unknown values are ignored; `state=all` asks for items of every state. */
function filterIn({ state, side, reason, cause, age, amountMin, owner, q, sort }: Members): ItemFilter {
  return {
    state: state === 'all' ? '' : among(itemStates, state, undecided.state),
    side: among(sides, side, ''),
    reason: among(breakReasons, reason, ''),
    cause: among(causeKinds, cause, ''),
    age: among(ageBuckets, age, ''),
    amountMin: amountMin === undefined || amountMinOf(amountMin) === undefined ? '' : amountMin,
    owner: owner ?? '',
    q: q ?? '',
    sort: among(itemSorts, sort, undecided.sort),
  }
}

export const among = <Value extends string, None>(values: readonly Value[], text: string | undefined, none: None) =>
  values.find((value) => value === text) ?? none

/** The inverse of `filterIn`: `step=items&state=all&reason=duplicate`. */
function membersOf(filter: ItemFilter): URLSearchParams {
  const changed = Object.entries(filter).filter(([name, value]) => value !== undecided[name as keyof ItemFilter])
  return new URLSearchParams([
    ['step', 'items'],
    ...changed.map(([name, value]) => [name, value === '' ? 'all' : value]),
  ])
}

import type { ItemRecord } from '@tallystick/client'
import { client } from '../session.ts'
import { type AskedList, useList } from '../use-call.ts'

export interface ItemFilter {
  readonly state: ItemRecord['state'] | ''
  readonly side: 'source' | 'target' | ''
  readonly age: ItemRecord['age'] | ''
  readonly owner: string
  readonly q: string
  readonly sort: 'age' | 'amount' | 'id'
}

export const undecided: ItemFilter = { state: 'undecided', side: '', age: '', owner: '', q: '', sort: 'age' }

const pageSize = 100

/** The items that pass the filter, of the revision of the period that is shown. */
export function usePeriodItems(
  { id, revision }: { readonly id: string; readonly revision: number },
  filter: ItemFilter,
): AskedList<ItemRecord> {
  const given = Object.entries(filter).filter(([, value]) => value !== '')
  return useList(`items ${id} ${revision} ${JSON.stringify(filter)}`, (signal) =>
    client().periods.items(id, { ...Object.fromEntries(given), limit: pageSize }, { signal }),
  )
}

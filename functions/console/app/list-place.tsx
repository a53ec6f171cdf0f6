import type { ComponentChildren } from 'preact'
import { EmptyPlace } from './empty-place.tsx'
import { FailureNotice } from './failure-notice.tsx'
import { MoreButton } from './more-button.tsx'
import type { AskedList } from './use-call.ts'

interface ListPlaceProps<Item> {
  readonly list: AskedList<Item>
  /** What is asked for: `your runs`. */
  readonly what: string
  readonly emptyTitle: string
  /** What stands below that title. */
  readonly empty: ComponentChildren
  readonly show: (items: readonly Item[]) => ComponentChildren
}

/** A list of the service: while it is asked for, where it is empty or failed, and its items with a way to more. */
export function ListPlace<Item>({ list, what, emptyTitle, empty, show }: ListPlaceProps<Item>) {
  const { items, error, isLoading, reload } = list
  if (items.length > 0)
    return (
      <>
        {show(items)}
        <FailureNotice error={error} onRetry={reload} />
        <MoreButton list={list} />
      </>
    )
  if (error !== undefined) return <FailureNotice error={error} onRetry={reload} />
  return isLoading ? (
    <p aria-busy="true">Asking for {what} …</p>
  ) : (
    <EmptyPlace title={emptyTitle}>
      <p>{empty}</p>
    </EmptyPlace>
  )
}

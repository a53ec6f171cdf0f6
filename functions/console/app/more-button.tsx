import type { AskedList } from './use-call.ts'

export function MoreButton<Item>({ list }: { readonly list: AskedList<Item> }) {
  if (!list.hasMore) return null
  return (
    <p class="actions more">
      <button type="button" class="quiet" disabled={list.isLoading} onClick={list.showMore}>
        {list.isLoading ? 'Asking for more …' : 'Show more'}
      </button>
    </p>
  )
}

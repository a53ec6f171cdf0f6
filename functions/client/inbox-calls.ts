import type { InboxFileRecord, InboxLinkRecord, NewInboxLink, NewInboxLinkRecord } from '@tallystick/schema/inbox'
import type { Calls } from './calls.ts'
import type { List } from './lists.ts'
import { type CallOptions, segment } from './transport.ts'

const pathOf = (reconciliationId: string, of: 'inbox-links' | 'inbox-files'): string =>
  `/reconciliations/${segment(reconciliationId)}/${of}`

/** Calls on links that take the files of a reconciliation, and on those files. */
export const inboxCalls = (calls: Calls) => ({
  links: (id: string, query: { readonly limit?: number } = {}, options: CallOptions = {}): List<InboxLinkRecord> =>
    calls.list(pathOf(id, 'inbox-links'), { query, ...options }),

  /** Only this answer contains the address of the link, to which `fetch` sends a file with PUT. */
  createLink: (id: string, link: NewInboxLink, options: CallOptions = {}): Promise<NewInboxLinkRecord> =>
    calls.change({ path: pathOf(id, 'inbox-links'), json: link, ...options }),

  revokeLink: (id: string, link: string, options: CallOptions = {}): Promise<void> =>
    calls.remove(`${pathOf(id, 'inbox-links')}/${segment(link)}`, options),

  files: (id: string, query: { readonly limit?: number } = {}, options: CallOptions = {}): List<InboxFileRecord> =>
    calls.list(pathOf(id, 'inbox-files'), { query, ...options }),
})

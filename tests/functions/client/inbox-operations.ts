import type { Client } from '../../../functions/client/index.ts'

const page = { limit: 2 }

/** The calls of each operation about files that arrive, with every parameter that it has. */
export const inboxOperations: { readonly [operationId: string]: readonly ((client: Client) => unknown)[] } = {
  createInboxLink: [(client) => client.inbox.createLink('rcn_1', { side: 'source' })],
  listInboxLinks: [(client) => client.inbox.links('rcn_1', page).toArray()],
  revokeInboxLink: [(client) => client.inbox.revokeLink('rcn_1', 'inb_1')],
  listInboxFiles: [(client) => client.inbox.files('rcn_1', page).toArray()],
}

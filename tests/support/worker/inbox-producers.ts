import { inboxLinkCountMax } from '../../../schema/inbox.ts'
import { createTestApp } from './client.ts'
import { inboxLink, marchFile, putFile } from './inbox.ts'
import { defined } from './periods.ts'

/** For every code about links that take files a request that ends in it. */
export const inboxProducers = {
  inbox_link_not_found: () => putFile(createTestApp(), 'https://a.test/inbox/x', marchFile),
  too_many_inbox_links: async () => {
    const { client } = await createTestApp().newTenant()
    const { self } = (await defined(client)).links
    for (let made = 0; made < inboxLinkCountMax; made += 1) await inboxLink(client, self)
    return client.post(`${self}/inbox-links`, { side: 'source' })
  },
} as const

import { requestExamples } from '../../../../functions/local/openapi/request-examples.ts'
import { inboxLink, marchFile, putFile } from '../inbox.ts'
import { defined } from '../periods.ts'
import { got, type Scenes, sent } from './scene.ts'

/** A request of each operation of links that take files. */
export const inboxScenes = {
  createInboxLink: async (_, { client }) => {
    const body = Object(requestExamples['createInboxLink']?.['application/json'])
    return sent('POST', `${(await defined(client)).links.self}/inbox-links`, body)
  },
  listInboxLinks: async (_, { client }) => {
    const { self } = (await defined(client)).links
    await inboxLink(client, self)
    return got(`${self}/inbox-links`)
  },
  revokeInboxLink: async (_, { client }) => {
    const { self } = (await defined(client)).links
    return sent('DELETE', `${self}/inbox-links/${(await inboxLink(client, self)).id}`)
  },
  listInboxFiles: async (app, { client }) => {
    const { self } = (await defined(client)).links
    await putFile(app, (await inboxLink(client, self)).url, marchFile)
    return got(`${self}/inbox-files`)
  },
  putInboxFile: async (_, { client }) => {
    const { url } = await inboxLink(client, (await defined(client)).links.self)
    const headers = { 'Content-Type': 'text/csv', 'Content-Length': String(marchFile.length) }
    return { method: 'PUT', path: new URL(url).pathname, body: marchFile, headers, by: {} }
  },
} satisfies Scenes

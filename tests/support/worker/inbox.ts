import { runScheduled } from '../../../functions/service/system/scheduled.ts'
import type { InboxFileRecord, NewInboxLinkRecord } from '../../../schema/inbox.ts'
import type { Client, TestApp } from './client.ts'
import { executeReading } from './readings.ts'

/** Links that take files, for tests. */

export const marchFile = 'id,date,amount\na,2026-03-02,10.00\n'

/** A link of a reconciliation, whose path is `path`. */
export async function inboxLink(client: Client, path: string, members: object = {}): Promise<NewInboxLinkRecord> {
  const answer = await client.post(`${path}/inbox-links`, { side: 'source', ...members })
  return answer.json()
}

/** Sends a file as somebody who has nothing but the address. */
export const putFile = (app: Pick<TestApp, 'clientWith'>, url: string, body: string): Promise<Response> =>
  app.clientWith({}).send(new URL(url).pathname, {
    ...{ method: 'PUT', body },
    headers: { 'Content-Type': 'text/csv', 'Content-Length': String(new TextEncoder().encode(body).length) },
  })

/** Reads a file that arrived, and has the sweep see to it. */
export async function readArrived(app: TestApp, { tenantId, id }: { tenantId: string; id: string }): Promise<void> {
  await executeReading(app, { tenantId, id, attempt: 1 })
  await runScheduled(app.env, app.isolate)
}

export async function filesOf(client: Client, path: string): Promise<readonly InboxFileRecord[]> {
  const answer = await client.get(`${path}/inbox-files`)
  return (await answer.json<{ data: InboxFileRecord[] }>()).data
}

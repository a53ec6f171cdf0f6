import { expect } from 'vitest'
import { requestExamples } from '../../../functions/local/openapi/request-examples.ts'
import type { LargeRunParameters, ReadingParameters } from '../../../functions/service/env.ts'
import { anchorLogs } from '../../../functions/service/log/anchor/anchor-logs.ts'
import { queries } from '../../../functions/service/store/database.ts'
import { type Client, createTestApp } from './client.ts'
import { memoryWorkflow } from './memory-workflow.ts'
import { ownStores } from './own-stores.ts'
import { memberOf } from './people.ts'

const json = 'application/json'

/** Of this session alone: the others of the tests signed at other times than this session, which is in the past. */
const signingKey = 'MC4CAQAwBQYDK2VwBCIEIAkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJ'

/** A tenant whose requests are the examples of the OpenAPI document, and whose answers are kept by operation and media type. */
export async function createSession() {
  const stores = await ownStores()
  // Later with each request, so that lists have one order.
  let now = Date.parse('2026-03-31T09:00:00.000Z')
  const app = createTestApp({
    now: () => now,
    env: {
      ...stores,
      SIGNING_KEY: signingKey,
      OIDC_ISSUERS: 'https://accounts.example.com tallystick',
      UPLOADS: memoryWorkflow<ReadingParameters>().binding,
      RUNS: memoryWorkflow<LargeRunParameters>().binding,
    },
  })
  const { client, tenantId } = await app.newTenant()
  const administrator = await memberOf(app, tenantId, 'administrator')
  const admin = app.clientWith({ 'X-Admin-Key': app.env.ADMIN_KEY ?? '' })
  const answers: Record<string, Record<string, unknown>> = {}
  const note = async (operationId: string, response: Promise<Response>) => {
    const answer = await response
    now += 1000
    const type = answer.headers.get('Content-Type')?.split(';')[0] ?? ''
    const text = await answer.text()
    expect(answer.ok, `${operationId}: ${text}`).toBe(true)
    const value = type === json ? JSON.parse(text) : text
    answers[operationId] = { ...answers[operationId], [type]: value }
    return value
  }
  const get = (operationId: string, path: string, type = json, by: Client = client) =>
    note(operationId, by.get(path, { Accept: type }))
  const post = (operationId: string, path: string, by: Client = client, type = json) => {
    const body = requestExamples[operationId]?.[type]
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    return note(operationId, by.post(path, text, { 'Content-Type': type }))
  }
  const patch = (operationId: string, path: string, by: Client) => {
    const body = JSON.stringify(requestExamples[operationId]?.[json])
    return note(operationId, by.send(path, { method: 'PATCH', body, headers: { 'Content-Type': json } }))
  }
  /** Puts the logs into the index of all. */
  const anchor = () => anchorLogs({ db: queries(app.env.DB), isolate: app.isolate, env: app.env })
  return { app, client, admin, administrator, tenantId, answers, note, get, post, patch, anchor }
}

import { expect, it } from 'vitest'
import { eachOf, sizeOf } from '../../../support/forms.ts'
import { notePromise } from '../../../support/promised.ts'
import { createTestApp, origin, type TestApp } from '../../../support/worker/client.ts'
import { issuerLines, memberOf } from '../../../support/worker/people.ts'
import { everyScene } from '../../../support/worker/scenes/every-scene.ts'
import type { Asked, Scene } from '../../../support/worker/scenes/scene.ts'

const tried: string[] = []

it.each<[string, Scene]>(eachOf(1, Object.entries(everyScene)))(
  '%s answers with the id of another tenant as with one that nobody has',
  async (operationId, scene) => {
    const now = Date.now()
    const app = createTestApp({ now: () => now, env: { OIDC_ISSUERS: issuerLines.join('\n') } })
    const asked = await scene(app, await app.newTenant())
    const unknown = withUnknownIds(asked)
    // The operator sees every tenant, and what has no id names nothing of one.
    if (unknown === undefined || 'X-Admin-Key' in (asked.by ?? {})) return
    tried.push(operationId)
    const { tenantId, secret } = await app.newTenant()
    const administrator = await memberOf(app, tenantId, 'administrator')
    const approver = await memberOf(app, tenantId, 'approver')
    const all = [
      { 'X-API-Key': secret },
      ...[administrator, approver].map(({ cookie }) => ({ Cookie: cookie, Origin: origin })),
    ]
    const statuses: number[] = []
    for (const by of all) {
      const [foreign, missing] = [await answerOf(app, { ...asked, by }), await answerOf(app, { ...unknown, by })]
      expect(foreign).toEqual(missing)
      statuses.push(foreign.status)
    }
    // At least one of them may do it, and is told that there is no such thing.
    expect(Math.min(...statuses), JSON.stringify(statuses)).toBeGreaterThanOrEqual(400)
    expect(statuses).toContain(404)
  },
)

it('says how many operations were tried', (context) => {
  notePromise(context, {
    property: 'tenancy: an id of another tenant, by its key and two of its members',
    wanted: 'the bytes of the answer to an id that nobody has',
    reached: `${tried.length} operations`,
  })
  expect(tried.length).toBeGreaterThan(sizeOf({ quick: 10, short: 40, long: 40 }))
})

const ids = /\b((?:run|dat|upl|rcn|prd|mbr|inv|key|dcn|whk|msg)_[0-9a-z]+)([0-9a-z])\b/g

/** The request with ids that nobody has, of the same form; undefined where it names none. */
function withUnknownIds(asked: Asked): Asked | undefined {
  const other = (text: string) =>
    text.replaceAll(ids, (_, all: string, last: string) => all + (last === 'a' ? 'b' : 'a'))
  const path = other(asked.path)
  const body = typeof asked.body === 'string' ? other(asked.body) : asked.body
  return path === asked.path && body === asked.body
    ? undefined
    : { ...asked, path, ...(body !== undefined && { body }) }
}

/** What the answer has but for what differs from request to request. */
async function answerOf(app: TestApp, { method, path, headers, by, body }: Asked) {
  const init = { method, headers: { ...by, ...headers }, ...(body !== undefined && { body }) }
  const answer = await app.fetch(new Request(new URL(path, origin), init))
  const own = new Set(['x-request-id', 'ratelimit', 'x-ratelimit-remaining'])
  const { requestId, instance, ...members } = await answer
    .json<Record<string, unknown>>()
    .catch(() => ({}) as Record<string, unknown>)
  return {
    status: answer.status,
    headers: Object.fromEntries([...answer.headers].filter(([name]) => !own.has(name))),
    members,
  }
}

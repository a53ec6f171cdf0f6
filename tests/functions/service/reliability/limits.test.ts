import { describe, expect, it } from 'vitest'
import { requestExamples } from '../../../../functions/local/openapi/request-examples.ts'
import { openRequestMemory } from '../../../../functions/service/http/middleware/memory-budget.ts'
import { eachOf, sizeOf } from '../../../support/forms.ts'
import { notePromise } from '../../../support/promised.ts'
import { createTestApp, type TestApp } from '../../../support/worker/client.ts'
import { issuerLines } from '../../../support/worker/people.ts'
import { problemOf } from '../../../support/worker/readers.ts'
import { everyScene } from '../../../support/worker/scenes/every-scene.ts'
import type { Asked, Scene } from '../../../support/worker/scenes/scene.ts'

const kilobyte = 1024
/** Of bodies without a limit of their own, of decisions, and of rules and records. */
const limitsKnown = [256 * kilobyte, 768 * kilobyte, 8 * kilobyte * kilobyte]

/** The operations that take a body, and the media types of each. */
const operations = Object.entries(everyScene).flatMap(([operationId, scene]) => {
  const types = Object.keys(requestExamples[operationId] ?? {})
  return types.map((type): Operation => [operationId, type, scene]).slice(0, 1)
})
type Operation = [operationId: string, mediaType: string, scene: Scene]

const figures = { cases: 0, operations: 0 }

/** The body of a request of the operation, and what sends the request with another one. */
async function bodyOf(mediaType: string, scene: Scene) {
  const env = { OIDC_ISSUERS: issuerLines.join('\n') }
  const [app, impatient] = [createTestApp({ env }), createTestApp({ bodyStallMilliseconds: 50, env })]
  const tenant = await app.newTenant()
  const { method, path, by, headers, body = '{}' }: Asked = await scene(app, tenant)
  const sendBy =
    ({ clientWith }: TestApp) =>
    (sent: BodyInit, more: Headers = {}) => {
      figures.cases += 1
      const all = { 'Content-Type': mediaType, ...headers, ...more }
      return clientWith(by ?? { 'X-API-Key': tenant.secret }).send(path, { method, body: sent, headers: all })
    }
  return {
    ...{ body, send: sendBy(app), sendSlowly: sendBy(impatient) },
    /** Throws unless the memory is free again. */
    async requireFree(): Promise<void> {
      for (const { isolate } of [app, impatient]) {
        const all = openRequestMemory(isolate)
        await all.takeForBody(24 * kilobyte * kilobyte)
        all.release()
      }
    },
  }
}

type Headers = Readonly<Record<string, string>>

describe.each(eachOf(1, operations))('the body of %s', (operationId, mediaType, scene) => {
  it('is refused by 415 where it is packed or of another type, and by 408 where it stops', async () => {
    figures.operations += 1
    const { body, send, sendSlowly, requireFree } = await bodyOf(mediaType, scene)
    expect(await problemOf(send(body, { 'Content-Encoding': 'gzip' }))).toMatchObject({
      status: 415,
      code: 'unsupported_content_encoding',
    })
    // A part is bytes, whatever they are called.
    if (operationId !== 'putUploadPart')
      expect(await problemOf(send(body, { 'Content-Type': 'text/x-nothing' }))).toMatchObject({
        status: 415,
        code: 'unsupported_media_type',
      })
    expect(await problemOf(sendSlowly(stalling(body)))).toMatchObject({ status: 408, code: 'request_timeout' })
    await requireFree()
  })
})

const jsonOperations = operations.filter(([, mediaType]) => mediaType === 'application/json')

describe.each(eachOf(4, jsonOperations))('the limit of the JSON body of %s', (_, mediaType, scene) => {
  it('is kept to the byte, with a Content-Length, without one and with a wrong one', async () => {
    const { body, send, requireFree } = await bodyOf(mediaType, scene)
    const padded = (length: number) => `${body}${' '.repeat(length - body.length)}`
    const isRefused = async (limit: number) => (await send(padded(limit + 1))).status === 413
    let limit = 0
    for (const each of limitsKnown) if (limit === 0 && (await isRefused(each))) limit = each
    expect(limitsKnown).toContain(limit)
    const tooLarge = { status: 413, code: 'payload_too_large' }
    const announced = { 'Content-Length': String(limit + 1) }
    expect(await problemOf(send(body, announced))).toMatchObject(tooLarge)
    expect(await problemOf(send(padded(limit + 1), { 'Content-Length': '9' }))).toMatchObject(tooLarge)
    await requireFree()
    expect((await send(padded(limit))).status).not.toBe(413)
  })
})

interface DocumentedPaths {
  readonly '/api/v1/datasets': { readonly post: { readonly requestBody: { readonly content: object } } }
}

it('is kept for each format of a file', async () => {
  const { client } = await createTestApp().newTenant()
  const large = { 'Content-Length': String(95 * kilobyte * kilobyte + 1) }
  const { paths } = await (await client.get('/api/v1/openapi.json')).json<{ paths: DocumentedPaths }>()
  const types = Object.keys(paths['/api/v1/datasets'].post.requestBody.content).filter(
    (type) => type !== 'application/json',
  )
  expect(types.length).toBeGreaterThan(5)
  for (const type of types) {
    const answer = client.post('/api/v1/datasets?name=a&adapter=bank:a', 'id,amount\n', {
      ...{ 'Content-Type': type.replace('*/*', 'application/octet-stream'), ...large },
    })
    expect((await problemOf(answer)).code, type).toBe('payload_too_large')
  }
})

it('says how much was tried', (context) => {
  notePromise(context, {
    property: 'limits: bodies one byte too long, of a false length, packed, of another type, that stop',
    wanted: '413, 415 or 408 as the document says, and no memory kept',
    reached: `${figures.cases} bodies of ${figures.operations} operations`,
  })
  expect(figures.operations).toBeGreaterThan(sizeOf({ quick: 5, short: 20, long: 20 }))
})

/** The first half of a body, after which nothing comes. */
const stalling = (body: string | Uint8Array): ReadableStream<Uint8Array> => {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  let isSent = false
  return new ReadableStream({
    pull(controller) {
      if (isSent) return new Promise(() => undefined)
      isSent = true
      controller.enqueue(bytes.subarray(0, bytes.length / 2))
      return undefined
    },
  })
}

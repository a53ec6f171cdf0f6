import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, it } from 'vitest'

interface App {
  readonly fetch: (request: Request, env: object) => Promise<Response>
}

// The validator reads its schemas from disk, so this runs in Node; the Worker's types stay out of Node's type check.
const app = '../functions/app.ts'
const { createApp }: { createApp: (isolate: object) => App } = await import(app)
const isolate = { now: Date.now, log: () => undefined }
const env = { CORS_ORIGINS: '', ADMIN_KEY: 'x'.repeat(32), DB: {}, KV: {} }

it('the OpenAPI document is valid OpenAPI 3.1.0', async () => {
  const response = await createApp(isolate).fetch(new Request('http://localhost/api/v1/openapi.json'), env)
  const document: Record<string, unknown> = JSON.parse(await response.text())
  const { valid, errors } = await new Validator().validate(document)
  expect(errors).toBeUndefined()
  expect(valid).toBe(true)
})

it('the validator refuses a document that is not', async () => {
  const { valid } = await new Validator().validate({ openapi: '3.1.0', info: { title: 'x' }, paths: {} })
  expect(valid).toBe(false)
})

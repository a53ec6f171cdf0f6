import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, it } from 'vitest'

// The validator reads its schemas from disk, so this runs in Node; the Worker's types stay out of Node's type check.
const module = '../functions/openapi/document.ts'
const { makeDocument }: { makeDocument: (options: { hasAdmin: boolean }) => Record<string, unknown> } = await import(
  module
)
const document = makeDocument({ hasAdmin: true })

it('the OpenAPI document is valid OpenAPI 3.1.0', async () => {
  const { valid, errors } = await new Validator().validate(document)
  expect(errors).toBeUndefined()
  expect(valid).toBe(true)
})

it('the validator refuses a document that is not', async () => {
  const { valid } = await new Validator().validate({ openapi: '3.1.0', info: { title: 'x' }, paths: {} })
  expect(valid).toBe(false)
})

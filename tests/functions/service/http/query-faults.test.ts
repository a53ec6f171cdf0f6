import { expect, it } from 'vitest'
import type * as z from 'zod'
import { createApp } from '../../../../functions/service/app.ts'
import { check } from '../../../../schema/problem.ts'

const noIsolate = (): never => {
  throw new Error('An app whose queries are read answers no request')
}

const isObject = (schema: unknown): schema is z.ZodObject =>
  typeof schema === 'object' && schema !== null && 'shape' in schema

const queries = createApp(noIsolate).openAPIRegistry.definitions.flatMap((definition) => {
  const query: unknown = definition.type === 'route' ? definition.route.request?.query : undefined
  return definition.type === 'route' && isObject(query) ? [{ path: definition.route.path, query }] : []
})

const values = ['', 'a', ' ', '-1', '0', '99999999', '2026-02-30', 'x'.repeat(5000)]

it('faults of query parameters say what was got and what was wanted', () => {
  expect(queries.length).toBeGreaterThan(20)
  const details = queries.flatMap(({ path, query }) =>
    Object.keys(query.shape).flatMap((name) =>
      values.flatMap((value) => {
        const result = check(query, { [name]: value })
        return result.ok ? [] : result.faults.map(({ pointer, detail }) => `${path} ${pointer} ${detail}`)
      }),
    ),
  )
  const unsaid = details.filter((detail) => !/ (Got .*|Missing), wanted (?!another value)/s.test(detail))
  expect([...new Set(unsaid)]).toEqual([])
})

import { describe, expect, it } from 'vitest'
import { createTestApp } from '../../../support/worker/client.ts'
import { problemOf } from '../../../support/worker/readers.ts'

describe('Accept', () => {
  it.each(['application/json', '*/*', 'application/*', 'text/html, */*;q=0.1', 'APPLICATION/JSON; q=0.5', ' ', ''])(
    'takes JSON with %j',
    async (accept) => {
      const { client } = createTestApp()
      expect((await client.get('/api/v1/health', { Accept: accept })).status).toBe(200)
    },
  )

  it.each(['text/html', 'application/xml', 'application/json;q=0', 'application/json;q=0, */*', 'text/*', 'nonsense'])(
    'does not take JSON with %j',
    async (accept) => {
      const { client } = createTestApp()
      expect(await problemOf(client.get('/api/v1/health', { Accept: accept }))).toMatchObject({
        status: 406,
        code: 'not_acceptable',
      })
    },
  )
})

import { describe, expect, it } from 'vitest'
import type { MetaRecord } from '../../../../schema/meta.ts'
import { createTestApp, origin } from '../../../support/worker/client.ts'
import { problemOf } from '../../../support/worker/readers.ts'

describe('GET /problems/{code}', () => {
  it('describes every code of /meta with the same status and title', async () => {
    const { client } = createTestApp()
    const { problems } = await (await client.get('/api/v1/meta')).json<MetaRecord>()
    expect(problems.length).toBeGreaterThan(20)
    for (const problem of problems) {
      const page = await (await client.get(`/problems/${problem.code}`)).json<{ type: string; description: string }>()
      expect(page).toMatchObject({ ...problem, type: `${origin}/problems/${problem.code}` })
      expect(page.description).not.toBe('')
    }
  })

  it('is where the type of a problem leads', async () => {
    const { client } = createTestApp()
    const problem = await problemOf(client.get('/nowhere'))
    const page = await (await client.get(new URL(problem.type).pathname)).json()
    expect(page).toMatchObject({ type: problem.type, code: problem.code, title: problem.title, status: problem.status })
  })

  it.each(['nonsense', 'toString', '__proto__'])('does not know %s', async (code) => {
    const { client } = createTestApp()
    expect((await problemOf(client.get(`/problems/${code}`))).code).toBe('route_not_found')
  })
})

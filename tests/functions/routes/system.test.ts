import { describe, expect, it } from 'vitest'
import { createTestApp } from '../../support/worker/client.ts'

describe('GET /health', () => {
  it('answers without touching a store', async () => {
    const { client, recorder } = createTestApp()
    const response = await client.get('/api/v1/health')
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ status: 'ok' })
    expect(recorder.calls).toEqual([])
  })
})

import { describe, expect, it } from 'vitest'
import { openMemoryShare } from '../../../../functions/http/middleware/memory-budget.ts'
import { ProblemError } from '../../../../functions/http/problem.ts'
import { createIsolate } from '../../../../functions/platform/isolate.ts'
import { createTestApp } from '../../../support/worker/client.ts'
import { problemOf } from '../../../support/worker/readers.ts'
import { makeRun } from '../../../support/worker/runs.ts'

const megabyte = 1024 * 1024

describe('the memory of an isolate', () => {
  it('has room for a request that is alone, whatever it takes', () => {
    const share = openMemoryShare(createIsolate())
    expect(() => share.takeForBody(95 * megabyte)).not.toThrow()
  })

  it('refuses what the requests under way leave no room for', () => {
    const isolate = createIsolate()
    openMemoryShare(isolate).takeForBody(20 * megabyte)
    expect(() => openMemoryShare(isolate).takeForBody(20 * megabyte)).toThrow(ProblemError)
  })

  it('counts the records of runs as well as the bytes of bodies', () => {
    const isolate = createIsolate()
    openMemoryShare(isolate).takeForRecords(40_000)
    expect(() => openMemoryShare(isolate).takeForRecords(40_000)).toThrow(ProblemError)
  })

  it('counts what goes through the evidence of a run', () => {
    const isolate = createIsolate()
    for (let count = 0; count < 4; count += 1) openMemoryShare(isolate).takeForEvidence(40_000)
    expect(() => openMemoryShare(isolate).takeForEvidence(40_000)).toThrow(ProblemError)
  })

  it('has room again once a request is answered', () => {
    const isolate = createIsolate()
    const first = openMemoryShare(isolate)
    first.takeForBody(20 * megabyte)
    first.release()
    const second = openMemoryShare(isolate)
    second.takeForBody(20 * megabyte)
    expect(() => second.takeForBody(20 * megabyte)).not.toThrow()
  })
})

describe('an upload to a full isolate', () => {
  it('ends in temporarily_overloaded with Retry-After, and takes place once there is room', async () => {
    const { isolate, newTenant } = createTestApp()
    const { client } = await newTenant()
    const other = openMemoryShare(isolate)
    other.takeForBody(24 * megabyte)
    const body = { name: 'n', adapter: 'bank', records: [{ id: 'a', amount: '1', currency: 'EUR' }] }
    const refused = await client.post('/api/v1/datasets', body)
    expect(await problemOf(refused)).toMatchObject({ status: 503, code: 'temporarily_overloaded' })
    expect(refused.headers.get('Retry-After')).toBe('1')
    other.release()
    expect((await client.post('/api/v1/datasets', body)).status).toBe(201)
  })
})

describe('evidence from a full isolate', () => {
  it('ends in temporarily_overloaded where it goes through a whole run, and is there where it does not', async () => {
    const { isolate, newTenant } = createTestApp()
    const { client } = await newTenant()
    const { links } = await makeRun(client)
    openMemoryShare(isolate).takeForBody(23 * megabyte)
    const paths = [
      `${links.evidence}?format=zip`,
      `${links.evidence}?leaf=1`,
      `${links.self}/trust-explorer/verifyProofChain`,
      `${links.self}/trust-explorer/traceArtifactLineage?artifact=result`,
    ]
    for (const path of paths) expect((await problemOf(client.get(path))).code).toBe('temporarily_overloaded')
    expect((await client.get(links.evidence)).status).toBe(200)
  })
})

describe('what executes a run again in a full isolate', () => {
  it('ends in temporarily_overloaded, and takes place once there is room', async () => {
    const { isolate, newTenant } = createTestApp()
    const { client } = await newTenant()
    const { links } = await makeRun(client)
    const other = openMemoryShare(isolate)
    other.takeForBody(24 * megabyte)
    const explorer = `${links.self}/trust-explorer`
    const requests = [
      () => client.get(`${explorer}/getExecutionGraph`),
      () => client.get(`${explorer}/findPolicyImpact`),
      () => client.post(links.replay),
    ]
    for (const request of requests) expect((await problemOf(request())).code).toBe('temporarily_overloaded')
    other.release()
    for (const request of requests) expect((await request()).ok).toBe(true)
  })
})

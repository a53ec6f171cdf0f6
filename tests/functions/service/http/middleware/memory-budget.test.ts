import { createExecutionContext } from 'cloudflare:test'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createApp } from '../../../../../functions/service/app.ts'
import { openRequestMemory } from '../../../../../functions/service/http/middleware/memory-budget.ts'
import { ProblemError } from '../../../../../functions/service/http/problem.ts'
import { createIsolate, type Isolate } from '../../../../../functions/service/platform/isolate.ts'
import { createTestApp, origin } from '../../../../support/worker/client.ts'
import { marchWithItems, ran } from '../../../../support/worker/periods.ts'
import { problemOf, settableClock } from '../../../../support/worker/readers.ts'
import { makeRun } from '../../../../support/worker/runs.ts'

const megabyte = 1024 * 1024

afterEach(() => {
  vi.useRealTimers()
})

describe('the memory of an isolate', () => {
  it('has room for a request that is alone, whatever it takes', async () => {
    await openRequestMemory(fullSoon()).takeForBody(95 * megabyte)
  })

  it('refuses what the requests under way leave no room for, after a wait', async () => {
    const isolate = fullSoon()
    await openRequestMemory(isolate).takeForBody(20 * megabyte)
    await expect(openRequestMemory(isolate).takeForBody(20 * megabyte)).rejects.toThrow(ProblemError)
  })

  it('counts the records of runs as well as the bytes of bodies', async () => {
    const isolate = fullSoon()
    await openRequestMemory(isolate).takeForRecords(40_000)
    await expect(openRequestMemory(isolate).takeForRecords(40_000)).rejects.toThrow(ProblemError)
  })

  it('counts what goes through the evidence of a run', async () => {
    const isolate = fullSoon()
    for (let count = 0; count < 4; count += 1) await openRequestMemory(isolate).takeForEvidence(400_000)
    await expect(openRequestMemory(isolate).takeForEvidence(400_000)).rejects.toThrow(ProblemError)
  })

  it('is given to those that wait, in the order in which they came, as others are answered', async () => {
    const isolate = createIsolate()
    const [first, second, third] = [openRequestMemory(isolate), openRequestMemory(isolate), openRequestMemory(isolate)]
    await first.takeForBody(20 * megabyte)
    const order: string[] = []
    const waiting = [
      second.takeForBody(20 * megabyte).then(() => order.push('second')),
      third.takeForBody(20 * megabyte).then(() => order.push('third')),
    ]
    first.release()
    await waiting[0]
    expect(order).toEqual(['second'])
    second.release()
    await Promise.all(waiting)
    expect(order).toEqual(['second', 'third'])
  })

  it('has room for little while others wait for much', async () => {
    const isolate = createIsolate()
    const [first, second] = [openRequestMemory(isolate), openRequestMemory(isolate)]
    await first.takeForBody(20 * megabyte)
    const waiting = second.takeForBody(20 * megabyte)
    await openRequestMemory(isolate).takeForBody(1 * megabyte)
    first.release()
    await waiting
  })

  it('is refused within a second while others hold it, and to each with a time to come back of its own', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    const clock = settableClock()
    const isolate = createIsolate({ now: clock.now })
    await openRequestMemory(isolate).takeForBody(24 * megabyte)
    const refusals = Array.from({ length: 12 }, () =>
      openRequestMemory(isolate)
        .takeForRecords(40_000)
        .catch((error: ProblemError) => error.details.headers?.['Retry-After']),
    )
    clock.advance(900)
    await vi.advanceTimersByTimeAsync(20)
    const seconds = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '10', '10']
    expect(await Promise.all(refusals)).toEqual(seconds)
  })

  it('is given to one that could not look while another computed for long', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    const clock = settableClock()
    const isolate = createIsolate({ now: clock.now })
    const [first, second, third] = [openRequestMemory(isolate), openRequestMemory(isolate), openRequestMemory(isolate)]
    await first.takeForBody(20 * megabyte)
    const waiting = [second.takeForBody(10 * megabyte), third.takeForBody(10 * megabyte)]
    first.release()
    clock.advance(6_000)
    await vi.advanceTimersByTimeAsync(20)
    await Promise.all(waiting)
  })

  it('is refused to the first of those that hold all of it and wait for more, and the next goes on', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    const clock = settableClock()
    const isolate = createIsolate({ now: clock.now })
    const [first, second] = [openRequestMemory(isolate), openRequestMemory(isolate)]
    await first.takeForBody(12 * megabyte)
    await second.takeForBody(11 * megabyte)
    const refused = expect(first.takeForRecords(40_000).finally(() => first.release())).rejects.toThrow(ProblemError)
    clock.advance(100)
    const waiting = second.takeForRecords(40_000)
    clock.advance(750)
    await vi.advanceTimersByTimeAsync(20)
    await refused
    await waiting
  })
})

describe('a request whose client goes away', () => {
  it('is asked of the platform to go on to its end, so that its memory is given back', async () => {
    const { isolate, env, newTenant } = createTestApp()
    const { secret } = await newTenant()
    const arrived = Promise.withResolvers<void>()
    const rest = Promise.withResolvers<void>()
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        arrived.resolve()
        await rest.promise
        controller.close()
      },
    })
    const headers = { 'X-API-Key': secret, 'Content-Type': 'application/json' }
    const kept: Promise<unknown>[] = []
    const context = Object.assign(createExecutionContext(), { waitUntil: (work: Promise<unknown>) => kept.push(work) })
    const request = new Request(`${origin}/api/v1/keys`, { method: 'POST', headers, body })
    const answered = createApp(() => isolate).fetch(request, env, context)
    await arrived.promise
    let isOver = false
    const ended = Promise.all(kept).then(() => {
      isOver = true
    })
    // Whatever else is done behind the answer has ended by then.
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(isOver).toBe(false)
    rest.resolve()
    await Promise.all([answered, ended])
  })
})

describe('the memory of a streamed answer', () => {
  const csv = { Accept: 'text/csv' }

  /** Whether a request that needs all memory has room. */
  const isFree = async (isolate: Isolate): Promise<boolean> => {
    const share = openRequestMemory(isolate)
    const taken = share.takeForBody(24 * megabyte).then(
      () => true,
      () => false,
    )
    return taken.finally(() => share.release())
  }

  const view = async () => {
    const app = createTestApp({ memoryWaitMilliseconds: 0 })
    const { client, secret } = await app.newTenant()
    const { links } = await makeRun(client)
    const headers = { ...csv, 'X-API-Key': secret }
    const send = (method: string) => app.fetch(new Request(`${origin}${links.results}`, { method, headers }))
    return { isolate: app.isolate, client, links, send }
  }

  it('stays taken for its records until the client has all of it', async () => {
    const { isolate, send } = await view()
    const response = await send('GET')
    expect(await isFree(isolate)).toBe(false)
    await response.text()
    expect(await isFree(isolate)).toBe(true)
  })

  it('stays taken for the items of a report', async () => {
    const app = createTestApp({ memoryWaitMilliseconds: 0 })
    const { client, secret, path } = await marchWithItems({}, app)
    await ran(client, path)
    const response = await app.fetch(new Request(`${origin}${path}/report`, { headers: { 'X-API-Key': secret } }))
    expect(await isFree(app.isolate)).toBe(false)
    await response.text()
    expect(await isFree(app.isolate)).toBe(true)
  })

  it('is free again when the client goes away', async () => {
    const { isolate, send } = await view()
    const response = await send('GET')
    await response.body?.cancel()
    expect(await isFree(isolate)).toBe(true)
  })

  it('is free at once where nobody takes a body', async () => {
    const { isolate, client, links, send } = await view()
    await send('HEAD')
    const first = await client.get(links.results, csv)
    await first.text()
    const etag = first.headers.get('ETag') ?? ''
    expect((await client.get(links.results, { ...csv, 'If-None-Match': etag })).status).toBe(304)
    expect(await isFree(isolate)).toBe(true)
  })
})

/** An isolate in which nobody waits for memory. */
const fullSoon = () => createIsolate({ memoryWaitMilliseconds: 0 })

describe('an upload to a full isolate', () => {
  it('ends in temporarily_overloaded with Retry-After, and takes place once there is room', async () => {
    const { isolate, newTenant } = createTestApp({ memoryWaitMilliseconds: 0 })
    const { client } = await newTenant()
    const other = openRequestMemory(isolate)
    await other.takeForBody(24 * megabyte)
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
    const { isolate, newTenant } = createTestApp({ memoryWaitMilliseconds: 0 })
    const { client } = await newTenant()
    const { links } = await makeRun(client)
    await openRequestMemory(isolate).takeForBody(23 * megabyte)
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
    const { isolate, newTenant } = createTestApp({ memoryWaitMilliseconds: 0 })
    const { client } = await newTenant()
    const { links } = await makeRun(client)
    const other = openRequestMemory(isolate)
    await other.takeForBody(24 * megabyte)
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

import { describe, expect, it } from 'vitest'
import { createClient, TallystickError } from '../../../functions/client/index.ts'

/** A client whose requests are answered in turn; an answer that is an `Error` is a connection that fails. */
function clientAnswered(...answers: readonly (Response | Error)[]) {
  const requests: Request[] = []
  const pauses: number[] = []
  const client = createClient({
    baseUrl: 'https://tallystick.test/',
    apiKey: 'tsk_test',
    fetch: async (request) => {
      const answer = answers[requests.length]
      requests.push(request)
      if (answer === undefined) throw new Error('No answer is left')
      if (answer instanceof Error) throw answer
      return answer
    },
    sleep: async (milliseconds) => void pauses.push(milliseconds),
  })
  return { client, requests, pauses }
}

const problem = (status: number, code: string, headers: Record<string, string> = {}) =>
  Response.json(
    { code, status, title: '', detail: 'Why', instance: '/', type: '', requestId: 'req_1' },
    { status, headers },
  )

/** Why no address of a name with several could be reached, as Node says it. */
const refusedEverywhere = () => Object.assign(new AggregateError([], ''), { code: 'ECONNREFUSED' })

const newRun = { name: 'March', sourceAdapter: 'bank', targetAdapter: 'ledger', rules: [] }
const run = () => Response.json({ id: 'run_1', status: 'completed' })

async function failureIn(attempt: Promise<unknown>): Promise<TallystickError> {
  const error = await attempt.catch((thrown: unknown) => thrown)
  if (error instanceof TallystickError) return error
  throw new Error('The call did not fail as the client says', { cause: error })
}

describe('a call of the client', () => {
  it('waits as long as the service asks, then sends the same request again', async () => {
    const busy = problem(503, 'temporarily_overloaded', { 'Retry-After': '7' })
    const { client, requests, pauses } = clientAnswered(
      busy,
      problem(429, 'rate_limited', { 'Retry-After': '2' }),
      run(),
    )
    expect(await client.runs.create(newRun)).toMatchObject({ id: 'run_1' })
    expect(pauses).toEqual([7000, 2000])
    const keys = requests.map(({ headers }) => headers.get('Idempotency-Key'))
    expect([new Set(keys).size, keys[0]]).toEqual([1, expect.stringMatching(/^[0-9a-f-]{36}$/)])
    expect(await Promise.all(requests.map((request) => request.text()))).toEqual(
      Array.from({ length: 3 }, () => JSON.stringify(newRun)),
    )
  })

  it('tells of each failure after which it is sent again, and not of the last one', async () => {
    const told: string[] = []
    const answers = [problem(503, 'storage_unavailable', { 'Retry-After': '1' }), new Error('The connection broke')]
    const client = createClient({
      baseUrl: 'https://tallystick.test',
      tries: 3,
      fetch: async () => {
        const answer = answers.shift() ?? new TypeError('fetch failed', { cause: refusedEverywhere() })
        if (answer instanceof Error) throw answer
        return answer
      },
      sleep: async () => undefined,
      onRetry: ({ code }) => void told.push(code),
    })
    const error = await failureIn(client.runs.get('run_1'))
    expect(told).toEqual(['storage_unavailable', 'unreachable'])
    expect(error.message).toBe('The service cannot be reached: ECONNREFUSED')
  })

  it('is sent again without a key where it only asks', async () => {
    const busy = problem(503, 'temporarily_overloaded', { 'Retry-After': '3' })
    const answer = Response.json({ rules: [], related: false })
    const { client, requests, pauses } = clientAnswered(busy, new Error('The connection broke'), answer)
    const sides = { sourceAdapter: 'bank', targetAdapter: 'ledger' }
    expect(await client.policies.propose(sides)).toMatchObject({ related: false })
    expect(pauses).toHaveLength(2)
    expect(requests.map(({ headers }) => headers.get('Idempotency-Key'))).toEqual([null, null, null])
  })

  it('sends the caller’s own idempotency key', async () => {
    const { client, requests } = clientAnswered(run())
    await client.runs.create(newRun, { idempotencyKey: 'march' })
    expect(requests[0]?.headers.get('Idempotency-Key')).toBe('march')
  })

  it('asks again while another request with its key is executed', async () => {
    const { client, requests } = clientAnswered(problem(409, 'idempotency_key_in_use', { 'Retry-After': '1' }), run())
    await client.runs.create(newRun)
    expect(requests).toHaveLength(2)
  })

  it('is repeated after a connection that failed, when it may be', async () => {
    const { client, requests, pauses } = clientAnswered(new TypeError('fetch failed'), run())
    await client.runs.get('run_1')
    expect(requests).toHaveLength(2)
    expect(pauses[0]).toBeGreaterThan(0)
  })

  it('is not repeated when it may have made something that has no key', async () => {
    const { client, requests } = clientAnswered(new TypeError('fetch failed'), run())
    const { failure } = await failureIn(client.keys.create({ name: 'Second', scopes: ['runs:read'] }))
    expect([failure.kind, requests.length]).toEqual(['unreachable', 1])
  })

  it('is repeated without a key after 429, which is refused before anything is done', async () => {
    const { client, requests } = clientAnswered(problem(429, 'rate_limited', { 'Retry-After': '1' }), run())
    await client.keys.create({ name: 'Second', scopes: ['runs:read'] })
    expect(requests).toHaveLength(2)
  })

  it('does not wait longer than it is allowed to', async () => {
    const { client, pauses } = clientAnswered(problem(429, 'quota_exceeded', { 'Retry-After': '3000' }))
    const failure = await failureIn(client.runs.get('run_1'))
    expect([failure.code, failure.retryAfterSeconds]).toEqual(['quota_exceeded', 3000])
    expect(pauses).toEqual([])
  })

  it('waits until the time that a Retry-After names, as gateways write it', async () => {
    const until = (date: string) => problem(503, 'storage_unavailable', { 'Retry-After': date })
    const { client, pauses } = clientAnswered(until('Sun, 06 Nov 1994 08:49:37 GMT'), run())
    await client.runs.get('run_1')
    expect(pauses).toEqual([0])
    const later = clientAnswered(until('Fri, 31 Dec 9999 23:59:59 GMT'), run())
    expect((await failureIn(later.client.runs.get('run_1'))).code).toBe('storage_unavailable')
    expect(later.pauses).toEqual([])
  })

  it('takes a Retry-After that says nothing for none', async () => {
    const { client, pauses } = clientAnswered(problem(503, 'storage_unavailable', { 'Retry-After': '' }), run())
    await client.runs.get('run_1')
    expect(pauses[0]).toBeGreaterThan(0)
  })

  it('is not tried again where no request can be made of it', async () => {
    const client = createClient({ baseUrl: 'nowhere', sleep: () => Promise.reject(new Error('It waits')) })
    expect((await failureIn(client.runs.get('run_1'))).code).toBe('unreachable')
  })

  it('gives up after four tries', async () => {
    const down = () => problem(503, 'storage_unavailable', { 'Retry-After': '1' })
    const { client, requests } = clientAnswered(down(), down(), down(), down(), run())
    expect((await failureIn(client.runs.get('run_1'))).code).toBe('storage_unavailable')
    expect(requests).toHaveLength(4)
  })

  it('fails at once with the problem that waiting would not change', async () => {
    const { client, requests } = clientAnswered(problem(404, 'run_not_found'))
    const { failure, message } = await failureIn(client.runs.get('run_1'))
    expect(failure).toMatchObject({ kind: 'problem', code: 'run_not_found', problem: { status: 404, detail: 'Why' } })
    expect([message, requests.length]).toEqual(['run_not_found: Why', 1])
  })

  it('fails at once where the service says that its operator has to act', async () => {
    const { client, requests } = clientAnswered(problem(503, 'not_configured'), run())
    expect((await failureIn(client.runs.get('run_1'))).code).toBe('not_configured')
    expect(requests).toHaveLength(1)
  })

  it('says so when something else than the service answers', async () => {
    const { client } = clientAnswered(new Response('<html>Bad gateway</html>', { status: 400 }))
    expect((await failureIn(client.runs.get('run_1'))).failure).toEqual({
      kind: 'unexpected',
      code: 'unexpected_answer',
      status: 400,
      text: '<html>Bad gateway</html>',
    })
  })

  it('ends with the caller’s signal, between tries too', async () => {
    const controller = new AbortController()
    const { client } = clientAnswered(new TypeError('fetch failed'))
    controller.abort()
    await expect(client.runs.get('run_1', { signal: controller.signal })).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('ends with the caller’s signal while it waits', async () => {
    const controller = new AbortController()
    const client = createClient({
      baseUrl: 'https://tallystick.test',
      fetch: async () => {
        setTimeout(() => controller.abort())
        return problem(429, 'rate_limited', { 'Retry-After': '50' })
      },
    })
    await expect(client.runs.get('run_1', { signal: controller.signal })).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('ends with the caller’s signal while the answer arrives', async () => {
    const controller = new AbortController()
    const body = new ReadableStream({
      pull(stream) {
        controller.abort()
        stream.error(controller.signal.reason)
      },
    })
    const { client } = clientAnswered(new Response(body))
    await expect(client.runs.get('run_1', { signal: controller.signal })).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('asks again for an answer that broke off, where asking twice does nothing twice', async () => {
    const brokenOff = () => new Response(new ReadableStream({ pull: () => Promise.reject(new Error('closed')) }))
    const repeatable = clientAnswered(brokenOff(), run())
    await expect(repeatable.client.runs.get('run_1')).resolves.toMatchObject({ id: 'run_1' })
    expect(repeatable.requests).toHaveLength(2)
    const once = clientAnswered(brokenOff(), run())
    expect((await failureIn(once.client.keys.create({ name: 'CI', scopes: ['runs:read'] }))).code).toBe(
      'unexpected_answer',
    )
    expect(once.requests).toHaveLength(1)
  })

  it('never follows a redirect with its key', async () => {
    const { client, requests } = clientAnswered(run())
    await client.runs.get('../keys?x=1#y')
    expect(requests[0]?.redirect).toBe('manual')
    expect(requests[0]?.url).toBe('https://tallystick.test/api/v1/runs/..%2Fkeys%3Fx%3D1%23y')
  })
})

describe('a stream of the client', () => {
  it('says that the connection broke, whatever the platform says of it', async () => {
    const body = new ReadableStream({ pull: () => Promise.reject(new Error('Network connection lost.')) })
    const { client } = clientAnswered(new Response(body))
    const read = async () => {
      for await (const _ of client.datasets.streamRecords('dat_1'));
    }
    expect((await failureIn(read())).code).toBe('unexpected_answer')
  })

  it('gives each line as it arrives, wherever the bytes are cut', async () => {
    const bytes = new TextEncoder().encode('{"id":"ä"}\n{"id":"b"}\n')
    const body = new ReadableStream({
      start(controller) {
        for (const byte of bytes) controller.enqueue(Uint8Array.of(byte))
        controller.close()
      },
    })
    const { client } = clientAnswered(new Response(body))
    const ids: string[] = []
    for await (const { id } of client.datasets.streamRecords('dat_1')) ids.push(id)
    expect(ids).toEqual(['ä', 'b'])
  })

  it('fails when the answer breaks off in the middle of a line', async () => {
    const { client } = clientAnswered(new Response('{"id":"a"}\n{"id":'))
    const ids: string[] = []
    const read = async () => {
      for await (const { id } of client.datasets.streamRecords('dat_1')) ids.push(id)
    }
    expect((await failureIn(read())).code).toBe('unexpected_answer')
    expect(ids).toEqual(['a'])
  })
})

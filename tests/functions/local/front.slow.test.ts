import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answered, accessLine } from '../../../functions/local/access-line.ts'
import { type Front, startFront } from '../../../functions/local/front.ts'

/** What stands for the Worker: it answers at once with the path that it was asked, and times out bodies by itself. */
const worker = createServer((request, response) => {
  response.writeHead(request.url === '/slow' ? 408 : 200, { 'X-Request-Id': 'req_1', Connection: 'close' })
  response.end(request.url)
})
let front: Front
let port: number
const lines: string[] = []

beforeAll(async () => {
  const workerPort = await listening(worker)
  const free = createServer()
  port = await listening(free)
  await new Promise((closed) => free.close(closed))
  front = await startFront({ hostname: '127.0.0.1', port, workerPort: () => workerPort, onAnswered: note })
})

const note = (answered: Answered): void => {
  lines.push(accessLine(answered))
}

afterAll(async () => {
  await front.stop()
  worker.close()
})

async function listening(server: ReturnType<typeof createServer>): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** The answer to these bytes, once the connection was closed. */
async function answerTo(...lines: readonly string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  let answer = ''
  for await (const part of socket) answer += part
  return answer
}

const get = (path: string, ...headers: readonly string[]) =>
  answerTo(`GET ${path} HTTP/1.1`, ...headers, 'Connection: close')
const post = (...headers: readonly string[]) => answerTo('POST / HTTP/1.1', 'Host: local', ...headers)

describe('the front of the local service', () => {
  it('tells of each request without its query, and without a secret in its path', async () => {
    lines.length = 0
    await get('/health?x=1', 'Host: local')
    await get('/inbox/secret', 'Host: local')
    await get('/cdn-cgi', 'Host: local')
    expect(lines.map((line) => line.replace(/[0-9]+ ms$/, 'n ms'))).toEqual([
      'GET /health 200 n ms',
      'GET /inbox/… 200 n ms',
      'GET /cdn-cgi 404 n ms',
    ])
  })

  it.each(['/cdn-cgi/handler/scheduled', '/CDN-CGI/x', '/x/../cdn-cgi/mf/', 'http://local/cdn-cgi/x', '/cdn-cgi'])(
    'does not pass on %s, where wrangler answers for itself',
    async (path) => {
      expect(await get(path, 'Host: local')).toMatch(/^HTTP\/1.1 404 .*"code":"route_not_found"/s)
    },
  )

  it.each(['/cdn-cgi.html', '/health?x=/cdn-cgi/'])('passes on %s', async (path) => {
    expect(await get(path, 'Host: local:8787')).toMatch(new RegExp(`^HTTP/1.1 200 .*${path.replace('?', '.')}`, 's'))
  })

  it.each(['', 'a b', '[::1', 'a@b', 'a/b', 'http://x', ':99999999', 'x:abc', '<x>', '%zz'])(
    'refuses the host %j',
    async (host) => {
      expect(await get('/health', `Host: ${host}`)).toMatch(/^HTTP\/1.1 400 .*"code":"invalid_header"/s)
    },
  )

  it.each([[[]], [['Host: a', 'Host: b']]])('refuses the hosts %j', async (headers) => {
    expect(await get('/health', ...headers)).toMatch(/^HTTP\/1.1 400 .*"code":"invalid_header"/s)
  })

  it.each(['99999999999999999999999', '18446744073709551616'])('refuses %s bytes as too many', async (count) => {
    expect(await post(`Content-Length: ${count}`)).toMatch(/^HTTP\/1.1 413 .*"code":"payload_too_large"/s)
  })

  it.each(['abc', '-1'])('refuses the length %s as no length', async (length) => {
    expect(await post(`Content-Length: ${length}`)).toMatch(/^HTTP\/1.1 400 .*"code":"invalid_header"/s)
  })

  it('passes on a request before its body begins', async () => {
    expect(await answerTo('POST /slow HTTP/1.1', 'Host: local', 'Content-Length: 10')).toMatch(/^HTTP\/1.1 408 /)
  })
})

import { Agent, createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http'
import { pipeline } from 'node:stream'
import type { Answered } from './access-line.ts'
import type { FrontProblem } from './front-problem.ts'
import { answerProblem, writeProblem } from './front-problem.ts'

export interface Front {
  readonly stop: () => Promise<void>
}

interface FrontOptions {
  readonly hostname: string
  readonly port: number
  /** Undefined while no Worker runs. */
  readonly workerPort: () => number | undefined
  /** Called for each request, once its connection is done with it. */
  readonly onAnswered?: ((answered: Answered) => void) | undefined
}

/** The header limit of the Worker, with enough room for the longest URL. */
const serverOptions = { requestTimeout: 0, maxHeaderSize: 64 * 1024, requireHostHeader: false }

/**
 * Passes every request on to the Worker as a stream, and its answer back. `Host` is kept, so that the Worker names the
 * origin under which its client knows it. Without a Worker, or where it ends before it answers, the answer is a 503
 * problem that may be retried. Invalid requests and paths of wrangler are answered here.
 */
export function startFront({ hostname, port, workerPort, onAnswered }: FrontOptions): Promise<Front> {
  const agent = new Agent({ keepAlive: true })
  const server = createServer(serverOptions, (request, response) => {
    if (onAnswered !== undefined) whenAnswered(request, response, onAnswered)
    const refusal = refusalOf(request)
    if (refusal !== undefined) return answerProblem(request, response, refusal)
    const target = workerPort()
    if (target === undefined) return answerUnavailable(request, response)
    const passed = send({
      agent,
      host: hostname,
      port: target,
      method: request.method,
      path: request.url,
      headers: headersOf(request),
      maxHeaderSize: serverOptions.maxHeaderSize,
    })
    passed.on('response', (answer) => passBack(request, answer, response))
    passed.on('error', () => answerUnavailable(request, response))
    response.on('close', () => passed.destroy())
    // Headers are sent before the body: the Worker itself waits for the body, and answers if that takes too long.
    passed.flushHeaders()
    // Errors of either end are handled by the listeners above.
    pipeline(request, passed, () => {})
  })
  server.on('clientError', (error, socket) => writeProblem(socket, faultOfRequest(error)))
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, hostname, () =>
      resolve({
        stop: () =>
          new Promise((stopped) => {
            agent.destroy()
            server.close(() => stopped())
            server.closeAllConnections()
          }),
      }),
    )
  })
}

function whenAnswered(
  { method, url }: IncomingMessage,
  response: ServerResponse,
  onAnswered: (answered: Answered) => void,
): void {
  const begunAt = performance.now()
  response.on('close', () => {
    const status = response.writableFinished ? response.statusCode : undefined
    onAnswered({ method, url, status, milliseconds: performance.now() - begunAt })
  })
}

/** Headers that concern one connection only (RFC 9110 §7.6.1), and `Expect`, which this server has already answered. */
const ofConnection = new Set(['connection', 'keep-alive', 'proxy-connection', 'upgrade', 'expect'])

/** Names and values alternately. Repeated names are kept, since the Worker refuses some repeated headers. */
function headersOf({ rawHeaders }: IncomingMessage): string[] {
  const headers: string[] = []
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const [name = '', value = ''] = rawHeaders.slice(index, index + 2)
    if (!ofConnection.has(name.toLowerCase())) headers.push(name, value)
  }
  return headers
}

function passBack(request: IncomingMessage, answer: IncomingMessage, response: ServerResponse): void {
  if (!isOfWorker(answer)) {
    answer.resume()
    answerUnavailable(request, response)
    return
  }
  response.writeHead(answer.statusCode ?? 0, answer.statusMessage, headersOf(answer))
  pipeline(answer, response, () => {})
}

/** Whether the Worker answered: its answers have a request id, those of wrangler for a dead Worker have none. */
const isOfWorker = ({ headers, statusCode = 0 }: IncomingMessage): boolean =>
  headers['x-request-id'] !== undefined || statusCode < 500

const answerUnavailable = (request: IncomingMessage, response: ServerResponse): void =>
  answerProblem(request, response, { code: 'storage_unavailable', headers: { 'Retry-After': '1' } })

/**
 * Why a request is not passed on. Below `/cdn-cgi/` wrangler would run the scheduled handler or show facts about the
 * machine; an invalid `Host` (RFC 9112 §3.2) would cause an error of wrangler.
 */
function refusalOf(request: IncomingMessage): FrontProblem | undefined {
  if (!hasHost(request))
    return { code: 'invalid_header', detail: 'A request has one Host header, with a name and perhaps a port.' }
  return isOfWrangler(request.url ?? '') ? { code: 'route_not_found' } : undefined
}

function hasHost({ headersDistinct: { host = [] } }: IncomingMessage): boolean {
  const [only = '', ...others] = host
  return others.length === 0 && /^[^\s/?#@\\]+$/.test(only) && URL.canParse(`http://${only}`)
}

/**
 * Whether the path is one of wrangler. It is read as a server does: dots are resolved, and the target may be a whole
 * URL (RFC 9112 §3.2.2).
 */
function isOfWrangler(target: string): boolean {
  const url = target.startsWith('/') ? `http://local${target}` : target
  return URL.canParse(url) && /^\/cdn-cgi(\/|$)/i.test(new URL(url).pathname)
}

/** The problem for bytes that Node cannot read as a request. */
function faultOfRequest({ code, message }: NodeJS.ErrnoException): FrontProblem {
  if (code === 'HPE_INVALID_CONTENT_LENGTH' && /overflow/i.test(message)) return { code: 'payload_too_large' }
  if (code === 'HPE_HEADER_OVERFLOW')
    return { code: 'payload_too_large', detail: 'The headers of a request have at most 64 KB.' }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return { code: 'request_timeout', detail: 'The headers of the request did not arrive in time.' }
  return { code: 'invalid_header', detail: 'These bytes are no request of HTTP (RFC 9112).' }
}

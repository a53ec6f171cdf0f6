import { Agent, createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http'
import { pipeline } from 'node:stream'
import { answerProblem, writeProblem } from './front-problem.ts'
import { faultOfRequest, refusalOf } from './front-refusals.ts'

export interface Front {
  readonly stop: () => Promise<void>
}

interface FrontOptions {
  readonly hostname: string
  readonly port: number
  /** Undefined while no Worker answers. */
  readonly workerPort: () => number | undefined
}

/** The header limit of the Worker, with room for the longest URL. */
const serverOptions = { requestTimeout: 0, maxHeaderSize: 64 * 1024, requireHostHeader: false }

/**
 * Streams every request to the Worker and its answer back. `Host` stays, so that the Worker names the origin that its
 * client knows. Without a Worker, or where it ends before it answers, the answer is a 503 problem that may be retried.
 * Invalid requests and paths of wrangler are answered here.
 */
export function startFront({ hostname, port, workerPort }: FrontOptions): Promise<Front> {
  const agent = new Agent({ keepAlive: true })
  const server = createServer(serverOptions, (request, response) => {
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
    // The Worker waits for the body, and answers when that takes too long.
    passed.flushHeaders()
    // Errors of both ends have listeners of their own.
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

/** Headers of one connection (RFC 9110 §7.6.1), and `Expect`, which this server has answered. */
const ofConnection = new Set(['connection', 'keep-alive', 'proxy-connection', 'upgrade', 'expect'])

/** Names and values in turn, with repeated names: the Worker refuses some repeated headers. */
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

/** Answers of the Worker have a request id; those of wrangler for a dead Worker have none. */
const isOfWorker = ({ headers, statusCode = 0 }: IncomingMessage): boolean =>
  headers['x-request-id'] !== undefined || statusCode < 500

const answerUnavailable = (request: IncomingMessage, response: ServerResponse): void =>
  answerProblem(request, response, { code: 'storage_unavailable', headers: { 'Retry-After': '1' } })

import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { type ProblemCode, problemDescriptions, problems } from '@tallystick/schema/problem-table'
import { createId } from '@tallystick/service/platform/ids'

export interface FrontProblem {
  readonly code: ProblemCode
  /** Left out, it is the description of the code. */
  readonly detail?: string
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * Answers with a problem (RFC 9457). An answer that has already begun is cut off, so that its beginning is not taken
 * for the whole.
 */
export function answerProblem(request: IncomingMessage, response: ServerResponse, problem: FrontProblem): void {
  if (response.headersSent) {
    response.destroy()
    return
  }
  const { status, headers, body } = compose(problem, request)
  response.writeHead(status, headers).end(request.method === 'HEAD' ? undefined : body)
}

export function writeProblem(socket: Duplex, problem: FrontProblem): void {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const { status, headers, body } = compose(problem)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
}

function compose({ code, detail = problemDescriptions[code], headers }: FrontProblem, request?: IncomingMessage) {
  const requestId = createId('req', Date.now())
  const { status, title } = problems[code]
  const instance = (request?.url ?? '').replace(/\?.*/, '').slice(0, 1024)
  const body = JSON.stringify({
    type: `${originOf(request)}/problems/${code}`,
    title,
    status,
    detail,
    instance,
    code,
    requestId,
  })
  return {
    status,
    body,
    headers: {
      ...headers,
      'Content-Type': 'application/problem+json',
      'Content-Length': String(Buffer.byteLength(body)),
      'X-Request-Id': requestId,
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'no-store',
      // Closes the connection, since the remainder of the request's body is not read.
      Connection: 'close',
    },
  }
}

/** The origin that the client requested. Empty where it named none: the URL of the problem is relative then. */
function originOf(request: IncomingMessage | undefined): string {
  const origin = `http://${request?.headers.host}`
  return request?.headers.host !== undefined && URL.canParse(origin) ? new URL(origin).origin : ''
}

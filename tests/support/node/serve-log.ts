import { createServer } from 'node:http'
import type { MadeLog } from './made-log.ts'

/** A service that shows a log made by hand; which one may change while it runs. */
export interface LogServer {
  readonly origin: string
  /** Shows this log from now on. */
  readonly show: (log: MadeLog) => void
  /** Answers these paths below `/api/v1/log/` and `/api/v1/index/` from now on, whatever the log has there. */
  readonly answer: (path: string, status: number, body: string) => void
  /** Refuses the next requests of this path, so many of them, until so many seconds later. */
  readonly refuse: (path: string, refusal: { readonly times: number; readonly retryAfter: string }) => void
  /** The paths and API keys of the requests so far. */
  readonly requests: readonly { readonly path: string; readonly apiKey: string | undefined }[]
  readonly stop: () => Promise<void>
}

/** Starts a server on a port of its own. */
export async function serveLog(first: MadeLog): Promise<LogServer> {
  let shown = first
  const answers = new Map<string, { readonly status: number; readonly body: string }>()
  const refusals = new Map<string, { times: number; readonly retryAfter: string }>()
  const requests: { path: string; apiKey: string | undefined }[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    requests.push({ path, apiKey: request.headers['x-api-key']?.toString() })
    const keys = JSON.stringify({ keys: shown.rawKeys.map((publicKey) => ({ algorithm: 'Ed25519', publicKey })) })
    if (path === '/.well-known/tallystick-keys') return void response.end(keys)
    const name = path.replace(/^\/api\/v1\/(?:log|index)\//, '')
    const refusal = refusals.get(name)
    if (refusal !== undefined && refusal.times > 0) {
      refusal.times -= 1
      return void response.writeHead(429, { 'Retry-After': refusal.retryAfter }).end('{"code":"rate_limited"}')
    }
    const answer = answers.get(name)
    if (answer !== undefined) return void response.writeHead(answer.status).end(answer.body)
    const bytes = shown.files.get(name)
    return void (bytes === undefined ? response.writeHead(404).end('{}') : response.end(bytes))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port')
  return {
    origin: `http://127.0.0.1:${address.port}`,
    show: (log) => {
      shown = log
    },
    answer: (path, status, body) => answers.set(path, { status, body }),
    refuse: (path, refusal) => refusals.set(path, { ...refusal }),
    requests,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

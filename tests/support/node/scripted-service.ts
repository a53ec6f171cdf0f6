import { createServer, type IncomingMessage } from 'node:http'

/** An answer of the service: a value as JSON. */
export interface ScriptedAnswer {
  readonly status: number
  readonly body: object
}

export interface ScriptedService {
  readonly origin: string
  /** `POST /api/v1/runs`, in the order received, with what was sent. */
  readonly asked: readonly { readonly route: string; readonly sent: string }[]
  readonly stop: () => Promise<void>
}

/** A service on a port of this machine that answers as `answer` says. */
export async function startScripted(answer: (route: string) => ScriptedAnswer): Promise<ScriptedService> {
  const asked: { route: string; sent: string }[] = []
  const server = createServer(async (request, response) => {
    const sent = await textOf(request)
    const route = `${request.method} ${request.url?.replace(/\?.*$/, '')}`
    asked.push({ route, sent })
    const { status, body } = answer(route)
    // No pause between two tries of the client.
    response.writeHead(status, { 'Content-Type': 'application/json', 'Retry-After': '0' })
    response.end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    origin: `http://127.0.0.1:${port}`,
    asked,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** The beginning of what was sent, which may be a large part of a file. */
async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const bytes of request) if (text.length < 100_000) text += String(bytes)
  return text
}

/** A problem of the service. */
export const problemAnswer = (status: number, code: string, more: object = {}): ScriptedAnswer => ({
  status,
  body: { type: '', title: '', status, detail: 'Why.', instance: '/', code, requestId: 'req_1', ...more },
})

import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { inject } from 'vitest'

/** A receiver of events that writes down what arrives, and answers as it is told to. */
interface Receiver extends AsyncDisposable {
  readonly url: string
  /** The bodies that it was sent, oldest first. */
  readonly bodies: readonly string[]
  /** Answers with this status and text from now on. */
  readonly answerWith: (status: number, body: string) => void
}

/** Starts the receiver at the port that the service may send to. It answers with 200. */
export async function startReceiver(): Promise<Receiver> {
  const port = inject('receiverPort')
  const bodies: string[] = []
  let answer = { status: 200, body: 'taken' }
  const server = createServer(async (request, response) => {
    bodies.push(await text(request))
    response.writeHead(answer.status).end(answer.body)
  })
  await once(server.listen(port, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${port}/tallystick`,
    bodies,
    answerWith: (status, body) => {
      answer = { status, body }
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

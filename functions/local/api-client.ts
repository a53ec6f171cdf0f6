/** Calls of the API over HTTP. A call rejects when the answer is a problem, with the problem's code and detail. */
export interface Client {
  readonly get: <Answer>(path: string) => Promise<Answer>
  readonly post: <Answer>(path: string, body: Body) => Promise<Answer>
}

/** Bytes are sent as they are, an object as JSON. */
export type Body = { readonly json: object } | { readonly mediaType: string; readonly bytes: Uint8Array<ArrayBuffer> }

/** A client of the API at `origin` that sends `headers` with every request. */
export function createClient(origin: string, headers: { readonly [name: string]: string }): Client {
  const send = async <Answer>(path: string, init: RequestInit): Promise<Answer> => {
    const response = await fetch(`${origin}/api/v1${path}`, init)
    const answer: Answer & { code?: string; detail?: string } = JSON.parse(await response.text())
    if (!response.ok) throw new Error(`${path} answered ${answer.code}: ${answer.detail}`)
    return answer
  }
  return {
    get: (path) => send(path, { headers }),
    post: (path, body) => {
      const [mediaType, bytes] =
        'json' in body ? ['application/json', JSON.stringify(body.json)] : [body.mediaType, body.bytes]
      return send(path, { method: 'POST', headers: { ...headers, 'Content-Type': mediaType }, body: bytes })
    },
  }
}

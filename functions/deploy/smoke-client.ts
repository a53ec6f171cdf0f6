/** How a smoke test asks the service. Every answer is recorded with its body read. */
export interface SmokeClient {
  readonly send: (method: 'GET' | 'POST' | 'DELETE', path: string, more?: SmokeRequest) => Promise<SmokeAnswer>
}

export interface SmokeRequest {
  readonly headers?: { readonly [name: string]: string }
  /** An object is sent as JSON, text as CSV. */
  readonly body?: string | object
}

export interface SmokeAnswer {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Uint8Array<ArrayBuffer>
  /** The member at the path of an answer in JSON; undefined where there is none. */
  readonly member: (...path: readonly (string | number)[]) => unknown
}

/** The version of a Worker that is to answer, among those that share its requests. */
export interface VersionOverride {
  readonly worker: string
  readonly id: string
}

const requestSecondsMax = 60

/** A client of the service at `url` that sends `headers` with every request. */
export function createSmokeClient(url: string, headers: { readonly [name: string]: string }): SmokeClient {
  return {
    async send(method, path, { headers: more, body } = {}) {
      const mediaType = typeof body === 'string' ? 'text/csv' : 'application/json'
      const response = await fetch(`${url}${path}`, {
        method,
        headers: { ...headers, ...(body === undefined ? {} : { 'Content-Type': mediaType }), ...more },
        signal: AbortSignal.timeout(requestSecondsMax * 1000),
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      const bytes = new Uint8Array(await response.arrayBuffer())
      return { status: response.status, headers: response.headers, bytes, member: memberOf(bytes) }
    },
  }
}

/** The header by which Cloudflare sends a request to that version, or none. */
export const overrideHeaders = (version: VersionOverride | undefined): { readonly [name: string]: string } =>
  version === undefined ? {} : { 'Cloudflare-Workers-Version-Overrides': `${version.worker}="${version.id}"` }

function memberOf(bytes: Uint8Array): SmokeAnswer['member'] {
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    value = undefined
  }
  return (...path) => path.reduce<unknown>((inner, name) => Reflect.get(Object(inner), name), value)
}

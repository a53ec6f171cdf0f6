import { type Client, createClient } from '@tallystick/client'

export interface SmokeClient {
  /** The typed client, without retries, since a working service needs none. */
  readonly api: Client
  /** Sends a request where headers, conditions or problems matter, which the typed client does not show. */
  readonly send: (method: 'GET' | 'POST', path: string, more?: SmokeRequest) => Promise<SmokeAnswer>
}

interface SmokeRequest {
  readonly headers?: { readonly [name: string]: string }
  /** The body, which is sent as JSON. */
  readonly body?: object
}

export interface SmokeAnswer {
  readonly status: number
  readonly headers: Headers
  readonly member: (...path: readonly (string | number)[]) => unknown
}

export interface VersionOverride {
  readonly worker: string
  readonly id: string
}

interface SmokeCaller {
  readonly url: string
  readonly version?: VersionOverride | undefined
  readonly apiKey?: string
  readonly adminKey?: string
}

const requestSecondsMax = 60

/** A client that sends the caller's key, if there is one, with every request. */
export function createSmokeClient({ url, version, ...keys }: SmokeCaller): SmokeClient {
  const fetchOnce = (request: Request) => {
    for (const [name, value] of Object.entries(overrideHeaders(version))) request.headers.set(name, value)
    return fetch(request, { signal: AbortSignal.timeout(requestSecondsMax * 1000) })
  }
  const { apiKey } = keys
  return {
    api: createClient({ baseUrl: url, ...keys, tries: 1, fetch: fetchOnce }),
    async send(method, path, { headers: more, body } = {}) {
      const headers = new Headers(more)
      if (apiKey !== undefined && !headers.has('X-API-Key')) headers.set('X-API-Key', apiKey)
      if (body !== undefined) headers.set('Content-Type', 'application/json')
      const sent = body === undefined ? {} : { body: JSON.stringify(body) }
      const response = await fetchOnce(new Request(`${url}${path}`, { method, headers, ...sent }))
      const text = await response.text()
      return { status: response.status, headers: response.headers, member: memberOf(text) }
    },
  }
}

/** The header by which Cloudflare sends a request to the given version. */
const overrideHeaders = (version: VersionOverride | undefined): { readonly [name: string]: string } =>
  version === undefined ? {} : { 'Cloudflare-Workers-Version-Overrides': `${version.worker}="${version.id}"` }

function memberOf(text: string): SmokeAnswer['member'] {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    value = undefined
  }
  return (...path) => path.reduce<unknown>((inner, name) => Reflect.get(Object(inner), name), value)
}

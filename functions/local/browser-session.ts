/** A browser as far as signing in needs one: cookies by host, and redirects that are followed one by one. */
export interface BrowserSession {
  /** Sends one request with the cookies of its host, and keeps those of the answer. */
  readonly send: (url: string, init?: RequestInit) => Promise<Response>
  /** Follows redirects from `url` until one leads to `end`, or an answer is none. The last answer, and its address. */
  readonly follow: (url: string, end?: (url: string) => boolean) => Promise<Visit>
  /**
   * Signs in at the provider of people-provider.ts, from the address that a service redirects to. Resolves with the
   * address of the service to which the provider leads back, which is not sent for yet.
   */
  readonly signInAs: (subject: string, authorizationUrl: string) => Promise<string>
  /** The cookies for a host, as a header. */
  readonly cookiesOf: (url: string) => string
}

export interface Visit {
  readonly url: string
  readonly response: Response
}

const redirectCountMax = 12

/** `fetchOne` sends a request without following redirects. */
export function createBrowserSession(
  fetchOne: (request: Request) => Promise<Response> = (request) => fetch(request),
): BrowserSession {
  const jars = new Map<string, Map<string, string>>()
  const jarOf = (url: string): Map<string, string> => {
    const { host } = new URL(url)
    const jar = jars.get(host) ?? new Map<string, string>()
    jars.set(host, jar)
    return jar
  }
  const cookiesOf = (url: string): string => [...jarOf(url)].map(([name, value]) => `${name}=${value}`).join('; ')
  const send = async (url: string, init: RequestInit = {}): Promise<Response> => {
    const request = new Request(url, { ...init, redirect: 'manual' })
    const cookies = cookiesOf(url)
    if (cookies !== '') request.headers.set('Cookie', cookies)
    const response = await fetchOne(request)
    for (const text of response.headers.getSetCookie()) keep(jarOf(url), text)
    return response
  }
  const follow = async (url: string, end: (url: string) => boolean = () => false): Promise<Visit> => {
    let visit: Visit = { url, response: await send(url) }
    for (let count = 0; count < redirectCountMax; count += 1) {
      const location = visit.response.headers.get('Location')
      if (location === null) return visit
      const next = new URL(location, visit.url).href
      if (end(next)) return { ...visit, url: next }
      await visit.response.body?.cancel()
      visit = { url: next, response: await send(next) }
    }
    throw new Error(`More than ${redirectCountMax} redirects from ${url}`)
  }
  const signInAs = async (subject: string, authorizationUrl: string): Promise<string> => {
    const { origin } = new URL(authorizationUrl)
    const question = await follow(authorizationUrl)
    await question.response.body?.cancel()
    const body = new URLSearchParams({ person: subject })
    const pressed = await send(question.url, { method: 'POST', body })
    const location = pressed.headers.get('Location')
    if (location === null) throw new Error(`The provider answered ${pressed.status}: ${await pressed.text()}`)
    await pressed.body?.cancel()
    const { url } = await follow(new URL(location, origin).href, (next) => new URL(next).origin !== origin)
    return url
  }
  return { send, follow, signInAs, cookiesOf }
}

function keep(jar: Map<string, string>, text: string): void {
  const [pair = '', ...attributes] = text.split(';')
  const [name = '', ...value] = pair.trim().split('=')
  const isOver = attributes.some((each) => /^\s*(max-age=0|expires=Thu, 01 Jan 1970)/i.test(each))
  if (isOver) jar.delete(name)
  else jar.set(name, value.join('='))
}

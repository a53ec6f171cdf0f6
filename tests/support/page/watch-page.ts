import type { BrowserContext } from 'playwright-core'

/** What a page did that nobody sees: what went wrong, and what it asked the network for. */
export interface Watch {
  /** Errors of the console, uncaught errors, breaches of the policy and requests to other hosts, one text each. */
  readonly faults: () => readonly string[]
  /** `GET https://host/path` of each request so far. */
  readonly requests: () => readonly string[]
  /** Faults that a journey means to make; all others still fail it. */
  readonly expectFault: (pattern: RegExp) => void
}

/** Watches every page of the context from its first moment. `origin` is the one host that may be asked. */
export async function watchPages(context: BrowserContext, origin: string): Promise<Watch> {
  const faults: string[] = []
  const requests: string[] = []
  const expected: RegExp[] = []
  context.on('console', (message) => {
    if (message.type() === 'error') faults.push(`console: ${message.text()}`)
  })
  context.on('weberror', (fault) => faults.push(`uncaught: ${fault.error().stack ?? fault.error().message}`))
  context.on('request', (request) => {
    const url = request.url()
    requests.push(`${request.method()} ${url}`)
    // A `blob:` address begins with the origin that made it.
    if (!url.replace(/^blob:/, '').startsWith(`${origin}/`)) faults.push(`request to another host: ${url}`)
  })
  await context.exposeBinding('tellPolicyBreach', (_, breach: string) => void faults.push(`policy: ${breach}`))
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
      const tell: unknown = Reflect.get(window, 'tellPolicyBreach')
      if (typeof tell === 'function') tell(`${violatedDirective} ${blockedURI} ${sourceFile}`)
    })
  })
  return {
    faults: () => faults.filter((fault) => !expected.some((pattern) => pattern.test(fault))),
    requests: () => [...requests],
    expectFault: (pattern) => void expected.push(pattern),
  }
}

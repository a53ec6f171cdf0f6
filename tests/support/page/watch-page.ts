import type { BrowserContext, Page } from 'playwright-core'

/** What a page did that nobody sees: what went wrong, and what it asked the network for. */
export interface Watch {
  /** Errors of the console, uncaught errors, breaches of the policy and requests to other hosts, one text each. */
  readonly faults: () => readonly string[]
  /** `GET https://host/path` of each request so far. */
  readonly requests: () => readonly string[]
  /** To be called with each page before it goes anywhere: the console of its workers is watched as well. */
  readonly watchWorkers: (page: Page) => Promise<void>
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
    watchWorkers: (page) => watchWorkers(page, (text) => faults.push(`worker: ${text}`)),
    faults: () => faults.filter((fault) => !expected.some((pattern) => pattern.test(fault))),
    requests: () => [...requests],
    expectFault: (pattern) => void expected.push(pattern),
  }
}

/** A message of the debugger's protocol from a worker. */
interface WorkerMessage {
  readonly method?: string
  readonly params?: { readonly entry?: { readonly level: string; readonly text: string; readonly url?: string } }
}

/**
 * Tells each error that the browser itself logs of a worker of the page, such as a breach of its policy, those from before
 * it was attached to included. Playwright hands on what a worker logs, and nothing that is logged of it.
 */
async function watchWorkers(page: Page, tell: (text: string) => void): Promise<void> {
  const session = await page.context().newCDPSession(page)
  session.on('Target.attachedToTarget', ({ sessionId }) => {
    const message = JSON.stringify({ id: 1, method: 'Log.enable' })
    // A page that is closed meanwhile has no workers left to be watched.
    session.send('Target.sendMessageToTarget', { sessionId, message }).catch(() => {})
  })
  session.on('Target.receivedMessageFromTarget', ({ message }) => {
    const { method, params }: WorkerMessage = JSON.parse(message)
    const entry = params?.entry
    if (method === 'Log.entryAdded' && entry?.level === 'error') tell(`${entry.text} ${entry.url ?? ''}`)
  })
  await session.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: false })
}

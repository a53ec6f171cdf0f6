import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { keyOf, runIdOf } from '../node/printed.ts'
import { servedCopy } from '../node/served-copy.ts'
import { type Scheme, sizeOf, type Width } from './looks.ts'
import { type Watch, watchPages } from './watch-page.ts'

/** How a page is opened: at 1280 px and in the light scheme unless said otherwise. */
export interface Opening {
  readonly path?: string
  readonly scheme?: Scheme
  readonly width?: Width
  /** Lets a test put scripts of its own into the page: for tools alone, since the page's policy is off then. */
  readonly bypassCSP?: boolean
}

/** Somebody at a browser of their own: no cookies, storage or cache of another journey. */
export interface Visitor extends Omit<Watch, 'watchWorkers'> {
  /** Opens a page; those of one journey share what a browser keeps. */
  readonly open: (opening?: Opening) => Promise<Page>
  /** Cuts the network off from all pages that are open, for good; what they ask for in vain is no fault. */
  readonly goOffline: () => Promise<void>
  /** `http://127.0.0.1:<port>` */
  readonly origin: string
}

const endpoint = inject('browserEndpoint')
const isServed = endpoint !== ''
const { origin, lines } = isServed ? await servedCopy() : { origin: '', lines: [] }

/** The key of a tenant with the datasets of the demo, and the run that `npm start` made of them; empty without a server. */
export const demo = { key: keyOf(lines), runId: runIdOf(lines) }

let connected: Promise<Browser> | undefined
const connect = (): Promise<Browser> => {
  connected ??= chromium.connect(endpoint)
  return connected
}

interface Visits {
  readonly visitor: Visitor
  readonly end: () => Promise<void>
}

/** Each way of opening has a context of its own, since a browser takes these settings for a whole one. */
async function beginVisits(): Promise<Visits> {
  const browser = await connect()
  const contexts = new Map<string, { readonly context: BrowserContext; readonly watch: Watch }>()
  const expected: RegExp[] = []
  const contextOf = async ({ scheme = 'light', width = 1280, bypassCSP = false }: Opening) => {
    const name = `${scheme} ${width} ${bypassCSP}`
    const found = contexts.get(name)
    if (found !== undefined) return found
    const context = await browser.newContext({
      colorScheme: scheme,
      viewport: sizeOf(width),
      bypassCSP,
      baseURL: origin,
      acceptDownloads: true,
      locale: 'en-GB',
      timezoneId: 'UTC',
    })
    const watch = await watchPages(context, origin)
    for (const pattern of expected) watch.expectFault(pattern)
    const made = { context, watch }
    contexts.set(name, made)
    return made
  }
  const watches = () => [...contexts.values()].map(({ watch }) => watch)
  const visitor: Visitor = {
    origin,
    open: async (opening = {}) => {
      const { context, watch } = await contextOf(opening)
      const page = await context.newPage()
      await watch.watchWorkers(page)
      await page.goto(opening.path ?? '/')
      return page
    },
    goOffline: async () => {
      visitor.expectFault(/ERR_INTERNET_DISCONNECTED/)
      for (const { context } of contexts.values()) await context.setOffline(true)
    },
    faults: () => watches().flatMap((watch) => watch.faults()),
    requests: () => watches().flatMap((watch) => watch.requests()),
    expectFault: (pattern) => {
      expected.push(pattern)
      for (const watch of watches()) watch.expectFault(pattern)
    },
  }
  const end = async () => {
    for (const { context } of contexts.values()) await context.close()
  }
  return { visitor, end }
}

/**
 * A test of the page, `journey('does this', async ({ visitor }) => …)`. It fails as well on each error in the console,
 * uncaught error, breach of the policy and request to another host. Skipped where there is no browser.
 */
export const journey = test
  .extend<{ visitor: Visitor }>({
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern which other fixtures are wanted.
    visitor: async ({}, use) => {
      const { visitor, end } = await beginVisits()
      await use(visitor)
      const faults = visitor.faults()
      await end()
      expect(faults).toEqual([])
    },
  })
  .skipIf(!isServed)

import { askedIn, hasSamePolicy, isOfBuild } from './kept-files.ts'

/**
 * Keeps the files of the build for use without a network. The document comes from the network first, so that a new
 * deployment shows at the next visit; files with a hash in their name come from the cache. Answers of the API are never
 * kept. The build writes this script to `/service-worker.js`.
 */

interface LifeEvent {
  readonly waitUntil: (work: Promise<unknown>) => void
}

interface AskedEvent {
  readonly request: Request
  readonly respondWith: (answer: Promise<Response>) => void
}

/**
 * The members of a service worker's global scope that are used here. The library's types for it conflict with those of
 * a page.
 */
interface WorkerScope {
  addEventListener(name: 'install' | 'activate', listener: (event: LifeEvent) => void): void
  addEventListener(name: 'fetch', listener: (event: AskedEvent) => void): void
  readonly skipWaiting: () => Promise<void>
  readonly clients: { readonly claim: () => Promise<void> }
  readonly location: { readonly origin: string }
}

/** All files of the build, and its hash; see functions/local/build-service-worker.ts. */
declare const builtFiles: readonly string[]
declare const buildHash: string
/** Declared only in this file, since other modules run in a page. */
declare const self: WorkerScope

const files: ReadonlySet<string> = new Set(builtFiles)
const cachePrefix = 'tallystick-build-'
const cacheName = `${cachePrefix}${buildHash}`

self.addEventListener('install', (event) => event.waitUntil(keepBuild().then(() => self.skipWaiting())))
self.addEventListener('activate', (event) => event.waitUntil(forgetOthers().then(() => self.clients.claim())))
self.addEventListener('fetch', (event) => {
  const asked = askedIn(event.request, { origin: self.location.origin, files })
  if (asked?.kind === 'file') event.respondWith(keptFile(asked.path))
  if (asked?.kind === 'page') event.respondWith(newestPage(event.request))
})

/** How many files are fetched at once: more would slow down the visitor. */
const laneCount = 4

/**
 * Keeps all files of this build. Rejects where the document belongs to another build, so that no build is kept in part.
 */
async function keepBuild(): Promise<void> {
  const cache = await caches.open(cacheName)
  const page = await fetchWhole('/', { cache: 'no-store' })
  if (!isOfBuild(await page.clone().text(), files)) throw new Error('The page was deployed anew meanwhile')
  const waiting = [...files]
  const fetchNext = async (): Promise<void> => {
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      // A file that did not change is taken from the cache of an earlier build.
      const known = await caches.match(path, { ignoreVary: true })
      await cache.put(path, known && hasSamePolicy(known, page) ? known : await fetchWhole(path, { cache: 'no-cache' }))
    }
  }
  await Promise.all(Array.from({ length: laneCount }, fetchNext))
  await cache.put('/', page)
}

async function fetchWhole(path: string, options: RequestInit = {}): Promise<Response> {
  const answer = await fetch(path, options)
  if (!answer.ok || answer.redirected) throw new Error(`${path} answered ${answer.status}`)
  return answer
}

/** Removes the caches of other builds except the newest of them, whose files an open page may still need. */
async function forgetOthers(): Promise<void> {
  const names = await caches.keys()
  const others = names.filter((name) => name.startsWith(cachePrefix) && name !== cacheName)
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)))
}

const kept = async (path: string): Promise<Response | undefined> =>
  (await caches.open(cacheName)).match(path, { ignoreVary: true })

const keptFile = async (path: string): Promise<Response> =>
  (await kept(path)) ?? (await caches.match(path, { ignoreVary: true })) ?? fetch(path)

async function newestPage(request: Request): Promise<Response> {
  try {
    return await fetch(request)
  } catch (error) {
    const page = await kept('/')
    if (page === undefined) throw error
    return page
  }
}

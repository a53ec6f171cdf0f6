import { pagePaths } from '../page-headers.ts'

/** What a request asks for, as far as the service worker answers it; undefined for what the network answers as ever. */
export type Asked =
  /** A file of a build, whose name has the hash of its bytes: of this one, or of one before, which an open page asks for. */
  | { readonly kind: 'file'; readonly path: string }
  /** A page of the console: every address has the same document. */
  | { readonly kind: 'page' }

/** The parts of a request that say what it asks for. */
export interface AskedRequest {
  readonly method: string
  readonly mode: string
  readonly url: string
}

/**
 * What a request asks for, given the origin of the page and the paths of the files of this build. Whatever has no hash in
 * its name but a page, the API and all that is asked of other hosts are left to the network.
 */
export function askedIn(
  { method, mode, url }: AskedRequest,
  { origin, files }: { readonly origin: string; readonly files: ReadonlySet<string> },
): Asked | undefined {
  const address = new URL(url)
  if (method !== 'GET' || address.origin !== origin) return undefined
  if (mode === 'navigate') return isPage(address.pathname) ? { kind: 'page' } : undefined
  const isFile = files.has(address.pathname) || hashedName.test(address.pathname)
  return isFile ? { kind: 'file', path: address.pathname } : undefined
}

/** As the build names its files. */
const hashedName = /^\/console\/[\w.-]+-[\w-]{8}\.\w+$/

const isPage = (path: string): boolean =>
  path === '/' || pagePaths.some((each) => (each.endsWith('/*') ? path.startsWith(each.slice(0, -1)) : path === each))

/** Whether the document is of the build that has these files: it names no file of the console that is not among them. */
export const isOfBuild = (html: string, files: ReadonlySet<string>): boolean =>
  [...html.matchAll(/"(\/console\/[^"]+)"/g)].every(([, path = '']) => files.has(path))

/**
 * Whether a file that an earlier build has kept was served under the policy of the page. A worker has the policy of its own
 * script, and a script that did not change may come with a stricter one.
 */
export const hasSamePolicy = (known: Response, page: Response): boolean =>
  known.headers.get(policyHeader) === page.headers.get(policyHeader)

const policyHeader = 'Content-Security-Policy'

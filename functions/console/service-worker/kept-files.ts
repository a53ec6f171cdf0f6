import { pagePaths } from '../page-headers.ts'

/** The requests that the service worker answers; others go to the network. */
export type Asked =
  /** A file with its hash in its name, of this build or of an earlier one that an open page uses. */
  | { readonly kind: 'file'; readonly path: string }
  /** A page of the console: every address has the same document. */
  | { readonly kind: 'page' }

export interface AskedRequest {
  readonly method: string
  readonly mode: string
  readonly url: string
}

/** Given the page's origin and the files of this build. Undefined for everything but pages and hashed files. */
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

/** Whether the document names only files of this build. */
export const isOfBuild = (html: string, files: ReadonlySet<string>): boolean =>
  [...html.matchAll(/"(\/console\/[^"]+)"/g)].every(([, path = '']) => files.has(path))

/**
 * Whether a kept file was served under the policy of the page: a worker has the policy of its script, and an unchanged
 * script may come with a stricter one.
 */
export const hasSamePolicy = (known: Response, page: Response): boolean =>
  known.headers.get(policyHeader) === page.headers.get(policyHeader)

const policyHeader = 'Content-Security-Policy'

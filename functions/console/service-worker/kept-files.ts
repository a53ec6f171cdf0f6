import { isPageAddress } from '../page-list.ts'

/** The requests that the service worker answers. Others go to the network. */
export type Asked =
  /** A file with its hash in its name, of this build or of an earlier build that an open page still uses. */
  | { readonly kind: 'file'; readonly path: string }
  /** A page of the console. */
  | { readonly kind: 'page' }

export interface AskedRequest {
  readonly method: string
  readonly mode: string
  readonly url: string
}

/**
 * What a request asks for, given the page's origin and the files of this build. Undefined for all but pages and hashed
 * files.
 */
export function askedIn(
  { method, mode, url }: AskedRequest,
  { origin, files }: { readonly origin: string; readonly files: ReadonlySet<string> },
): Asked | undefined {
  const address = new URL(url)
  if (method !== 'GET' || address.origin !== origin) return undefined
  if (mode === 'navigate') return isPageAddress(address.pathname) ? { kind: 'page' } : undefined
  const isFile = files.has(address.pathname) || hashedName.test(address.pathname)
  return isFile ? { kind: 'file', path: address.pathname } : undefined
}

/** The names that the build gives to hashed files. */
const hashedName = /^\/console\/[\w.-]+-[\w-]{8}\.\w+$/

/** Whether the document names only files of this build. */
export const isOfBuild = (html: string, files: ReadonlySet<string>): boolean =>
  [...html.matchAll(/"(\/console\/[^"]+)"/g)].every(([, path = '']) => files.has(path))

/**
 * Whether a kept file was served under the same policy as the page. A worker is bound by the policy of its script, and
 * a deployment may bring a stricter policy for an unchanged script.
 */
export const hasSamePolicy = (known: Response, page: Response): boolean =>
  known.headers.get(policyHeader) === page.headers.get(policyHeader)

const policyHeader = 'Content-Security-Policy'

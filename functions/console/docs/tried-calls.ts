import type { TriedAnswer, TriedCall } from './reference-messages.ts'

export interface DescribedPaths {
  readonly paths: { readonly [path: string]: object }
}

export interface SendingOptions {
  readonly document: DescribedPaths
  readonly origin: string
  /** The key that this tab is signed in with. */
  readonly key: string | undefined
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
}

const keyHeader = 'X-API-Key'

/**
 * Sends a call of the reference, with the key of this tab unless the reader typed one. Rejects calls that are not in
 * the document, so that the frame cannot reach other parts of the origin.
 */
export async function sendTriedCall(call: TriedCall, options: SendingOptions): Promise<TriedAnswer> {
  const url = addressOf(call, options)
  const headers = new Headers(call.headers.map(([name, value]): [string, string] => [name, value]))
  if (options.key !== undefined && (headers.get(keyHeader) ?? '') === '') headers.set(keyHeader, options.key)
  const response = await options.fetch(url, {
    method: call.method,
    headers,
    ...(call.body !== undefined && { body: call.body }),
    credentials: 'omit',
    redirect: 'error',
  })
  return {
    status: response.status,
    statusText: response.statusText,
    headers: [...response.headers],
    body: await response.arrayBuffer(),
  }
}

function addressOf({ method, url }: TriedCall, { document, origin }: SendingOptions): string {
  const address = new URL(url, origin)
  const isCall = address.origin === origin && isDescribed(document, { method, path: address.pathname })
  if (!isCall) throw new Error(`${method} ${address.origin}${address.pathname} is no call of this API`)
  return `${address.pathname}${address.search}`
}

/**
 * Whether the document describes an operation for this method and path. A parameter stands for one segment of the path.
 */
export function isDescribed(
  document: DescribedPaths,
  { method, path }: { readonly method: string; readonly path: string },
): boolean {
  const parts = path.split('/')
  return Object.entries(document.paths).some(([template, operations]) => {
    const wanted = template.split('/')
    const fits =
      wanted.length === parts.length &&
      wanted.every((part, index) => part === parts[index] || takes(part, parts[index]))
    return fits && Object.hasOwn(operations, method.toLowerCase())
  })
}

/** A template such as `{page}` or `{run}.json` matches any value between its fixed texts. */
function takes(template: string, part: string | undefined): boolean {
  const [, before, after] = /^([^{}]*)\{[^{}]+\}([^{}]*)$/.exec(template) ?? []
  if (before === undefined || after === undefined || part === undefined) return false
  return part.length > before.length + after.length && part.startsWith(before) && part.endsWith(after)
}

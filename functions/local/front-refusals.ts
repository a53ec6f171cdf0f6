import type { IncomingMessage } from 'node:http'
import type { FrontProblem } from './front-problem.ts'

/**
 * Why a request is not passed on. Below `/cdn-cgi/` wrangler would answer with the scheduled handler and facts about
 * the machine; an invalid `Host` (RFC 9112 §3.2) would end in an error of wrangler.
 */
export function refusalOf(request: IncomingMessage): FrontProblem | undefined {
  if (!hasHost(request))
    return { code: 'invalid_header', detail: 'A request has one Host header, with a name and perhaps a port.' }
  return isOfWrangler(request.url ?? '') ? { code: 'route_not_found' } : undefined
}

function hasHost({ headersDistinct: { host = [] } }: IncomingMessage): boolean {
  const [only = '', ...others] = host
  return others.length === 0 && /^[^\s/?#@\\]+$/.test(only) && URL.canParse(`http://${only}`)
}

/** By the path as a server reads it: dots are resolved, and it may be a whole URL (RFC 9112 §3.2.2). */
function isOfWrangler(target: string): boolean {
  const url = target.startsWith('/') ? `http://local${target}` : target
  return URL.canParse(url) && /^\/cdn-cgi(\/|$)/i.test(new URL(url).pathname)
}

/** The problem for bytes that Node cannot read as a request. */
export function faultOfRequest({ code, message }: NodeJS.ErrnoException): FrontProblem {
  if (code === 'HPE_INVALID_CONTENT_LENGTH' && /overflow/i.test(message)) return { code: 'payload_too_large' }
  if (code === 'HPE_HEADER_OVERFLOW')
    return { code: 'payload_too_large', detail: 'The headers of a request have at most 64 KB.' }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return { code: 'request_timeout', detail: 'The headers of the request did not arrive in time.' }
  return { code: 'invalid_header', detail: 'These bytes are no request of HTTP (RFC 9112).' }
}

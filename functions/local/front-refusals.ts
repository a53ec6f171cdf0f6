import type { IncomingMessage } from 'node:http'
import type { FrontProblem } from './front-problem.ts'

/**
 * Why a request is not passed on; undefined where it is. Below `/cdn-cgi/` wrangler answers for itself, with the scheduled
 * handler and what it knows of the machine. A `Host` that is none would end in an error of wrangler (RFC 9112 §3.2).
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

/** By the path as a server reads it: dots are resolved, and a whole URL may stand in its place (RFC 9112 §3.2.2). */
function isOfWrangler(target: string): boolean {
  const url = target.startsWith('/') ? `http://local${target}` : target
  return URL.canParse(url) && /^\/cdn-cgi(\/|$)/i.test(new URL(url).pathname)
}

/** What is wrong with bytes that Node reads no request from. */
export function faultOfRequest({ code, message }: NodeJS.ErrnoException): FrontProblem {
  if (code === 'HPE_INVALID_CONTENT_LENGTH' && /overflow/i.test(message)) return { code: 'payload_too_large' }
  if (code === 'HPE_HEADER_OVERFLOW')
    return { code: 'payload_too_large', detail: 'The headers of a request have at most 64 KB.' }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return { code: 'request_timeout', detail: 'The headers of the request did not arrive in time.' }
  return { code: 'invalid_header', detail: 'These bytes are no request of HTTP (RFC 9112).' }
}

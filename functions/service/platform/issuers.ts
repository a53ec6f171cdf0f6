/** Where people sign in, as the deployment names it. */

/** An issuer of OpenID Connect, and this service as its client. */
export interface OpenIdIssuer {
  readonly kind: 'openid'
  readonly url: string
  readonly clientId: string
  /** Undefined for a public client, which PKCE alone protects. */
  readonly clientSecret: string | undefined
}

/** A Cloudflare Access application, which signs an assertion about whoever it lets through. */
export interface AccessApplication {
  readonly kind: 'access'
  /** Such as `https://example.cloudflareaccess.com`. */
  readonly url: string
  readonly audience: string
}

export type Issuer = OpenIdIssuer | AccessApplication

const issuerCountMax = 20

/** Reads OIDC_ISSUERS: `issuer client-id client-secret` for each, a line or a comma between them. Undefined if malformed. */
export function openIdIssuersIn(text: string): readonly OpenIdIssuer[] | undefined {
  const lines = text
    .split(/[\r\n,]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const issuers = lines.map(readOpenId).filter((issuer) => issuer !== undefined)
  const isReadable =
    issuers.length === lines.length &&
    issuers.length <= issuerCountMax &&
    new Set(issuers.map(({ url }) => url)).size === issuers.length
  return isReadable ? issuers : undefined
}

/** Reads ACCESS_APPLICATION: `issuer audience`. Undefined if malformed. */
export function accessApplicationIn(text: string): AccessApplication | undefined {
  const [url = '', audience = '', ...rest] = text.trim().split(/\s+/)
  return isSafe(url) && audience !== '' && rest.length === 0
    ? { kind: 'access', url: url.replace(/\/$/, ''), audience }
    : undefined
}

/** Every issuer of the deployment; none of a variable that is malformed, which `/ready` names. */
export function issuersOf(env: {
  readonly OIDC_ISSUERS?: string
  readonly ACCESS_APPLICATION?: string
}): readonly Issuer[] {
  const access = accessApplicationIn(String(env.ACCESS_APPLICATION ?? ''))
  const all = [...(openIdIssuersIn(String(env.OIDC_ISSUERS ?? '')) ?? []), ...(access === undefined ? [] : [access])]
  return all.filter(({ url }, index) => all.findIndex((other) => other.url === url) === index)
}

function readOpenId(line: string): OpenIdIssuer | undefined {
  const [url = '', clientId = '', clientSecret, ...rest] = line.split(/\s+/)
  return isSafe(url) && clientId !== '' && rest.length === 0
    ? { kind: 'openid', url, clientId, clientSecret }
    : undefined
}

/** Whether nobody between can change the answers of the address: it is of https, or on this machine. */
function isSafe(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, search, hash, username } = new URL(text)
  return (
    search === '' &&
    hash === '' &&
    username === '' &&
    (protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname)))
  )
}

/** Whether the host is this machine (RFC 6761 §6.3, RFC 8252 §7.3). */
export const isLoopback = (hostname: string): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(hostname)

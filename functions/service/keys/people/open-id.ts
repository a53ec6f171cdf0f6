import type { Context } from 'hono'
import * as oauth from 'oauth4webapi'
import type { AppEnv } from '../../http/app-env.ts'
import { faultOf } from '../../http/fault.ts'
import { ProblemError } from '../../http/problem.ts'
import { type Isolate, perIsolate } from '../../platform/isolate.ts'
import type { OpenIdIssuer } from '../../platform/issuers.ts'

/** OpenID Connect Core 1.0 by the code flow (§3.1) with PKCE (RFC 7636), as a client of an issuer. */

/** Whom an issuer has let in. */
export interface Person {
  readonly issuer: string
  readonly subject: string
  /** In lower case; undefined unless the issuer says that it is verified. */
  readonly verifiedAddress: string | undefined
  readonly name: unknown
}

/** What ties an answer of the issuer to the browser that began the sign-in. */
export interface SignInSecrets {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

const discoveryLifetimeMilliseconds = 3_600_000
const waitMilliseconds = 10_000

interface Discovered {
  readonly server: oauth.AuthorizationServer
  readonly readAt: number
}

const discovered = perIsolate(() => new Map<string, Discovered>())

/** The address at the issuer where the person signs in. Throws `issuer_unavailable`. */
export async function authorizationUrl(
  c: Context<AppEnv>,
  issuer: OpenIdIssuer,
  { state, nonce, verifier }: SignInSecrets,
): Promise<string> {
  const server = await asked(c, () => discover(c.var.isolate, issuer))
  if (server.authorization_endpoint === undefined) throw new ProblemError('issuer_unavailable')
  const url = new URL(server.authorization_endpoint)
  const parameters = {
    client_id: issuer.clientId,
    response_type: 'code',
    redirect_uri: redirectUriOf(c),
    scope: 'openid email profile',
    state,
    nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}

/**
 * The person of the issuer's answer, which is the address of this request. Checks state, issuer (RFC 9207), nonce,
 * audience, times and signature. Throws `sign_in_failed`, and `issuer_unavailable` where the issuer does not answer.
 * `needsAddress` asks the issuer's UserInfo where the ID token does not say whether an address is verified.
 */
export function personOfAnswer(
  c: Context<AppEnv>,
  issuer: OpenIdIssuer,
  { needsAddress, ...secrets }: SignInSecrets & { readonly needsAddress: boolean },
): Promise<Person> {
  return asked(c, async () => {
    const server = await discover(c.var.isolate, issuer)
    const client: oauth.Client = { client_id: issuer.clientId }
    const answer = oauth.validateAuthResponse(server, client, new URL(c.req.url), secrets.state)
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      authenticationOf(server, issuer),
      answer,
      redirectUriOf(c),
      secrets.verifier,
      optionsFor(issuer),
    )
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, {
      expectedNonce: secrets.nonce,
      requireIdToken: true,
    })
    await oauth.validateApplicationLevelSignature(server, response, optionsFor(issuer))
    const claims = oauth.getValidatedIdTokenClaims(tokens)
    if (claims === undefined) throw new ProblemError('sign_in_failed')
    const isOpen = claims['email'] === undefined || claims['email_verified'] === undefined
    const isAsked = needsAddress && isOpen && server.userinfo_endpoint !== undefined
    const shown = isAsked ? await userInfo(server, { client, tokens, subject: claims.sub, issuer }) : claims
    return { issuer: issuer.url, subject: claims.sub, verifiedAddress: verifiedAddressIn(shown), name: shown['name'] }
  })
}

interface UserInfoOf {
  readonly client: oauth.Client
  readonly tokens: oauth.TokenEndpointResponse
  readonly subject: string
  readonly issuer: OpenIdIssuer
}

async function userInfo(server: oauth.AuthorizationServer, { client, tokens, subject, issuer }: UserInfoOf) {
  const response = await oauth.userInfoRequest(server, client, tokens.access_token, optionsFor(issuer))
  return oauth.processUserInfoResponse(server, client, subject, response)
}

const verifiedAddressIn = (claims: { readonly [name: string]: unknown }): string | undefined =>
  claims['email_verified'] === true && typeof claims['email'] === 'string' ? claims['email'].toLowerCase() : undefined

async function discover(isolate: Isolate, issuer: OpenIdIssuer): Promise<oauth.AuthorizationServer> {
  const known = discovered(isolate).get(issuer.url)
  if (known !== undefined && Math.abs(isolate.now() - known.readAt) < discoveryLifetimeMilliseconds) return known.server
  const url = new URL(issuer.url)
  const response = await oauth.discoveryRequest(url, optionsFor(issuer))
  const server = await oauth.processDiscoveryResponse(url, response)
  discovered(isolate).set(issuer.url, { server, readAt: isolate.now() })
  return server
}

/** Basic, which every issuer has to offer by default, unless the issuer lists only the other way (RFC 8414 §2). */
function authenticationOf(server: oauth.AuthorizationServer, { clientSecret }: OpenIdIssuer): oauth.ClientAuth {
  if (clientSecret === undefined) return oauth.None()
  const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  return methods.includes('client_secret_basic')
    ? oauth.ClientSecretBasic(clientSecret)
    : oauth.ClientSecretPost(clientSecret)
}

/** Only an issuer on this machine has an address of http. */
const optionsFor = ({ url }: OpenIdIssuer) => ({
  [oauth.allowInsecureRequests]: url.startsWith('http:'),
  [oauth.customFetch]: fetchHeard,
  signal: () => AbortSignal.timeout(waitMilliseconds),
})

/** The issuer could not be reached, or took too long. */
class IssuerSilentError extends Error {
  override readonly name = 'IssuerSilentError'
}

async function fetchHeard<Method extends string, Body extends URLSearchParams | undefined>(
  url: string,
  { body, ...options }: oauth.CustomFetchOptions<Method, Body>,
): Promise<Response> {
  try {
    return await fetch(url, { ...options, ...(body !== undefined && { body }) })
  } catch (cause) {
    throw new IssuerSilentError('The issuer does not answer', { cause })
  }
}

export const redirectUriOf = (c: Context<AppEnv>): string => new URL('/auth/callback', c.req.url).href

/** What `ask` comes to. Faults of the issuer or its answer become problems, and stand in the log line of the request. */
async function asked<Result>(c: Context<AppEnv>, ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask()
  } catch (error) {
    if (!isSilence(error) && !isRefusal(error)) throw error
    c.set('fault', faultOf(error))
    throw new ProblemError(isSilence(error) ? 'issuer_unavailable' : 'sign_in_failed')
  }
}

const unreadable: readonly unknown[] = [oauth.RESPONSE_IS_NOT_CONFORM, oauth.RESPONSE_IS_NOT_JSON, oauth.PARSE_ERROR]

/** Whether the issuer did not answer, or answered with a fault of its own. */
function isSilence(error: unknown): boolean {
  if (error instanceof oauth.ResponseBodyError) return Math.floor(error.status / 100) === 5
  if (error instanceof oauth.OperationProcessingError) return unreadable.includes(error.code)
  return error instanceof IssuerSilentError
}

/** Whether the issuer refused, or its answer is not for this sign-in. */
const isRefusal = (error: unknown): boolean =>
  error instanceof oauth.ResponseBodyError ||
  error instanceof oauth.OperationProcessingError ||
  error instanceof oauth.AuthorizationResponseError ||
  error instanceof oauth.WWWAuthenticateChallengeError ||
  error instanceof oauth.UnsupportedOperationError

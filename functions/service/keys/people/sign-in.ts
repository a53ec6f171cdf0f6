import type { SignInQuery } from '@tallystick/schema/member'
import type { Context } from 'hono'
import type { AppEnv } from '../../http/app-env.ts'
import { ProblemError } from '../../http/problem.ts'
import { type Issuer, issuersOf } from '../../platform/issuers.ts'
import { catalogOf, queries } from '../../store/database.ts'
import { pepperedHash } from '../../store/peppered-hash.ts'
import { NotConfiguredError } from '../../store/required.ts'
import { type SignInRow, signInStore } from '../../store/session-store.ts'
import { randomText } from '../token.ts'
import { personOfAssertion } from './access-assertion.ts'
import { admit, issuersIn, noteRefusal, openInvitation } from './admit.ts'
import { readCookie, removeCookie, writeCookie } from './cookies.ts'
import { authorizationUrl, personOfAnswer, type SignInSecrets } from './open-id.ts'
import { readSecret } from './secret-text.ts'

/** A person has ten minutes to sign in at the issuer. */
const signInSeconds = 600
const returnToDefault = '/app'

type Wish = Pick<SignInRow, 'wantedTenant' | 'invitation' | 'returnTo'>

/** What a person may be asked before a sign-in. */
export interface SignInOffer {
  readonly query: SignInQuery
  /** Where the person may sign in; at least one. */
  readonly issuers: readonly Issuer[]
  readonly invited: { readonly tenantName: string; readonly role: string; readonly address: string } | undefined
  /** Whether the person has to be asked: a link may name somebody else's tenant, and there may be several issuers. */
  readonly isQuestion: boolean
}

/** Throws `invalid_query` where the issuer is unknown, and `invitation_refused`. Stores nothing. */
export async function offerSignIn(c: Context<AppEnv>, query: SignInQuery): Promise<SignInOffer> {
  const wish = wishOf(c, query)
  const { issuers, invited } = await offeredIssuers(c, query.issuer, wish)
  const isQuestion = wish.wantedTenant !== null || issuers.length > 1
  return { query, issuers, invited, isQuestion }
}

/**
 * Begins a sign-in: the address at the issuer. With Access, whose assertion came with the request, the session begins at
 * once. Throws `invalid_query` where the issuer is unknown or has to be chosen, and `invitation_refused`.
 */
export async function beginSignIn(c: Context<AppEnv>, query: SignInQuery): Promise<string> {
  const wish = wishOf(c, query)
  const issuer = await issuerFor(c, query.issuer, wish)
  if (issuer.kind === 'access') {
    await admit(c, await personOfAssertion(c, issuer), wish)
    return wish.returnTo
  }
  const secret = randomText(32)
  const url = await authorizationUrl(c, issuer, secretsOf(c, secret))
  const expiresAt = c.var.isolate.now() + signInSeconds * 1000
  await signInStore(queries(catalogOf(c.env))).insert({
    ...wish,
    hash: hashOf(c, secret),
    issuer: issuer.url,
    expiresAt,
  })
  writeCookie(c, 'tallystick-sign-in', { value: secret, seconds: signInSeconds })
  return url
}

/**
 * Completes the sign-in that this browser began: the path to go to. Each sign-in comes back once, at the issuer where it
 * began. Throws `sign_in_failed`, and what `admit` throws.
 */
export async function completeSignIn(c: Context<AppEnv>): Promise<string> {
  const secret = readCookie(c, 'tallystick-sign-in')
  if (secret === undefined) throw new ProblemError('sign_in_failed', { detail: 'This browser has begun no sign-in.' })
  const secrets = secretsOf(c, secret)
  // Before the sign-in is used up, so that a link of somebody else does not end it.
  if (c.req.query('state') !== secrets.state)
    throw new ProblemError('sign_in_failed', { detail: 'The answer belongs to another sign-in.' })
  removeCookie(c, 'tallystick-sign-in')
  const [begun] = await signInStore(queries(catalogOf(c.env))).take(hashOf(c, secret), c.var.isolate.now())
  if (begun === undefined)
    throw new ProblemError('sign_in_failed', { detail: 'The sign-in was used, or took too long.' })
  const issuer = issuersOf(c.env).find(({ url }) => url === begun.issuer)
  if (issuer?.kind !== 'openid')
    throw new ProblemError('sign_in_failed', { detail: 'The issuer is not one of this service any more.' })
  const needsAddress = begun.invitation !== null
  const person = await personOfAnswer(c, issuer, { ...secrets, needsAddress }).catch(async (error: unknown) => {
    await noteRefusal(c, { wish: begun, error, who: { issuer: issuer.url } })
    throw error
  })
  await admit(c, person, begun)
  return begun.returnTo
}

function wishOf(c: Context<AppEnv>, { invitation, tenant, to }: SignInQuery): Wish {
  const returnTo = pathOn(c, to)
  if (invitation === undefined) return { wantedTenant: tenant ?? null, invitation: null, returnTo }
  const parts = readSecret(c.env, 'invitation', invitation)
  if (parts === undefined) throw new ProblemError('invitation_refused')
  return { wantedTenant: parts.tenantId, invitation: parts.hash, returnTo }
}

/** The path of `to` on this service. Throws `invalid_query` for one that would lead elsewhere. */
function pathOn(c: Context<AppEnv>, to: string | undefined): string {
  if (to === undefined) return returnToDefault
  const { origin } = new URL(c.req.url)
  const url = URL.canParse(to, origin) ? new URL(to, origin) : undefined
  // A path of two slashes is the address of a host, and `/.//host` becomes one.
  if (url?.origin === origin && to.startsWith('/') && !url.pathname.startsWith('//'))
    return `${url.pathname}${url.search}${url.hash}`
  throw refusedParameter('to', 'Wanted a path on this service, such as /app')
}

async function issuerFor(c: Context<AppEnv>, wanted: string | undefined, wish: Wish): Promise<Issuer> {
  const [only, other] = (await offeredIssuers(c, wanted, wish)).issuers
  if (only !== undefined && other === undefined) return only
  throw refusedParameter('issuer', 'Wanted the issuer at which to sign in')
}

async function offeredIssuers(c: Context<AppEnv>, wanted: string | undefined, wish: Wish) {
  const known = issuersOf(c.env)
  if (known.length === 0) throw new NotConfiguredError('OIDC_ISSUERS is not set, or cannot be used')
  const invited = wish.invitation === null ? undefined : await openInvitation(c, wish)
  const named = invited && issuersIn(invited)
  const offered = known.filter(({ url }) => named === undefined || named.includes(url))
  const issuers = offered.filter(({ url }) => wanted === undefined || url === wanted)
  if (issuers.length > 0) return { issuers, invited }
  throw refusedParameter('issuer', `Wanted one of ${offered.map(({ url }) => url).join(', ')}`)
}

const refusedParameter = (name: string, detail: string): ProblemError =>
  new ProblemError('invalid_query', { errors: [{ pointer: `/${name}`, code: 'invalid_value', detail }] })

/** All that the issuer sees is derived from one secret, which only the browser has. */
const secretsOf = (c: Context<AppEnv>, secret: string): SignInSecrets => ({
  state: pepperedHash(c.env, `sign-in-state/1\0${secret}`),
  nonce: pepperedHash(c.env, `sign-in-nonce/1\0${secret}`),
  verifier: pepperedHash(c.env, `sign-in-verifier/1\0${secret}`),
})

const hashOf = (c: Context<AppEnv>, secret: string): string => pepperedHash(c.env, `sign-in/1\0${secret}`)

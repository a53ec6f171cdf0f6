import type { Context } from 'hono'
import { createRemoteJWKSet, errors, type JWTVerifyGetKey, jwtVerify } from 'jose'
import type { AppEnv } from '../../http/app-env.ts'
import { faultOf } from '../../http/fault.ts'
import { ProblemError } from '../../http/problem.ts'
import { perIsolate } from '../../platform/isolate.ts'
import type { AccessApplication } from '../../platform/issuers.ts'
import type { Person } from './open-id.ts'

const keySets = perIsolate(() => new Map<string, JWTVerifyGetKey>())

/**
 * The person of the assertion that Cloudflare Access adds to a request which it lets through. Checks signature, issuer,
 * audience and times. A service token is no person: its assertion has no subject. The address is verified, since Access
 * lets people in by it. Throws `sign_in_failed`, and `issuer_unavailable` without the keys of Access.
 */
export async function personOfAssertion(c: Context<AppEnv>, { url, audience }: AccessApplication): Promise<Person> {
  const assertion = c.req.header('Cf-Access-Jwt-Assertion')
  if (assertion === undefined)
    throw new ProblemError('sign_in_failed', { detail: 'Access has not let this request through.' })
  const known = keySets(c.var.isolate)
  const keys = known.get(url) ?? createRemoteJWKSet(new URL(`${url}/cdn-cgi/access/certs`))
  known.set(url, keys)
  try {
    const { payload } = await jwtVerify(assertion, keys, {
      issuer: url,
      audience,
      algorithms: ['RS256', 'ES256'],
      requiredClaims: ['exp', 'iat', 'sub'],
      currentDate: new Date(c.var.isolate.now()),
    })
    const { sub = '', email, type, name } = payload
    if (sub === '' || typeof email !== 'string' || type !== 'app' || 'common_name' in payload)
      throw new ProblemError('sign_in_failed', { detail: 'The assertion is of a service token, not of a person.' })
    return { issuer: url, subject: sub, verifiedAddress: email.toLowerCase(), name }
  } catch (error) {
    if (error instanceof ProblemError) throw error
    c.set('fault', faultOf(error))
    throw new ProblemError(isForged(error) ? 'sign_in_failed' : 'issuer_unavailable')
  }
}

/** Faults of the assertion itself. Any other is of the keys of Access, which are then unknown. */
const faultsOfAssertion = [
  errors.JWTClaimValidationFailed,
  errors.JWTExpired,
  errors.JWTInvalid,
  errors.JWSInvalid,
  errors.JWSSignatureVerificationFailed,
  errors.JOSEAlgNotAllowed,
  errors.JOSENotSupported,
  errors.JWKSNoMatchingKey,
] as const

const isForged = (error: unknown): boolean => faultsOfAssertion.some((fault) => error instanceof fault)

import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { origin } from '../../../../support/worker/client.ts'
import { browserOf, createPeopleApp, inviteAda, secretOf, signInUrl } from '../../../../support/worker/people.ts'
import { problemOf } from '../../../../support/worker/readers.ts'

const issuer = 'https://issuer.example.com'
const clientId = 'tallystick'

afterEach(() => vi.unstubAllGlobals())

interface Answers {
  readonly claims?: Readonly<Record<string, unknown>>
  readonly userInfo?: Readonly<Record<string, unknown>>
  /** In the place of usual answers, by path. */
  readonly faults?: Readonly<Record<string, () => Promise<Response>>>
}

/** Ada comes back from an issuer of this test with an invitation: the answer of the Worker. */
async function comeBack({ claims = {}, userInfo, faults = {} }: Answers): Promise<Response> {
  const { publicKey, privateKey } = await generateKeyPair('RS256')
  const now = Math.floor(Date.now() / 1000)
  let nonce = ''
  const usual = { iss: issuer, aud: clientId, sub: 'ada', iat: now, exp: now + 60 }
  const idToken = () =>
    new SignJWT({ ...usual, nonce, ...claims }).setProtectedHeader({ alg: 'RS256', kid: 'k1' }).sign(privateKey)
  const answers: Readonly<Record<string, () => Promise<Response>>> = {
    '/.well-known/openid-configuration': async () =>
      Response.json({
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        ...(userInfo !== undefined && { userinfo_endpoint: `${issuer}/userinfo` }),
      }),
    '/keys': async () => Response.json({ keys: [{ ...(await exportJWK(publicKey)), kid: 'k1', alg: 'RS256' }] }),
    '/token': async () => Response.json({ access_token: 'a', token_type: 'bearer', id_token: await idToken() }),
    '/userinfo': async () => Response.json({ sub: 'ada', ...userInfo }),
    ...faults,
  }
  vi.stubGlobal('fetch', (url: RequestInfo | URL) => answers[new URL(String(url)).pathname]?.())
  const app = createPeopleApp({ env: { OIDC_ISSUERS: `${issuer} ${clientId}` } })
  const { tenantId } = await app.newTenant()
  const browser = browserOf(app)
  const url = new URL(await signInUrl(browser, { invitation: secretOf(await inviteAda(app, tenantId)) }))
  nonce = url.searchParams.get('nonce') ?? ''
  const query = new URLSearchParams({ code: 'c', state: url.searchParams.get('state') ?? '' })
  return browser.send(`${origin}/auth/callback?${query}`)
}

const verified = { email: 'Ada@example.com', email_verified: true }

describe('an invited address', () => {
  it.each([
    ['in the ID token', { claims: verified }],
    ['at UserInfo, where the ID token has no address', { userInfo: verified }],
    [
      'at UserInfo, where the ID token does not call it verified',
      { claims: { email: 'ada@example.com' }, userInfo: verified },
    ],
  ])('is accepted when the issuer calls it verified %s', async (_, answers: Answers) => {
    expect((await comeBack(answers)).headers.get('Location')).toBe('/app')
  })

  it.each([
    ['nowhere', { claims: { email: 'ada@example.com' }, userInfo: { email: 'ada@example.com' } }],
    ['not as true', { claims: { ...verified, email_verified: 'true' } }],
    ['not in the ID token', { claims: { ...verified, email_verified: false }, userInfo: verified }],
    ['without the address', { claims: { email: 'ada@example.com' }, userInfo: { email_verified: true } }],
    [
      'of another address',
      { claims: { email: 'ada@example.com' }, userInfo: { ...verified, email: 'eve@example.com' } },
    ],
  ])('is refused when the issuer calls it verified %s', async (_, answers: Answers) => {
    expect((await problemOf(Promise.resolve(await comeBack(answers)))).code).toBe('invitation_refused')
  })
})

describe('an issuer', () => {
  const broken = async () => new Response('no', { status: 502 })
  it.each([
    ['whose token endpoint is broken', { '/token': broken }],
    [
      'whose token endpoint cannot be reached',
      { '/token': () => Promise.reject(new Error('Network connection lost.')) },
    ],
    ['whose keys are not there', { '/keys': broken }],
    [
      'whose keys are no JSON',
      { '/keys': async () => new Response('{', { headers: { 'Content-Type': 'application/json' } }) },
    ],
  ])('%s is unavailable', async (_, faults: Answers['faults']) => {
    const problem = await problemOf(Promise.resolve(await comeBack({ claims: verified, ...(faults && { faults }) })))
    expect(problem).toMatchObject({ status: 503, code: 'issuer_unavailable' })
  })

  it.each([
    ['refuses the code', async () => Response.json({ error: 'invalid_grant' }, { status: 400 })],
    [
      'refuses this service',
      async () => new Response(null, { status: 401, headers: { 'WWW-Authenticate': 'Basic realm="x"' } }),
    ],
  ])('that %s lets nobody in', async (_, token: () => Promise<Response>) => {
    const problem = await problemOf(Promise.resolve(await comeBack({ claims: verified, faults: { '/token': token } })))
    expect(problem).toMatchObject({ status: 401, code: 'sign_in_failed' })
  })
})

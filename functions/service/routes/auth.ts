import { createRoute } from '@hono/zod-openapi'
import { callbackQuery, sessionRecord, signInPageText, signInQuery, signOutQuery } from '@tallystick/schema/member'
import { rateLimit } from '../http/middleware/rate-limit.ts'
import { publicProblemResponses } from '../http/problem.ts'
import { limitByAddress } from '../http/rate/address-limit.ts'
import { headersNamed } from '../http/route-answers.ts'
import { createRouter } from '../http/router.ts'
import { sessionRecordOf } from '../keys/people/manage-members.ts'
import { endSession, signedIn } from '../keys/people/member-session.ts'
import { requireOwnOrigin } from '../keys/people/own-origin.ts'
import { beginSignIn, completeSignIn, offerSignIn } from '../keys/people/sign-in.ts'
import { signInPage } from '../keys/people/sign-in-page.ts'

const signInCodes = [
  'sign_in_failed',
  'not_a_member',
  'invitation_refused',
  'tenant_suspended',
  'rate_limited',
  'issuer_unavailable',
  'storage_unavailable',
  'temporarily_overloaded',
] as const

const signInRoute = createRoute({
  method: 'get',
  path: '/auth/sign-in',
  operationId: 'signIn',
  tags: ['People'],
  summary: 'Sign in',
  description:
    'For browsers: leads to the issuer where the person signs in, and back through `/auth/callback`. With Cloudflare Access, which has let the request through, the session begins at once. With an invitation or a tenant, or where there are several issuers, a page asks first.',
  middleware: [limitByAddress()],
  request: { query: signInQuery },
  responses: {
    200: { description: 'The page that asks', content: { 'text/html': { schema: signInPageText } } },
    302: { description: 'To the issuer, or to `to`', headers: headersNamed('Location') },
    ...publicProblemResponses(...signInCodes),
  },
})

const confirmedRoute = createRoute({
  method: 'post',
  path: '/auth/sign-in',
  operationId: 'confirmSignIn',
  tags: ['People'],
  summary: 'Sign in, as a page of the service asks',
  description: 'What the page of `GET /auth/sign-in` sends. Needs the Origin of this service.',
  middleware: [limitByAddress()],
  request: { query: signInQuery },
  responses: {
    303: { description: 'To the issuer, or to `to`', headers: headersNamed('Location') },
    ...publicProblemResponses('origin_refused', ...signInCodes),
  },
})

const callbackRoute = createRoute({
  method: 'get',
  path: '/auth/callback',
  operationId: 'completeSignIn',
  tags: ['People'],
  summary: 'Complete a sign-in',
  description:
    'Where issuers send the browser back. Begins a session if the person is a member, or accepts the invitation.',
  middleware: [limitByAddress()],
  request: { query: callbackQuery },
  responses: {
    302: { description: 'To `to` of the sign-in', headers: headersNamed('Location') },
    ...publicProblemResponses(...signInCodes),
  },
})

const signOutRoute = createRoute({
  method: 'post',
  path: '/auth/sign-out',
  operationId: 'signOut',
  tags: ['People'],
  summary: 'Sign out',
  description:
    'Ends the session at once, and has the browser forget the answers it keeps. With `everywhere=true` all sessions of the member in this tenant end. May be repeated.',
  middleware: [limitByAddress()],
  request: { query: signOutQuery },
  responses: {
    204: { description: 'Signed out', headers: headersNamed('Clear-Site-Data') },
    ...publicProblemResponses('origin_refused', 'rate_limited', 'storage_unavailable', 'temporarily_overloaded'),
  },
})

const sessionRoute = createRoute({
  method: 'get',
  path: '/auth/session',
  operationId: 'getSession',
  tags: ['People'],
  summary: 'Who is signed in',
  description: 'The member of the session in this browser, with its tenant and what its role may do.',
  security: [{ session: [] }],
  middleware: [signedIn(), rateLimit()],
  responses: {
    200: { description: 'The session', content: { 'application/json': { schema: sessionRecord } } },
    ...publicProblemResponses(
      'sign_in_required',
      'tenant_suspended',
      'rate_limited',
      'quota_exceeded',
      'storage_unavailable',
      'temporarily_overloaded',
    ),
  },
})

/** Sessions of people, for browsers. */
export function authRoutes() {
  const router = createRouter()
  router.openapi(signInRoute, async (c) => {
    const query = c.req.valid('query')
    const offer = await offerSignIn(c, query)
    if (!offer.isQuestion) return c.redirect(await beginSignIn(c, query), 302)
    // Without a Referrer a browser would also hide the Origin of the form.
    return c.html(signInPage(offer), 200, { 'Referrer-Policy': 'same-origin' })
  })
  router.openapi(confirmedRoute, async (c) => {
    requireOwnOrigin(c)
    return c.redirect(await beginSignIn(c, c.req.valid('query')), 303)
  })
  router.openapi(callbackRoute, async (c) => c.redirect(await completeSignIn(c), 302))
  router.openapi(signOutRoute, async (c) => {
    requireOwnOrigin(c)
    await endSession(c, { everywhere: c.req.valid('query').everywhere === 'true' })
    return c.body(null, 204, { 'Clear-Site-Data': '"cache"' })
  })
  router.openapi(sessionRoute, async (c) => c.json(await sessionRecordOf(c, c.var.session), 200))
  return router
}

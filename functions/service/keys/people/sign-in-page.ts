import { html } from 'hono/html'
import type { SignInOffer } from './sign-in.ts'

/**
 * The page that asks a person before a sign-in. Its buttons send the POST, which only a page of this service may send:
 * a link of somebody else signs nobody in to a tenant of theirs. It has no script and no style.
 */
export const signInPage = (offer: SignInOffer) => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Sign in to Tallystick</title>
</head>
<body>
<h1>Sign in to Tallystick</h1>
<p>${questionOf(offer)}</p>
${offer.issuers.map(
  ({
    url,
  }) => html`<form method="post" action="${actionOf(offer, url)}"><button>Continue at ${new URL(url).host}</button></form>
`,
)}</body>
</html>
`

function questionOf({ invited, query }: SignInOffer): string {
  if (invited !== undefined) {
    const { tenantName, role, address } = invited
    return `Join ${tenantName} as ${role}, with the address ${address}? Go on only if you expect this invitation.`
  }
  return query.tenant === undefined ? 'Where do you sign in?' : `Sign in to the tenant ${query.tenant}?`
}

function actionOf({ query }: SignInOffer, issuer: string): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...query, issuer })) if (value !== undefined) parameters.set(name, value)
  return `/auth/sign-in?${parameters}`
}

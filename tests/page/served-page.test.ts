import { expect } from 'vitest'
import { journey } from '../support/page/journey.ts'
import { reconcileSample } from '../support/page/places.ts'

/** How the page is served, and what it asks the network for. */

const addresses = [
  '/',
  '/verify',
  '/app',
  '/docs',
  '/docs/guide/rules',
  '/docs/reference',
  '/result/sample',
  '/close/new',
]

journey('every address of the page has the policy that forbids code in texts', async ({ visitor }) => {
  const answers = await Promise.all(addresses.map((path) => fetch(`${visitor.origin}${path}`)))
  for (const { status, headers } of answers) {
    expect(status).toBe(200)
    const policy = (headers.get('Content-Security-Policy') ?? '').split('; ')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval'")
    expect(policy).toContain("style-src 'self'")
    expect(policy).toContain("connect-src 'self'")
    expect(policy).toContain("require-trusted-types-for 'script'")
  }
})

journey('a text that is given to the page as code is refused by the browser', async ({ visitor }) => {
  visitor.expectFault(/TrustedScript|require-trusted-types-for/)
  const page = await visitor.open()
  const end = await page.evaluate(() => {
    try {
      document.body.setAttribute('onclick', 'document.title = "ran"')
      return 'taken'
    } catch {
      return 'refused'
    }
  })
  expect(end).toBe('refused')
})

journey('a file of another build is gone, not the page in its place', async ({ visitor }) => {
  const gone = ['/console/index-00000000.js', '/console/index-00000000.css']
  const answers = await Promise.all(gone.map((path) => fetch(`${visitor.origin}${path}`)))
  expect(answers.map(({ status }) => status)).toEqual([404, 404])
})

journey('a local run asks for files of the page alone, and tells the service nothing', async ({ visitor }) => {
  const page = await visitor.open()
  await reconcileSample(page)
  await page.waitForLoadState('networkidle')
  const asked = visitor.requests().map((request) => request.replace(visitor.origin, ''))
  expect(asked.length).toBeGreaterThan(3)
  expect(asked.filter((request) => !/^GET (blob:)?\/($|service-worker\.js$|console\/[\w.-]+$)/.test(request))).toEqual(
    [],
  )
})

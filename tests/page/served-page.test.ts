import { expect } from 'vitest'
import { isWritten, pageList } from '../../functions/console/page-list.ts'
import { journey, type Visitor } from '../support/page/journey.ts'
import { chooseFile, reconcileSample, sampleButton } from '../support/page/places.ts'

/** How the page is served, and what it asks the network for. */

const addresses = pageList.flatMap(({ path, others }) => [path, ...others.map((each) => each.replace('*', 'some'))])

/** What the service answers at an address of the page. */
async function documentAt(visitor: Visitor, path: string): Promise<string> {
  const answer = await fetch(`${visitor.origin}${path}`, { redirect: 'manual' })
  expect(answer.status).toBe(200)
  return answer.text()
}

journey('every address is answered with the document of its page, without going elsewhere', async ({ visitor }) => {
  const documents = new Set<string>()
  for (const { path, others } of pageList) {
    const document = await documentAt(visitor, path)
    documents.add(document)
    for (const other of others) expect(await documentAt(visitor, other.replace('*', 'some'))).toBe(document)
  }
  expect(documents.size).toBe(pageList.length)
})

journey(
  'a page that is the same for everybody is read, under a title of its own, before any script',
  async ({ visitor }) => {
    const titles: string[] = []
    for (const { path } of pageList.filter(isWritten)) {
      const html = await documentAt(visitor, path)
      const [, heading] = /<h1[^>]*>(.*?)<\/h1>/.exec(html) ?? []
      titles.push(/<title>(.*?)<\/title>/.exec(html)?.[1] ?? '')
      expect(titles.at(-1)).toBe(`${heading} · Tallystick`)
    }
    expect(new Set(titles).size).toBe(pageList.filter(isWritten).length)
  },
)

journey('every document says what its page is about', async ({ visitor }) => {
  const said = await Promise.all(
    pageList.map(async ({ path }) => {
      const html = await documentAt(visitor, path)
      return [/<title>(.*?)<\/title>/.exec(html)?.[1], /name="description"\s+content="([^"]+)"/.exec(html)?.[1]]
    }),
  )
  for (const place of [0, 1]) expect(new Set(said.map((each) => each[place])).size).toBe(pageList.length)
})

journey('every listed address leads to a page, whose title goes with it', async ({ visitor }) => {
  visitor.expectFault(/status of 4/)
  const page = await visitor.open()
  const home = await page.title()
  for (const { path } of pageList.filter((each) => !each.path.startsWith('/docs/guide/'))) {
    await page.goto(path)
    const heading = page.getByRole('heading', { level: 1 }).first()
    await heading.waitFor()
    expect(await heading.textContent()).not.toBe('No such page')
  }
  await page.getByRole('link', { name: 'Reconcile', exact: true }).click()
  await expect.poll(() => page.title()).toBe(home)
})

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

journey('the engine is fetched once the page has loaded, or at once for a file', async ({ visitor }) => {
  // A page without a service worker, which would answer for files itself.
  const page = await visitor.open({ path: '/llms.txt' })
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(/\/console\/tally-/, (route) => promise.then(() => route.continue()))
  const asked = () => visitor.requests().filter((request) => /\/console\/worker-/.test(request))
  await page.goto('/', { waitUntil: 'commit' })
  await sampleButton(page).waitFor()
  expect(asked()).toEqual([])
  await chooseFile(page, 'source', { name: 'bank.csv', text: 'date,amount,currency\n2026-03-01,1.00,EUR\n' })
  await page.getByText('1 record').waitFor()
  expect(asked()).toHaveLength(1)
  resolve()
})

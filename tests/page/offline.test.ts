import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { downloadPack } from '../support/page/evidence.ts'
import { journey } from '../support/page/journey.ts'
import { chooseEvidence, reconcileSample, shownVerdict } from '../support/page/places.ts'
import { rootOfSamples } from '../support/page/roots.ts'

/** The page without a network, for whoever has visited it once. */

/** Resolves once the browser keeps the files of the page. */
const areKept = (page: Page) => page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))

journey(
  'whoever has visited once verifies a pack and reconciles in new pages without a network',
  async ({ visitor }) => {
    const pack = await downloadPack()
    await areKept(await visitor.open())
    await visitor.goOffline()
    const verifying = await visitor.open({ path: '/verify' })
    await chooseEvidence(verifying, { name: 'pack.zip', bytes: pack })
    expect(await shownVerdict(verifying)).toMatch(/^Every check holds/)
    const reading = await visitor.open({ path: '/docs/guide/rules' })
    await reading.getByRole('heading', { level: 1, name: 'Rules' }).waitFor()
    const reconciling = await visitor.open()
    expect(await reconcileSample(reconciling)).toBe(await rootOfSamples())
  },
)

journey('nothing but the page and its own hashed files is kept', async ({ visitor }) => {
  const page = await visitor.open()
  await areKept(page)
  await page.evaluate(() => fetch('/.well-known/tallystick-keys').then((answer) => answer.text()))
  const kept = await page.evaluate(async () => {
    const caches = await Promise.all((await self.caches.keys()).map((name) => self.caches.open(name)))
    const requests = await Promise.all(caches.map((cache) => cache.keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })
  expect(kept).toContain('/')
  expect(kept.filter((path) => !/^\/($|console\/[\w.-]+-[\w-]{8}\.\w+$)/.test(path))).toEqual([])
})

journey(
  'a page that was opened before a deployment finds its files, and older ones are forgotten',
  async ({ visitor }) => {
    // A file of the page that has no script.
    const page = await visitor.open({ path: '/llms.txt' })
    await page.evaluate(async () => {
      for (const day of ['monday', 'tuesday']) {
        const cache = await self.caches.open(`tallystick-build-of-${day}`)
        await cache.put(`/console/part-${day.slice(0, 3)}45678.js`, new Response(day))
      }
    })
    await page.goto('/')
    await areKept(page)
    const names = () => page.evaluate(() => self.caches.keys())
    const own = expect.stringMatching(/^tallystick-build-[0-9a-f]{16}$/)
    await expect.poll(names).toEqual(['tallystick-build-of-tuesday', own])
    const old = () => page.evaluate(() => fetch('/console/part-tue45678.js').then((answer) => answer.text()))
    await expect.poll(old).toBe('tuesday')
  },
)

journey('the service worker is served as a script that is asked for anew each time', async ({ visitor }) => {
  const { status, headers } = await fetch(`${visitor.origin}/service-worker.js`)
  expect(status).toBe(200)
  expect(headers.get('Content-Type')).toMatch(/javascript/)
  expect(headers.get('Cache-Control')).toMatch(/max-age=0|no-cache|must-revalidate/)
  expect(headers.get('Content-Security-Policy')).toContain("connect-src 'self'")
})

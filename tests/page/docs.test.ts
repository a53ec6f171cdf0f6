import type { Frame, Page } from 'playwright-core'
import { expect } from 'vitest'
import { guideOrder } from '../../functions/console/docs/guide-order.ts'
import { readDoc } from '../support/node/docs.ts'
import { violationsIn } from '../support/page/accessibility.ts'
import { demo, journey } from '../support/page/journey.ts'
import { schemes, sidewaysRoom } from '../support/page/looks.ts'
import { referenceIsOpen } from '../support/page/places.ts'

/** The guides as pages, and the reference of the API with calls that are tried. */

const names = guideOrder.flatMap((shelf) => [...shelf.names])

/** Resolves once the whole text is there. */
const guideIsOpen = (page: Page) => page.locator('article[aria-busy="false"]').waitFor()

/** What a guide leads to inside the page, and the anchors that others may lead to. */
interface Ends {
  readonly links: readonly string[]
  readonly anchors: readonly string[]
}

const endsOf = (page: Page): Promise<Ends> =>
  page.evaluate(() => ({
    links: [...document.querySelectorAll('article a[href]:not([download])')].map((link) =>
      link instanceof HTMLAnchorElement ? `${link.pathname}${link.hash}` : '',
    ),
    anchors: [...document.querySelectorAll('[id]')].map((element) => `${location.pathname}#${element.id}`),
  }))

journey(
  'every guide shows its text, and every link leads to a page and a heading that there are',
  async ({ visitor }) => {
    const page = await visitor.open({ path: '/docs' })
    const links: string[] = []
    const anchors = new Set(['/docs'])
    for (const name of names) {
      await page.goto(`/docs/guide/${name}`)
      await guideIsOpen(page)
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(
        readDoc(name).split('\n', 1)[0]?.slice(2),
      )
      const ends = await endsOf(page)
      links.push(...ends.links)
      for (const anchor of [`/docs/guide/${name}`, ...ends.anchors]) anchors.add(anchor)
    }
    expect(links.length).toBeGreaterThan(100)
    expect(links.filter((link) => !anchors.has(decodeURIComponent(link)))).toEqual([])
  },
)

/** Holds the page's code back until the returned function is called. */
async function withoutCode(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(/\/console\/index-[\w-]+\.js/, (route) => promise.then(() => route.continue()))
  return resolve
}

/** What of the written page a person may have in hand. */
const heldPlace = (page: Page) =>
  page.evaluate(() => ({
    top: Math.round(scrollY),
    isSameLink: document.activeElement?.textContent === '#' && document.activeElement.isConnected,
    isSameText: Reflect.get(document.querySelector('article') ?? {}, 'isMarked') === true,
  }))

journey('who reads a written guide keeps place, focus and theme when the code comes', async ({ visitor }) => {
  const page = await visitor.open({ path: '/docs' })
  await page.getByLabel('Theme').selectOption('dark')
  const release = await withoutCode(page)
  await page.goto('/docs/guide/rules?from=mail#templates', { waitUntil: 'commit' })
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(500)
  expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark')
  await page.evaluate(() => {
    scrollBy({ top: -1000, behavior: 'instant' })
    const article = document.querySelector('article') ?? document.body
    Reflect.set(article, 'isMarked', true)
    const link = article.querySelector('#a-rule .anchor')
    if (link instanceof HTMLElement) link.focus({ preventScroll: true })
  })
  const before = await heldPlace(page)
  expect(before).toEqual({ top: expect.any(Number), isSameLink: true, isSameText: true })
  release()
  await expect.poll(() => page.getByLabel('Theme').inputValue()).toBe('dark')
  await page.locator('nav.beside [aria-current="location"]').waitFor()
  expect(await heldPlace(page)).toEqual(before)
})

journey('who has opened the chapters of a written guide, or selected a text, keeps both', async ({ visitor }) => {
  const page = await visitor.open({ path: '/docs', width: 360 })
  const release = await withoutCode(page)
  await page.goto('/docs/guide/rules', { waitUntil: 'commit' })
  await page.getByText('On this page').first().click()
  await page.getByRole('heading', { level: 1 }).evaluate((heading) => getSelection()?.selectAllChildren(heading))
  release()
  await page.waitForLoadState('networkidle')
  expect(await page.evaluate(() => getSelection()?.toString())).toBe('Rules')
  expect(await page.locator('details[open]').count()).toBe(1)
})

journey('a link to a chapter leads to its heading, in the address and beside the text', async ({ visitor }) => {
  const page = await visitor.open({ path: '/docs/guide/rules#templates' })
  const isAtTop = (id: string) =>
    page.locator(`#${id}`).evaluate((heading) => {
      const { top } = heading.getBoundingClientRect()
      return top >= 0 && top < 60
    })
  await expect.poll(() => isAtTop('templates')).toBe(true)
  await page.locator('nav.beside').getByRole('link', { name: 'A criterion' }).click()
  await expect.poll(() => isAtTop('a-criterion')).toBe(true)
})

journey('a written guide stays where its code cannot be fetched', async ({ visitor }) => {
  visitor.expectFault(/rules-[\w-]+\.js|ERR_FAILED/)
  const page = await visitor.open({ path: '/docs' })
  await page.route(/\/console\/rules-[\w-]+\.js/, (route) => route.abort())
  await page.goto('/docs/guide/rules', { waitUntil: 'networkidle' })
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Rules')
  expect(await page.getByRole('heading', { level: 2 }).count()).toBeGreaterThan(3)
  await page.getByLabel('Theme').selectOption('dark')
  expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark')
})

journey('a theme that is chosen before the code comes is kept', async ({ visitor }) => {
  const page = await visitor.open({ path: '/docs' })
  const release = await withoutCode(page)
  await page.goto('/docs/guide/rules', { waitUntil: 'commit' })
  await page.getByLabel('Theme').selectOption('dark')
  expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark')
  release()
  await page.waitForFunction(() => 'shown' in document.documentElement.dataset)
  expect(await page.getByLabel('Theme').inputValue()).toBe('dark')
})

journey('a file of the repository that a guide leads to is there to be kept', async ({ visitor }) => {
  const page = await visitor.open({ path: '/docs/guide/auditors' })
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'check.py' }).first().click(),
  ])
  expect(download.suggestedFilename()).toBe('check.py')
})

journey('a search leads to a heading, and back to the list', async ({ visitor }) => {
  const page = await visitor.open({ path: '/docs' })
  await page.getByRole('searchbox').fill('tables rates')
  await page.getByRole('link', { name: 'Tables, rates and calendars' }).click()
  await guideIsOpen(page)
  expect(new URL(page.url()).hash).toBe('#tables-rates-and-calendars')
  await expect.poll(() => page.evaluate(() => Math.round(scrollY))).toBeGreaterThan(500)
  await page.goBack()
  expect(await page.getByRole('searchbox').inputValue()).toBe('tables rates')
  await page.reload()
  await page.getByRole('link', { name: 'Tables, rates and calendars' }).waitFor()
  expect(await page.getByRole('searchbox').inputValue()).toBe('tables rates')
})

journey('a search finds words of the text of a guide', async ({ visitor }) => {
  const page = await visitor.open({ path: '/docs' })
  await page.getByRole('searchbox').fill('tolerance')
  await page.getByRole('region', { name: 'Found' }).getByRole('link').first().click()
  await guideIsOpen(page)
  await page.getByText('tolerance').filter({ visible: true }).first().waitFor()
})

journey('a guide that there is not says so', async ({ visitor }) => {
  const page = await visitor.open({ path: '/docs/guide/nothing' })
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('No such guide')
  await page.goto('/docs/guide/%E0%A4%A')
  await page.getByRole('heading', { level: 1, name: 'No such page' }).waitFor()
})

journey.for(schemes)('a guide has nothing that axe-core objects to, %s', async (scheme, { visitor }) => {
  const page = await visitor.open({ path: '/docs/guide/rules', scheme })
  await guideIsOpen(page)
  expect(await violationsIn(page)).toEqual([])
})

journey('no guide needs scrolling sideways at 360 px', async ({ visitor }) => {
  const page = await visitor.open({ path: '/docs', width: 360 })
  for (const name of names) {
    await page.goto(`/docs/guide/${name}`)
    await guideIsOpen(page)
    expect(await sidewaysRoom(page)).toBe(0)
  }
})

/** The frame of the reference, once it shows the call. */
async function openCall(page: Page, summary: string): Promise<Frame> {
  const frame = await (await page.locator('iframe').elementHandle())?.contentFrame()
  if (frame === null || frame === undefined) throw new Error('The page has no frame')
  await frame.getByRole('heading', { name: summary }).first().waitFor()
  return frame
}

/** Opens the form of the call in view, and sends it. */
async function tryCall(frame: Frame, call: string): Promise<void> {
  await frame.getByRole('button', { name: `Test Request (${call})` }).click()
  await frame.getByRole('dialog').getByRole('button', { name: /^Send/ }).first().click()
}

journey('the reference shows a call, and tries it through the page', async ({ visitor }) => {
  const page = await visitor.open({ path: '/docs/reference#tag/system/GET/api/v1/health' })
  const frame = await openCall(page, 'Whether the Worker answers')
  await tryCall(frame, 'get /api/v1/health')
  await frame.getByRole('dialog').getByText('200 OK').waitFor()
  expect(visitor.requests().filter((request) => request.endsWith('/api/v1/health'))).toHaveLength(1)
})

journey('the reference lists every call at once, and fetches the rest when one is opened', async ({ visitor }) => {
  const page = await visitor.open({ path: '/docs/reference' })
  await page.waitForLoadState('networkidle')
  expect(visitor.requests().filter((request) => /openapi|console\/reference\//.test(request))).toEqual([])
  expect(await page.locator('#calls li').count()).toBeGreaterThan(90)
  await page.getByRole('link', { name: 'Skip to the content' }).press('Enter')
  await page.getByRole('link', { name: 'Whether the Worker answers' }).press('Enter')
  await page.locator('iframe').waitFor()
  await page.getByRole('heading', { name: 'API reference' }).and(page.locator(':focus')).waitFor()
  await page.getByRole('link', { name: 'Skip to the content' }).press('Enter')
  expect(await page.locator('iframe').count()).toBe(1)
  await page.getByRole('link', { name: 'All calls' }).press('Enter')
  await page.getByRole('link', { name: 'Whether the Worker answers' }).waitFor()
  await page.getByRole('heading', { name: 'API reference' }).and(page.locator(':focus')).waitFor()
  await page.getByRole('link', { name: 'Whether the Worker answers' }).press('Enter')
  await page.locator('iframe').waitFor()
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox', { name: 'Command' }).fill('reference of the api')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Whether the Worker answers' }).waitFor()
})

journey('a link of the list leads to its call, and one from elsewhere past the list', async ({ visitor }) => {
  const page = await visitor.open({ path: '/docs/reference' })
  const link = page.locator('#calls a').filter({ hasText: 'Get a dataset' }).first()
  const summary = (await link.textContent()) ?? ''
  await link.click()
  await openCall(page, summary)
  const release = await withoutCode(page)
  await page.reload({ waitUntil: 'commit' })
  await page.locator('#calls').waitFor({ state: 'hidden' })
  release()
  await openCall(page, summary)
})

journey('a call that needs a key takes that of the tab, which the frame does not see', async ({ visitor }) => {
  const { key } = demo
  const page = await visitor.open({ path: '/docs' })
  await page.evaluate((held) => sessionStorage.setItem('tallystick-key', held), key)
  await page.goto('/docs/reference#tag/usage/GET/api/v1/usage')
  const frame = await openCall(page, 'What the tenant uses of its limits')
  await tryCall(frame, 'get /api/v1/usage')
  await frame.getByRole('dialog').getByText('200 OK').waitFor()
  expect(key).not.toBe('')
  expect(await frame.locator('body').innerHTML()).not.toContain(key)
})

journey(
  'the frame of the reference has no origin, and neither the storage nor the network of the page',
  async ({ visitor }) => {
    visitor.expectFault(/connect-src|Refused to connect/)
    const page = await visitor.open({ path: '/docs/reference' })
    await page.evaluate(() => sessionStorage.setItem('tallystick-key', 'tsk_test_secret'))
    await page.reload()
    await referenceIsOpen(page)
    const frame = await openCall(page, 'Tallystick')
    expect(await frame.evaluate(() => origin)).toBe('null')
    expect(await frame.evaluate(() => sessionStorage.getItem('tallystick-key'))).toBe(null)
    const asked = frame.evaluate(() =>
      fetch('/api/v1/health').then(
        () => 'answered',
        () => 'refused',
      ),
    )
    expect(await asked).toBe('refused')
  },
)

journey('the reference follows the theme of the page', async ({ visitor }) => {
  const page = await visitor.open({ path: '/docs/reference' })
  await referenceIsOpen(page)
  const frame = await openCall(page, 'Tallystick')
  const background = () => frame.evaluate(() => getComputedStyle(document.body).backgroundColor)
  await expect.poll(background).toBe('rgb(250, 249, 246)')
  await page.getByLabel('Theme').selectOption('dark')
  await expect.poll(background).toBe('rgb(21, 23, 28)')
})

journey('the frame of the reference has the policy of its own alone', async ({ visitor }) => {
  const { status, headers } = await fetch(`${visitor.origin}/console/reference/`)
  expect(status).toBe(200)
  const policy = (headers.get('Content-Security-Policy') ?? '').split('; ')
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("frame-ancestors 'self'")
  expect(policy).toContain('sandbox allow-scripts allow-forms allow-downloads')
  expect(policy.filter((part) => part.startsWith('script-src'))).toEqual([
    expect.stringMatching(/^script-src 'sha256-[\w+/=]+' 'sha256-[\w+/=]+'$/),
  ])
  expect(headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin')
  expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
})

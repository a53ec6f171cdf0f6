import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { journey } from '../support/page/journey.ts'
import { fileInput, reconcileSample, shownRoot } from '../support/page/places.ts'

/** What a page says when something that it needs is not to be had. */

journey('a folder in the place of a file is told, and a file can be chosen after it', async ({ visitor }) => {
  const folder = await mkdtemp(join(tmpdir(), 'tallystick-folder-'))
  const page = await visitor.open()
  const place = page.getByRole('region', { name: 'Source file' })
  const { x, y, width, height } = (await place.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const session = await page.context().newCDPSession(page)
  const data = { items: [], files: [folder], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, x: x + width / 2, y: y + height / 2, data })
  await place.getByRole('alert').getByText('it is a folder').waitFor()
  await fileInput(page, 'source').setInputFiles({
    name: 'bank.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('date,amount,currency\n2026-03-01,1.00,EUR\n'),
  })
  await place.getByText('1 record').waitFor()
  expect(await place.getByRole('alert').count()).toBe(0)
})

journey('a part of the page that cannot be fetched is told, and is there once it can be', async ({ visitor }) => {
  visitor.expectFault(/guide-page-[\w-]+\.js|ERR_FAILED/)
  const page = await visitor.open({ path: '/docs' })
  await page.context().route(/guide-page-[\w-]+\.js/, (route) => route.abort())
  await page
    .getByRole('link', { name: /^Console|^The page/ })
    .first()
    .click()
  await page.getByRole('heading', { name: 'A part of this page could not be fetched' }).waitFor()
  await page.context().unroute(/guide-page-[\w-]+\.js/)
  await page.getByRole('button', { name: 'Reload the page' }).click()
  await page.getByRole('heading', { level: 1, name: /page|console/i }).waitFor()
})

journey('a sample that cannot be fetched is told, and is made at the next try', async ({ visitor }) => {
  visitor.expectFault(/bank-statement|ERR_FAILED|Failed to (fetch|load)/)
  const page = await visitor.open({ path: '/docs' })
  await page.context().route(/bank-statement/, (route) => route.abort())
  await page.goto('/result/sample')
  const alert = page.getByRole('alert')
  await alert.getByText('The sample was not reconciled').waitFor()
  await page.context().unroute(/bank-statement/)
  await alert.getByRole('button', { name: 'Try again' }).click()
  expect(await shownRoot(page)).toMatch(/^[0-9a-f]{64}$/)
})

journey('an engine that cannot be loaded is told, and is loaded at the next try', async ({ visitor }) => {
  visitor.expectFault(/worker-[\w-]+\.js|ERR_FAILED|could not|Its script/)
  const page = await visitor.open({ path: '/docs' })
  await page.context().route(/\/console\/worker-[\w-]+\.js/, (route) => route.abort())
  await page.goto('/')
  await page.getByRole('alert').getByText('The engine could not be loaded').waitFor()
  await page.context().unroute(/\/console\/worker-[\w-]+\.js/)
  expect(await reconcileSample(page)).toMatch(/^[0-9a-f]{64}$/)
  expect(await page.getByText('The engine could not be loaded').count()).toBe(0)
})

import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { journey, type Visitor } from '../support/page/journey.ts'
import { screenshot, sidewaysRoom, widths } from '../support/page/looks.ts'
import { chooseFile, reconcileButton, reconcileTwo, shownRoot, shownWorth } from '../support/page/places.ts'
import { rootOfTwo } from '../support/page/roots.ts'

/** Texts of files that would do harm, were they taken for more than texts. */

const script = '<script>alert(1)</script>'
const image = '<img src=x onerror=alert(1)>'
const formula = '=1+1'
const rightToLeft = 'שלום \u202Eעולם مرحبا'
const long = 'x'.repeat(10 * 1024)

const head = 'id,date,amount,currency,reference,description'
const source = [
  head,
  `s1,2026-03-01,10.00,EUR,${script},${image}`,
  `s2,2026-03-02,20.00,EUR,${formula},${rightToLeft}`,
  `s3,2026-03-03,30.00,EUR,LONG,${long}`,
].join('\n')
const target = [
  head,
  `t1,2026-03-01,11.00,EUR,${image},${script}`,
  `t2,2026-03-02,22.00,EUR,${rightToLeft},${formula}`,
  `t3,2026-03-03,33.00,EUR,${long},LONG`,
].join('\n')
/** As long as a name of a rule may be. */
const hostileRules = [script, rightToLeft, 'x'.repeat(200)].map((name, place) => ({
  id: `r${place}`,
  name,
  match: [{ field: 'date' }, { field: 'amount', tolerance: '10' }],
}))

const files = {
  source: { name: `${image}.csv`, text: source },
  target: { name: 'ledger.csv', text: target },
}

interface Hostile {
  readonly page: Page
  readonly root: string
  /** What any script of the files has said. */
  readonly dialogs: readonly string[]
}

async function openHostile(visitor: Visitor): Promise<Hostile> {
  const page = await visitor.open()
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    return dialog.dismiss()
  })
  return { page, root: await reconcileTwo(page, files), dialogs }
}

journey('hostile texts are reconciled like any others', async ({ visitor }) => {
  const { root } = await openHostile(visitor)
  expect(root).toBe(await rootOfTwo(source, target))
})

journey('hostile texts run nowhere and become no element', async ({ visitor }) => {
  const { page, dialogs } = await openHostile(visitor)
  await page.waitForLoadState('networkidle')
  expect(dialogs).toEqual([])
  expect(await page.locator('img[src="x"], main script').count()).toBe(0)
})

journey('hostile texts are shown as they stand in the file', async ({ visitor }) => {
  const page = await visitor.open()
  await chooseFile(page, 'source', files.source)
  for (const text of [script, formula]) await page.getByText(text).first().waitFor({ state: 'visible' })
})

journey.for(widths)('hostile texts leave the page as wide as its window, at %i px', async (width, { visitor }) => {
  const { page } = await openHostile(visitor)
  await page.setViewportSize({ width, height: 800 })
  expect(await sidewaysRoom(page)).toBe(0)
})

journey('a result with hostile texts is kept as it looks', async ({ visitor }) => {
  const { page } = await openHostile(visitor)
  await screenshot(page, 'hostile-result')
})

journey.for(widths)(
  'hostile texts stay in their cells and in the panel of a break, at %i px',
  async (width, { visitor }) => {
    const { page, dialogs } = await openHostile(visitor)
    await page.setViewportSize({ width, height: 800 })
    await page.getByRole('tab', { name: /^Breaks/ }).click()
    const grid = page.getByRole('grid')
    await grid.getByText(script).first().waitFor()
    expect(await sidewaysRoom(page)).toBe(0)
    const heights = await grid.locator('tbody tr').evaluateAll((rows) => rows.map((row) => row.clientHeight))
    expect(new Set(heights).size).toBe(1)
    await grid.getByText('LONG').first().click()
    await page.locator('#line-heading').waitFor()
    expect(await sidewaysRoom(page)).toBe(0)
    expect(dialogs).toEqual([])
  },
)

journey('hostile texts are printed as they stand in the file', async ({ visitor }) => {
  const { page, dialogs } = await openHostile(visitor)
  await page.evaluate(() => Object.assign(window, { print: () => {} }))
  await page.getByRole('button', { name: 'Print' }).click()
  await page.emulateMedia({ media: 'print' })
  // As wide as a sheet of A4 between its margins.
  await page.setViewportSize({ width: 690, height: 1_000 })
  await page.locator('.print-report').getByText(script).first().waitFor({ state: 'visible' })
  expect(await sidewaysRoom(page)).toBe(0)
  expect(dialogs).toEqual([])
})

journey.for(widths)('hostile names of rules stay in the flow, at %i px', async (width, { visitor }) => {
  const page = await visitor.open()
  await page.setViewportSize({ width, height: 800 })
  for (const side of ['source', 'target'] as const) await chooseFile(page, side, files[side])
  await page.getByText('Rules as JSON').click()
  await page.getByRole('textbox', { name: 'Rules as JSON' }).fill(JSON.stringify(hostileRules))
  await reconcileButton(page).click()
  await shownRoot(page)
  await page.getByRole('tab', { name: 'Flow' }).click()
  await shownWorth(page)
  await page.getByText(script).first().waitFor()
  expect(await sidewaysRoom(page)).toBe(0)
})

import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { isFocusShown, violationsIn } from '../support/page/accessibility.ts'
import { type FilesAndRules, reconcileByCommand, rootIn } from '../support/page/command-line.ts'
import { journey, type Visitor } from '../support/page/journey.ts'
import {
  countOfTab,
  openLine,
  openTab,
  panelOf,
  reconcileByRules,
  titleOfPanel,
  writeRules,
} from '../support/page/line-places.ts'
import { screenshot, sidewaysRoom } from '../support/page/looks.ts'
import { reconcileButton, shownRoot } from '../support/page/places.ts'

/** A line of a result: why it is open or matched, and what would take it. */

const head = 'id,date,amount,currency,reference,description,batch\n'
const long = `<script>alert(1)</script> ${'x'.repeat(10 * 1024)}`
const given: FilesAndRules = {
  source: {
    name: 'bank.csv',
    text: `${head}b1,2026-03-02,100.00,EUR,INV-1001,Payment Acme,
b2,2026-03-03,200.00,EUR,INV-1002,Payment Brook,
b3,2026-03-04,300.00,EUR,INV-1003,Payment Cedar,
b4,2026-03-05,400.00,EUR,INV-1004,${long},
b5,2026-03-06,390.28,EUR,,Payout,P-77
`,
  },
  target: {
    name: 'ledger.csv',
    text: `${head}l1,2026-03-02,100.02,EUR,inv 1001,Acme,
l2,2026-03-03,200.07,EUR,INV-1002,Brook,
l3,2026-03-09,300.00,EUR,INV-1003,Cedar,
l5,2026-03-06,150.00,EUR,,Order 1,P-77
l6,2026-03-06,200.00,EUR,,Order 2,P-77
l7,2026-03-06,40.28,EUR,,Order 3,P-77
l8,2026-03-02,109.00,EUR,INV-1001,Acme again,
l9,2026-03-05,400.00,EUR,INV-1040,Dune \u05e9\u05dc\u05d5\u05dd,
`,
  },
  rules: JSON.stringify([
    {
      id: 'reference',
      name: 'Same reference',
      match: [
        { field: 'reference', normalize: ['upper', 'alphanumeric'] },
        { field: 'amount', tolerance: '0.05' },
        { field: 'date', days: 1 },
      ],
    },
    { id: 'payout', name: 'Payout batches', cardinality: '1:n', match: [{ field: 'attributes.batch' }], sum: {} },
  ]),
}

async function openRun(visitor: Visitor): Promise<Page> {
  const page = await visitor.open()
  expect(await reconcileByRules(page, given)).toBe(rootIn(await reconcileByCommand(given)))
  await openTab(page, 'Breaks')
  return page
}

/** What stands in the second cell of a row of figures: after the change. */
const figureAfter = async (panel: Locator, name: string): Promise<string | null> =>
  panel
    .getByRole('row', { name: new RegExp(`^${name}`) })
    .getByRole('cell')
    .last()
    .textContent()

journey('a break says by how much it fails, and its change does in a run what its trial said', async ({ visitor }) => {
  const page = await openRun(visitor)
  const panel = await openLine(page, 'INV-1002')
  expect(await titleOfPanel(page).textContent()).toBe('0.07 EUR over in target')
  expect(await panel.locator('.failed-criterion > p').textContent()).toMatch(
    /“Same reference”, 1 of 2, came nearest.*amounts at most 0\.05 apart\. Here: 0\.07 EUR more in target\./,
  )
  const failed = panel.locator('.record-comparison tr.failed')
  expect(await failed.textContent()).toContain('target is 0.07 EUR more')
  expect(await panel.locator('.record-place').allTextContents()).toEqual(['line 3 of bank.csv', 'line 3 of ledger.csv'])
  const trial = panel.locator('.trial')
  expect(await trial.locator('[role="status"]').textContent()).toBe(
    '1 break closes and none opens; 1 match is gained and none is lost.',
  )
  const breaks = await figureAfter(trial, 'Breaks')
  const open = await figureAfter(trial, 'Open in source')
  await panel.getByRole('button', { name: 'Use these rules' }).click()
  await page.locator('.cm-content', { hasText: '0.07' }).waitFor()
  await reconcileButton(page).click()
  const rules = given.rules.replace('"0.05"', '"0.07"')
  expect(await shownRoot(page)).toBe(rootIn(await reconcileByCommand({ ...given, rules })))
  expect(String(await countOfTab(page, 'Breaks'))).toBe(breaks)
  expect(await page.locator('.figures').first().textContent()).toContain(open?.replace(' EUR', ''))
})

journey('breaks say what came near, what it misses, and who has it', async ({ visitor }) => {
  const page = await openRun(visitor)
  await openLine(page, 'INV-1003')
  expect(await titleOfPanel(page).textContent()).toBe('5 days later in target')
  await openLine(page, 'INV-1001')
  const near = panelOf(page).locator('.near-record')
  expect(await near.locator('.misses').textContent()).toContain('9.00 EUR more in target')
  await near.getByRole('button', { name: 'Compare side by side' }).click()
  expect(await near.locator('.record-comparison').textContent()).toContain('line 2 of bank.csv')
  expect(await violationsIn(page)).toEqual([])
  await panelOf(page).getByText('The record that came nearest is matched already').waitFor()
  await near.getByRole('link', { name: /^mat_/ }).click()
  await titleOfPanel(page).getByText('100.00 EUR matched').waitFor()
  expect(new URL(page.url()).search).toBe('?view=matches&line=0')
})

/** Books of opposite signs: a booking that is short, one that is late, and one between two equal bookings. */
const opposed: FilesAndRules = {
  source: {
    name: 'ours.csv',
    text: `${head}o1,2026-03-02,100.00,EUR,INV-1,,
o2,2026-03-03,70.00,EUR,INV-2,,
o3,2026-03-10,50.00,EUR,INV-3,,
`,
  },
  target: {
    name: 'theirs.csv',
    text: `${head}x1,2026-03-02,-91.00,EUR,INV-1,,
x2,2026-03-06,-70.00,EUR,INV-2,,
x3,2026-03-06,-50.00,EUR,INV-3,,
x4,2026-03-14,-50.00,EUR,INV-3,,
`,
  },
  rules: JSON.stringify([
    {
      id: 'invoice',
      name: 'Same invoice',
      match: [{ field: 'reference' }, { field: 'amount', sign: 'opposite' }, { field: 'date', days: 1 }],
    },
  ]),
}

journey(
  'changes are offered only where the run that was tried took the break, and sizes are compared',
  async ({ visitor }) => {
    const page = await visitor.open()
    await reconcileByRules(page, opposed)
    await openTab(page, 'Breaks')
    const panel = await openLine(page, 'INV-1')
    expect(await titleOfPanel(page).textContent()).toBe('9.00 EUR short in target, by size')
    await panel.getByText('Here: 9.00 EUR less in target, by size.').waitFor()
    await panel.getByText('amounts at most 9 apart, of opposite signs').waitFor()
    await panel.getByText('1 break closes and none opens; 1 match is gained and none is lost.').waitFor()
    expect(await figureAfter(panel.locator('.trial'), 'Matches')).toBe('1')
    await panel.getByRole('button', { name: 'Use these rules' }).scrollIntoViewIfNeeded()
    await screenshot(page, 'change-that-takes')
    await openLine(page, 'INV-3')
    await panel.getByText('One change was tried on the whole run: under it, too, these records are not').waitFor()
    expect(await panel.getByRole('button', { name: 'Use these rules' }).count()).toBe(0)
    expect(await violationsIn(page)).toEqual([])
  },
)

journey('a match has the evidence of each criterion, and a group all its records', async ({ visitor }) => {
  const page = await openRun(visitor)
  await openTab(page, 'Matches')
  const panel = await openLine(page, 'INV-1001')
  const criteria = panel.locator('.criterion')
  const [reference, amount] = [await criteria.nth(0).textContent(), await criteria.nth(1).textContent()]
  expect(reference).toContain('Holds: equal as it is compared')
  expect(reference).toContain('INV1001')
  expect(amount).toContain('amounts at most 0.05 apart')
  expect(amount).toContain('Holds: 0.02 EUR more in target')
  await openLine(page, 'Payout')
  await titleOfPanel(page).getByText('390.28 EUR matched, 1 to 3').waitFor()
  expect(await panel.locator('.record-card').count()).toBe(4)
  expect(await criteria.last().textContent()).toBe('✓in sum, equal amountsEqual: 390.28 EUR')
  expect(await panel.textContent()).toContain('Not sealed')
})

journey('texts of files stay what they are, and long ones are cut with the whole a click away', async ({ visitor }) => {
  const page = await openRun(visitor)
  const panel = await openLine(page, 'INV-1004')
  expect(await panel.locator('.long-text', { hasText: '<script>' }).textContent()).toHaveLength(241)
  await panel.getByRole('button', { name: `Show all ${long.length.toLocaleString('en-US')} characters` }).click()
  expect(await panel.locator('.long-text', { hasText: '<script>' }).textContent()).toBe(long)
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await sidewaysRoom(page)).toBe(0)
})

journey('the address of a line opens it, and keys alone go on from there', async ({ visitor }) => {
  const page = await visitor.open({ path: '/result/sample?view=breaks&sort=line&list=flat&line=2' })
  await panelOf(page).locator('.line-detail').waitFor()
  expect(await panelOf(page).textContent()).toContain('Break 3')
  await page.locator('.line-grid > table').focus()
  await page.keyboard.press('j')
  await panelOf(page).getByText('Break 4').waitFor()
  await page.keyboard.press('Tab')
  expect(await isFocusShown(page)).toBe(true)
  await page.keyboard.press('k')
  await panelOf(page).getByText('Break 3').waitFor()
  await page.keyboard.press('Escape')
  await panelOf(page).waitFor({ state: 'detached' })
  expect(new URL(page.url()).searchParams.get('line')).toBeNull()
})

journey('rules that were written since are not replaced without being asked for', async ({ visitor }) => {
  const page = await openRun(visitor)
  await page.getByRole('link', { name: 'Reconcile' }).first().click()
  await writeRules(page, '[{ "id": "mine", "match": [{ "field": "reference" }] }]')
  await page.goBack()
  const panel = await openLine(page, 'INV-1002')
  await panel.getByRole('button', { name: 'Use these rules' }).click()
  await panel.getByRole('button', { name: 'Keep them' }).click()
  await panel.getByRole('button', { name: 'Use these rules' }).click()
  await panel.getByRole('button', { name: 'Replace them' }).click()
  await page.locator('.cm-content', { hasText: '0.07' }).waitFor()
})

/** More records than are tried without being asked. */
const many = (amount: string): string =>
  `${head}${Array.from({ length: 10_001 }, (_, index) => `r${index},2026-03-02,${amount},EUR,INV-${index},,`).join('\n')}\n`

journey(
  'changes are tried on a large run when they are asked for, and listed a few lines at a time',
  async ({ visitor }) => {
    const page = await visitor.open()
    const source = { name: 'bank.csv', text: many('10.00') }
    const target = { name: 'ledger.csv', text: many('10.07') }
    await reconcileByRules(page, { ...given, source, target })
    await openTab(page, 'Breaks')
    const panel = await openLine(page, 'INV-0')
    await panel.getByRole('button', { name: 'Look for one' }).click()
    await panel.getByText('10,001 breaks close and none opens; 10,001 matches are gained and none is lost.').waitFor()
    await panel.getByText('Breaks closed').click()
    const rows = panel.locator('.trial-rows > li')
    expect(await rows.first().textContent()).toContain('0.07 EUR over in target')
    expect(await rows.count()).toBe(8)
    await panel.getByRole('button', { name: 'Later' }).click()
    await panel.getByText('9 to 16 of 10,001').waitFor()
    expect(await violationsIn(page)).toEqual([])
  },
)

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { at, linesOf } from '@tallystick/engine/base'
import { rootOfLines } from '@tallystick/engine/merkle'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { sha256 } from '../engine/support/sha256.ts'
import { type FilesAndRules, reconcileByCommand } from '../support/page/command-line.ts'
import { rootIn } from '../support/page/evidence.ts'
import { demo, journey } from '../support/page/journey.ts'
import { openTab, reconcileByRules, rowsOf } from '../support/page/line-places.ts'
import { reconcileSample, shownRoot } from '../support/page/places.ts'
import { openWorkspace } from '../support/page/workspace.ts'
import { type ReadCell, type ReadSheet, readWorkbook } from '../support/worker/read-workbook.ts'

/** What the page saves of a run: the same as the command line writes, cell by cell. */

const head = 'id,date,amount,currency,reference,description\n'
const given: FilesAndRules = {
  source: {
    name: 'bank.csv',
    text: `${head}00123,2026-03-02,100.00,EUR,INV-1,one
1e5,2026-03-03,1234.5,EUR,=2+2,two
3,2026-03-04,30,JPY,INV-3,three
`,
  },
  target: {
    name: 'ledger.csv',
    text: `${head}0007,2026-03-02,100.00,EUR,INV-1,one
0008,2026-03-03,1234.57,EUR,=2+2,two
`,
  },
  rules: JSON.stringify([
    { id: 'reference', name: 'Same reference', match: [{ field: 'reference' }, { field: 'amount' }] },
  ]),
}

/** Saves an entry of the menu; resolves with the bytes of the file. */
async function exported(page: Page, entry: RegExp): Promise<Uint8Array> {
  const directory = mkdtempSync(join(tmpdir(), 'tallystick-page-'))
  try {
    await page.getByText('Export', { exact: true }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: entry }).click(),
    ])
    const path = join(directory, 'file')
    await download.saveAs(path)
    return readFileSync(path)
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

const text = (bytes: Uint8Array): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)

/** The cells of some columns, of the rows that are the lines’ own. */
function cellsOf(
  sheets: readonly ReadSheet[],
  name: string,
  titles: readonly string[],
): readonly (readonly ReadCell[])[] {
  const { rows } = at(
    sheets.filter((sheet) => sheet.name === name),
    0,
  )
  const [heading = [], ...others] = rows
  return others.map((row) => titles.map((title) => row[heading.indexOf(title)] ?? null))
}

journey(
  'the workbook is that of the command line, with lines of the files, rules and room for decisions',
  async ({ visitor }) => {
    const page = await visitor.open()
    await reconcileByRules(page, given)
    const sheets = await readWorkbook(await exported(page, /^Workbook/))
    const { workbook } = await reconcileByCommand(given)
    const ofCommand = await readWorkbook(workbook)
    for (const { name, rows } of ofCommand) {
      const titles = at(rows, 0).map(String)
      // Only the command line has its rules in a file with a name.
      const shared = (read: readonly ReadSheet[]) =>
        cellsOf(read, name, titles).filter(([figure]) => figure !== 'rules')
      expect(shared(sheets)).toEqual(shared(ofCommand))
    }
    const names = ['Summary', 'Breaks', 'Matches', 'Suggestions', 'Excluded', 'Netted']
    expect(ofCommand.map(({ name }) => name)).toEqual(names)
    expect(sheets.map(({ name }) => name)).toEqual([...names, 'Rules'])
    const line = (number: string) => expect.objectContaining({ number })
    expect(cellsOf(sheets, 'Breaks', ['source line', 'target line', 'owner', 'decision', 'note'])).toEqual([
      [line('3'), line('3'), null, null, null],
      [line('4'), null, null, null, null],
    ])
    expect(cellsOf(sheets, 'Rules', ['rule', 'name'])).toEqual([['reference', 'Same reference']])
    expect(
      cellsOf(sheets, 'Breaks', ['reason', 'source id', 'source amount', 'source reference', 'difference']),
    ).toEqual([
      [
        'amount_mismatch',
        '1e5',
        { number: '1234.5', format: '#,##0.00' },
        '=2+2',
        { number: '0.07', format: '#,##0.00' },
      ],
      ['missing_in_target', '3', { number: '30', format: '#,##0' }, 'INV-3', null],
    ])
    expect(cellsOf(sheets, 'Matches', ['source id', 'target id', 'source amount'])).toEqual([
      ['00123', '0007', { number: '100', format: '#,##0.00' }],
    ])
  },
)

journey('the workbook has the breaks that the table shows', async ({ visitor }) => {
  const page = await visitor.open()
  await reconcileByRules(page, given)
  await openTab(page, 'Breaks')
  await page.setViewportSize({ width: 2560, height: 1440 })
  await page.getByRole('checkbox', { name: 'By cause' }).uncheck()
  await page.locator('.line-row .reason-cell').first().waitFor()
  const shown = await rowsOf(page).evaluateAll((rows) => rows.map((row) => row.textContent ?? ''))
  const sheets = await readWorkbook(await exported(page, /^Workbook/))
  const wanted = cellsOf(sheets, 'Breaks', ['reason', 'source reference']).map(([reason, reference]) => [
    `${reason}`.replaceAll('_', ' ').replace(/^./, (letter) => letter.toUpperCase()),
    `${reference}`,
  ])
  expect(shown).toHaveLength(wanted.length)
  for (const texts of wanted) expect(shown.filter((row) => texts.every((text) => row.includes(text)))).toHaveLength(1)
})

journey('the CSV of the breaks is that of the command line', async ({ visitor }) => {
  const page = await visitor.open()
  await reconcileByRules(page, given)
  const { csv } = await reconcileByCommand(given)
  expect(text(await exported(page, /^Breaks \(CSV\)/))).toBe(csv)
  await openTab(page, 'Breaks')
  const byDate = text(await exported(page, /^All breaks/))
  expect(byDate.split('\r\n').sort()).toEqual(csv.split('\r\n').sort())
})

journey('the lines are those of the command line, and hash to the root that is shown', async ({ visitor }) => {
  const page = await visitor.open()
  const root = await reconcileByRules(page, given)
  const lines = text(await exported(page, /^Result lines/))
  expect(lines).toBe((await reconcileByCommand(given)).lines)
  expect(rootOfLines(sha256, linesOf(lines))).toBe(root)
})

journey('of a run that is sealed, the evidence pack is saved, whose result is the one shown', async ({ visitor }) => {
  const page = await visitor.open()
  await openWorkspace(page, `/app/runs/${demo.runId}`)
  const root = await shownRoot(page)
  const pack = await exported(page, /Evidence pack/)
  expect(rootIn(pack)).toBe(root)
})

journey('of a run that nobody has sealed, no evidence pack is offered', async ({ visitor }) => {
  const page = await visitor.open()
  await reconcileSample(page)
  await page.getByText('Export', { exact: true }).click()
  await page.getByRole('button', { name: /Workbook/ }).waitFor()
  expect(await page.getByRole('button', { name: /Evidence pack/ }).count()).toBe(0)
})

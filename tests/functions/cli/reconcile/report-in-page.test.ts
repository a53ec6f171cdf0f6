import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { reconcile } from '@tallystick/engine/reconcile'
import { afterAll, expect, it } from 'vitest'
import type { ReportContent } from '../../../../functions/audit/report/report-content.ts'
import { residualsOf } from '../../../../functions/audit/report/residuals.ts'
import { readRules } from '../../../../functions/cli/read-config.ts'
import { readSide, type Side } from '../../../../functions/cli/reconcile/read-side.ts'
import { loadInPage, readLanes, takeAll } from '../../../support/in-page/load-in-page.ts'
import { createScratch, runWords } from '../../../support/node/command.ts'
import { root } from '../../../support/node/step.ts'
import { readZip } from '../../../support/worker/read-zip.ts'

/** A page writes the report of the command line, by the same modules bundled for a browser. */

const page = await loadInPage()
const sha256 = page.createLaneHasher(readLanes())
const scratch = createScratch()
afterAll(() => scratch.remove())

const sample = (name: string): string => join(root, 'tests/samples', name)
const words = ['reconcile', sample('bank-statement.csv'), sample('ledger.csv'), '--rules', sample('rules.json')]

async function readSample(name: string, attributePaths: readonly string[]): Promise<Side> {
  const settings = { currency: undefined, encoding: undefined, kind: undefined, level: undefined, sheet: undefined }
  const read = await readSide({ ...settings, path: sample(name), mapping: undefined, attributePaths }, () => {})
  if (!read.ok) throw new Error(read.faults.join())
  return read.side
}

async function contentOf(): Promise<ReportContent> {
  const rules = await readRules(sample('rules.json'))
  if (!rules.ok) throw new Error(rules.faults.join())
  const policy = rules.value
  const source = await readSample('bank-statement.csv', policy.attributePaths)
  const target = await readSample('ledger.csv', policy.attributePaths)
  const outcome = reconcile({
    source: { table: source.table, root: source.summary.root },
    target: { table: target.table, root: target.summary.root },
    policy,
    sha256,
  })
  return { outcome, sides: { source, target }, residuals: residualsOf(outcome), rules: 'rules.json' }
}

const bytesOf = async (parts: AsyncIterable<Uint8Array>): Promise<Buffer> => Buffer.concat(await takeAll(parts))

it('writes the parts of the workbook byte for byte, packed in another way', async () => {
  const path = scratch.path('samples.xlsx')
  await runWords([...words, '--report', path])
  const archive = await bytesOf(page.writeWorkbook(page.workbookOfRun(await contentOf(), sha256)))
  const expected = readFileSync(path)
  expect(await readZip(archive)).toEqual(await readZip(expected))
  expect(archive.length).toBeLessThan(1.1 * expected.length)
})

it('writes the breaks as CSV', async () => {
  const path = scratch.path('breaks.csv')
  await runWords([...words, '--report', path])
  expect((await bytesOf(page.breaksCsvOf(await contentOf(), sha256))).equals(readFileSync(path))).toBe(true)
})

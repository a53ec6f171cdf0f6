import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatLines, type PeriodFiles, periodFileNames } from '@tallystick/engine/close'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parseSigned } from '../../../../engine/close/signoff.ts'
import { rootOfLines } from '../../../../engine/merkle/frontier.ts'
import { readKey } from '../../../../functions/cli/close/key-file.ts'
import { readPackFiles, writePack } from '../../../../functions/cli/close/period-folder.ts'
import { sha256 } from '../../../../functions/cli/sha256.ts'
import { createScratch, runWords } from '../../../support/node/command.ts'
import { brokenIn, textIn, withFile, zipped } from '../../../support/node/pack.ts'
import { verifiers } from '../../../support/node/verifiers/judge.ts'
import { resigned, signedBy } from '../../../support/node/verifiers/resign-period.ts'
import { bank, books, keys, month } from './month.ts'

/** The pack of a period that somebody changed. */

const scratch = createScratch()
afterAll(() => scratch.remove())

let files: PeriodFiles
const words: string[] = []

beforeAll(async () => {
  const march = await month(scratch, 'march')
  await march.close('run', '--source', bank(scratch), '--target', books(scratch))
  await march.decide('unmatch', 'source:b1', '--note', 'another customer')
  await march.decide('match', 'source:b1', 'target:l1')
  await march.decide('accept', 'source:b2', 'target:l2', '--label', 'rounding', '--difference')
  for (const item of ['source:b3', 'source:b4', 'target:l3'])
    await march.decide('carry', item, '--reason', 'in transit', '--expected', '2026-05-01')
  await march.balances('--source-balance', 'EUR:1422.5', '--target-balance', 'EUR:1321')
  await march.submit()
  await march.approve('b')
  const read = await readPackFiles(scratch.path('march/2026-03.zip'))
  if (!read.ok) throw new Error(read.faults.join('\n'))
  files = read.value
  const { a, b } = await keys(scratch)
  words.push('--key', a, '--key', b)
})

const verify = async (changed: PeriodFiles) => {
  const path = scratch.path('changed.zip')
  expect(await writePack(path, changed)).toEqual([])
  return runWords(['close', 'verify', path, ...words])
}

it('holds as it was written', async () => {
  expect((await verify(files)).code).toBe(0)
})

it('is refused by the engine where both keys have signed another outcome', async () => {
  const [submitter, approver] = ['a.pem', 'b.pem'].map((name) => readKey(scratch.path(name)))
  if (!submitter?.ok || !approver?.ok) throw new Error('A key is missing')
  const signers = { submitter: submitter.value, approver: approver.value }
  const pack = new Map(Object.entries(files).map(([name, text]) => [name, Buffer.from(text)]))
  const [, ...lines] = textIn(pack, 'aside.ndjson').split(/(?<=\n)/)
  const changed = [
    { name: 'aside.ndjson', text: lines.join(''), broken: 'result' },
    { name: 'result.ndjson', text: files['result.ndjson'].replace('"open":"', '"open":"1'), broken: 'completeness' },
    { name: 'result.ndjson', text: files['result.ndjson'].replace('missing_in_target', 'duplicate'), broken: 'replay' },
    { name: 'balances.json', text: files['balances.json'].replace('1321', '1320'), broken: 'items' },
  ]
  for (const { name, text, broken } of changed) {
    const path = scratch.write('agreed.zip', zipped(resigned(withFile(pack, name, text), signers, pack)))
    const end = await runWords(['verify', path, ...words])
    expect({ name, code: end.code, first: brokenIn(end)[0] }).toEqual({ name, code: 1, first: broken })
  }
})

it('is refused without the engine where both keys have signed a result that says less than its records', async () => {
  const [submitter, approver] = ['a.pem', 'b.pem'].map((name) => readKey(scratch.path(name)))
  if (!submitter?.ok || !approver?.ok) throw new Error('A key is missing')
  const signers = { submitter: submitter.value, approver: approver.value }
  const pack = new Map(Object.entries(files).map(([name, text]) => [name, Buffer.from(text)]))
  const lines = files['result.ndjson'].split(/(?<=\n)/)
  const at = lines.findIndex((line) => line.includes('"kind":"break"'))
  const changed = [lines.toSpliced(at, 1), lines.toSpliced(at, 0, lines[at] ?? ''), lines.toSpliced(-1, 1)]
  const questions = changed.map((each, index) => {
    const forged = resigned(withFile(pack, 'result.ndjson', each.join('')), signers, pack)
    return { path: scratch.write(`less-${index}.zip`, zipped(forged)), keys: [] }
  })
  for (const [name, judge] of verifiers) {
    const judged = (await judge(questions)).map(({ code, first }) => ({ name, code, first }))
    expect(judged).toEqual(questions.map(() => ({ name, code: 1, first: 'completeness' })))
  }
})

it('is verified in its folder as in its pack, and by no options for logs', async () => {
  expect((await runWords(['verify', scratch.path('march'), ...words])).code).toBe(0)
  expect((await runWords(['verify', scratch.path('march'), '--trust-pack-keys'])).code).toBe(0)
  const pack = scratch.path('march/2026-03.zip')
  for (const others of [
    ['--log', 'a/b'],
    ['--since', pack],
  ])
    expect(await runWords(['verify', pack, ...others])).toMatchObject({
      code: 2,
      errors: expect.stringContaining('in no log'),
    })
  expect((await runWords(['verify', scratch.path('.')])).errors).toContain('is a directory without a period')
  expect((await runWords(['explain', pack, '--graph'])).errors).toContain('Got the pack of a period')
})

it('is refused as an archive that is cut off', async () => {
  writeFileSync(scratch.path('cut.zip'), 'PK')
  expect((await runWords(['close', 'verify', scratch.path('cut.zip')])).code).toBe(2)
})

it('names the files that are not as they were signed', async () => {
  const end = await verify({ ...files, 'notes.ndjson': '', 'balances.json': `${files['balances.json']} ` })
  expect(end).toMatchObject({
    code: 1,
    output: expect.stringContaining('Not as it was signed: notes.ndjson, balances.json.'),
  })
})

it('does not hold where the key that submitted it has approved it', async () => {
  const lines = files['signoffs.ndjson'].split(/(?<=\n)/)
  const approval = parseSigned(lines.at(-1)?.trimEnd() ?? '')
  const key = readKey(scratch.path('a.pem'))
  if (!approval.ok || !key.ok) throw new Error('The pack is not approved')
  const own = signedBy(key.value, approval.value)
  const end = await verify({ ...files, 'signoffs.ndjson': [...lines.slice(0, -1), own].join('') })
  expect(end).toMatchObject({
    code: 1,
    output: expect.stringContaining('The key that submitted the period approved it.'),
  })
})

it('is refused by name as a folder of which a file cannot be read', async () => {
  for (const name of periodFileNames) {
    const folder = scratch.path(`damaged-${name}`)
    mkdirSync(folder)
    for (const each of periodFileNames) writeFileSync(join(folder, each), each === name ? '{\n' : files[each])
    const { code, errors } = await runWords(['close', 'items', '--in', folder])
    expect({ code, errors }).toEqual({ code: 2, errors: expect.stringContaining(`${folder}: ${name}: `) })
  }
})

it.each(['{"amount":"x","id":"b1"}', '{"id":7}', '[]', '{'])(
  'is refused with a record that is none: %s',
  async (line) => {
    const before = files['source.ndjson'].trimEnd().split('\n')
    const changed = [line, ...before.slice(1)]
    const [own, other] = [before, changed].map((lines) => rootOfLines(sha256, lines))
    const manifest = files['manifest.json'].replace(own ?? '', other ?? '')
    expect(manifest).not.toBe(files['manifest.json'])
    const folder = mkdtempSync(scratch.path('record-'))
    const period = { ...files, 'manifest.json': manifest, 'source.ndjson': formatLines(changed) }
    for (const name of periodFileNames) writeFileSync(join(folder, name), period[name])
    const { code, errors } = await runWords(['close', 'items', '--in', folder])
    expect({ code, errors }).toEqual({
      code: 2,
      errors: expect.stringContaining('source.ndjson: line 1 is not a canonical record'),
    })
  },
)

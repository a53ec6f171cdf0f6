import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readPackFiles, writePack } from '../../../../functions/cli/close/period-folder.ts'
import { createScratch, runWords } from '../../../support/node/command.ts'
import { verifiers } from '../../../support/node/verifiers/judge.ts'
import { bank, books, keys, type Month, month } from './month.ts'

/** A month that is submitted, given back, mended and approved. */

const scratch = createScratch()
afterAll(() => scratch.remove())

async function readyMonth(name: string): Promise<Month> {
  const ready = await month(scratch, name)
  await ready.close('run', '--source', bank(scratch), '--target', books(scratch))
  await ready.decide('accept', 'source:b2', 'target:l2', '--label', 'rounding', '--difference')
  for (const item of ['source:b3', 'source:b4', 'target:l3'])
    await ready.decide('carry', item, '--reason', 'in transit', '--expected', '2026-05-01')
  await ready.balances('--source-balance', 'EUR:1422.5', '--target-balance', 'EUR:1321')
  return ready
}

let march: Month
beforeAll(async () => {
  march = await readyMonth('march')
})

const withKey = (key: string): string[] => ['--key-file', scratch.path(`${key}.pem`), '--name', 'Bob']
const reject = (key: string, ...words: string[]) => march.close('reject', ...withKey(key), ...words)

const because = ['--reason', 'the fee has no voucher']

it('takes no approval of a key that submitted it before it was rejected', async () => {
  const { close, submit, approve } = await readyMonth('twice')
  await runWords(['close', 'key', '--key-file', scratch.path('c.pem')])
  expect((await close('submit', ...withKey('b'))).errors).toBe('')
  expect((await close('reject', ...withKey('c'), ...because)).errors).toBe('')
  expect((await submit()).errors).toBe('')
  expect((await approve('b')).errors).toContain('Got the key that submitted the period')
  expect((await close('approve', ...withKey('c'))).errors).toBe('')
})

describe('a month that is rejected', () => {
  it('was submitted, by another key, and is given a reason', async () => {
    expect((await reject('b', ...because)).errors).toContain('is not submitted')
    await march.submit()
    expect((await reject('b')).errors).toContain('Got no --reason')
    expect((await reject('a', ...because)).errors).toContain('Got the key that submitted the period')
    expect(await reject('b', ...because)).toMatchObject({
      code: 0,
      output: 'period 2026-03 is open again: it was rejected\n',
    })
    expect((await march.approve('b')).errors).toContain('is not submitted')
  })

  it('says who gave it back and why, until it is submitted again', async () => {
    expect((await march.close('items')).output).toMatch(/^rejected by Bob, \S+: the fee has no voucher\n/)
    expect((await march.decide('accept', 'source:b3', '--label', 'fee')).code).toBe(0)
    expect((await march.close('items')).output).toMatch(/^rejected by Bob/)
    await march.submit()
    expect((await march.close('items')).output).not.toContain('rejected')
  })

  it('is approved by the key that gave it back', async () => {
    expect(await march.approve('b')).toMatchObject({ code: 0, output: expect.stringContaining('2026-03.zip') })
    const { a, b } = await keys(scratch)
    const pack = scratch.path('march/2026-03.zip')
    expect(await runWords(['close', 'verify', pack, '--key', a, '--key', b])).toMatchObject({ code: 0 })
    const { output } = await march.close('report', '--format', 'json')
    expect(JSON.parse(output)).toMatchObject({
      ...{ state: 'closed', edition: 1 },
      signoffs: [
        { act: 'submit', name: 'Ada' },
        { act: 'reject', name: 'Bob', root: null, reason: 'the fee has no voucher' },
        { act: 'submit' },
        { act: 'approve' },
      ],
    })
  })

  it('holds by every program, and by none without what was rejected', async () => {
    const read = await readPackFiles(scratch.path('march/2026-03.zip'))
    if (!read.ok) throw new Error(read.faults.join('\n'))
    const lines = read.value['signoffs.ndjson'].split(/(?<=\n)/)
    const first = lines.findIndex((line) => line.includes('"act":"submit"'))
    const changes: readonly (readonly [lines: readonly string[], code: number, first: string | undefined])[] = [
      [lines, 3, undefined],
      [lines.toSpliced(first, 2), 1, 'before'],
      [lines.toSpliced(first + 1, 1), 1, 'signatures'],
      [lines.map((line) => line.replace('no voucher', 'a voucher')), 1, 'signatures'],
      [lines.map((line) => line.replace('rejection@1', 'reopening@1')), 1, 'signatures'],
    ]
    const questions = []
    for (const [index, [changed]] of changes.entries()) {
      const path = scratch.path(`changed-${index}.zip`)
      await writePack(path, { ...read.value, 'signoffs.ndjson': changed.join('') })
      questions.push({ path, keys: [] })
    }
    const wanted = changes.map(([, code, name]) => ({ code, first: name }))
    for (const [name, judge] of verifiers) {
      const judged = (await judge(questions)).map((each) => ({ code: each.code, first: each.first }))
      expect({ name, judged }).toEqual({ name, judged: wanted })
    }
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readPackFiles, writePack } from '../../../../functions/cli/close/period-folder.ts'
import { createScratch, runWords } from '../../../support/node/command.ts'
import { bank, books, keys, type Month, month } from './month.ts'

/** A closed month that somebody opens again. */

const scratch = createScratch()
afterAll(() => scratch.remove())

const carried = ['--reason', 'in transit', '--expected', '2026-05-01']

let march: Month
beforeAll(async () => {
  march = await month(scratch, 'march')
  await march.close('run', '--source', bank(scratch), '--target', books(scratch))
  await march.decide('accept', 'source:b2', 'target:l2', '--label', 'rounding', '--difference')
  for (const item of ['source:b3', 'source:b4', 'target:l3']) await march.decide('carry', item, ...carried)
  await march.balances('--source-balance', 'EUR:1422.5', '--target-balance', 'EUR:1321')
})

const reopen = (...words: string[]) =>
  march.close('reopen', '--key-file', scratch.path('b.pem'), '--name', 'Bob', ...words)

describe('a month that is reopened', () => {
  it('has to be approved, and needs a reason', async () => {
    expect((await reopen('--reason', 'late fee')).errors).toContain('was not approved')
    await march.submit()
    expect((await march.approve('b')).code).toBe(0)
    expect((await reopen()).errors).toContain('Got no --reason')
    expect((await march.decide('flag', 'source:b3')).errors).toContain('is closed')
  })

  it('is a new edition, whose pack lies beside the sealed one', async () => {
    expect(await reopen('--reason', 'late fee')).toMatchObject({
      code: 0,
      output: expect.stringContaining('edition 2'),
    })
    expect((await march.approve('b')).errors).toContain('is not submitted')
    expect((await march.decide('accept', 'source:b3', '--label', 'fee')).code).toBe(0)
    await march.submit()
    expect((await march.approve('a')).errors).toContain('wanted another one')
    expect(await march.approve('b')).toMatchObject({ code: 0, output: expect.stringContaining('2026-03.2.zip') })
    const { a, b } = await keys(scratch)
    for (const pack of ['2026-03.zip', '2026-03.2.zip']) {
      const end = await runWords(['close', 'verify', scratch.path(`march/${pack}`), '--key', a, '--key', b])
      expect(end).toMatchObject({ code: 0 })
    }
    const { output } = await march.close('report', '--format', 'json')
    expect(JSON.parse(output)).toMatchObject({
      state: 'closed',
      edition: 2,
      signoffs: [
        { act: 'submit', name: 'Ada' },
        { act: 'approve', name: 'Bob' },
        { act: 'reopen', name: 'Bob', root: null, reason: 'late fee' },
        { act: 'submit' },
        { act: 'approve' },
      ],
    })
  })

  it('does not hold without its first edition, or with another order', async () => {
    const read = await readPackFiles(scratch.path('march/2026-03.2.zip'))
    if (!read.ok) throw new Error(read.faults.join('\n'))
    const lines = read.value['signoffs.ndjson'].split(/(?<=\n)/)
    const first = lines.findIndex((line) => line.includes('"act":"submit"'))
    const changes = {
      'without the first edition': [...lines.slice(0, first), ...lines.slice(first + 3)],
      'without the reopening': lines.filter((line) => !line.includes('tallystick/reopening@1')),
      'without the first approval': [...lines.slice(0, first + 1), ...lines.slice(first + 2)],
    }
    for (const [name, changed] of Object.entries(changes)) {
      const path = scratch.path('changed.zip')
      await writePack(path, { ...read.value, 'signoffs.ndjson': changed.join('') })
      expect({ name, code: (await runWords(['close', 'verify', path])).code }).toEqual({ name, code: 1 })
    }
  })

  it('is what the next month begins with', async () => {
    const from = ['--from', scratch.path('march/2026-03.2.zip')]
    expect((await runWords(['close', 'start', '--in', scratch.path('april'), ...from])).code).toBe(0)
    const { output } = await runWords(['close', 'items', '--in', scratch.path('april'), '--state', 'accepted'])
    expect(output).toContain('source:b3')
  })
})

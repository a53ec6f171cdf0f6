import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createScratch, runWords } from '../../../support/node/command.ts'
import { bank, books, keys, type Month, month } from './month.ts'

/** A bank account, closed month by month on the command line. */

const scratch = createScratch()
afterAll(() => scratch.remove())

const lines = (output: string): readonly string[] => output.trimEnd().split('\n')

describe('a first month', () => {
  let march: Month
  beforeAll(async () => {
    march = await month(scratch, 'march')
  })

  it('begins with balances, and refuses to begin without them', async () => {
    const end = await runWords(['close', 'start', '--in', scratch.path('none'), '--period', '2026-03'])
    expect(end.code).toBe(2)
    expect(end.errors).toContain('Got no --source-balance')
  })

  it('runs files of both sides, and lists what is open with age and reason', async () => {
    const run = await march.close('run', '--source', bank(scratch), '--target', books(scratch))
    expect(run.code).toBe(1)
    expect(run.output).toContain('5 undecided items, 1 later')
    const { output } = await march.close('items')
    expect(lines(output).map((line) => line.split(/ {3,}/).slice(0, 7))).toEqual([
      ['2026-03-05', '26 days', '250.00', 'EUR', 'source:b2', 'undecided', 'amount_mismatch'],
      ['2026-03-05', '26 days', '251.00', 'EUR', 'target:l2', 'undecided', 'amount_mismatch'],
      ['2026-03-10', '21 days', '-2.50', 'EUR', 'source:b3', 'undecided', 'missing_in_target'],
      ['2026-03-30', '1 day', '75.00', 'EUR', 'source:b4', 'undecided', 'missing_in_target'],
      ['2026-03-31', '0 days', '-30.00', 'EUR', 'target:l3', 'undecided', 'missing_in_source'],
    ])
  })

  it('refuses a file that it has read', async () => {
    const end = await march.close('run', '--source', bank(scratch))
    expect(end).toMatchObject({ code: 2, errors: expect.stringContaining('were read before') })
  })

  it('takes a batch of decisions all or none', async () => {
    const good = { kind: 'accept', items: ['source:b3'], label: 'fee', note: 'monthly' }
    const batch = (second: object) =>
      scratch.write('batch.ndjson', [good, second].map((line) => `${JSON.stringify(line)}\n`).join(''))
    const bad = batch({ kind: 'accept', items: ['source:b9'], label: 'fee' })
    expect(await march.decide('--file', bad)).toMatchObject({ code: 2, errors: expect.stringContaining('source:b9') })
    expect((await march.close('items', '--state', 'accepted')).output).toBe('')
    const carried = { kind: 'carry', items: ['target:l3'], reason: 'cheque', expected: '2026-05-31' }
    expect((await march.decide('--file', batch(carried))).output).toContain('3 undecided items, 1 carried, 1 accepted')
  })

  it('takes a decision in words, and its difference', async () => {
    const end = await march.decide('accept', 'source:b2', 'target:l2', '--label', 'rounding', '--difference')
    expect(end).toMatchObject({ code: 1, output: expect.stringContaining('1 undecided item, 1 carried, 2 accepted') })
    expect(await march.decide('match', 'source:b2', 'target:l3')).toMatchObject({
      code: 2,
      errors: expect.stringContaining('is matched already'),
    })
  })

  it('neither accepts nor carries what a rule has matched', async () => {
    const accepted = await march.decide('accept', 'source:b1', '--label', 'fee')
    const carried = await march.decide('carry', 'target:l1', '--reason', 'late', '--expected', '2026-05-31')
    for (const end of [accepted, carried])
      expect(end).toMatchObject({ code: 2, errors: expect.stringContaining('is matched already') })
  })

  it('undoes a match of a rule, and a decision', async () => {
    expect((await march.decide('unmatch', 'source:b1')).output).toContain('3 undecided items')
    expect((await march.close('run')).output).toContain('3 undecided items')
    expect((await march.decide('reopen', '2026-03-4')).output).toContain('1 undecided item,')
    const assigned = await march.decide('assign', 'source:b4', '--owner', 'Ada')
    expect(assigned.output).toContain('1 undecided item,')
    expect((await march.close('items', '--state', 'undecided')).output).toContain('of Ada')
  })

  it('refuses to be submitted while something is undecided or a balance is missing', async () => {
    const end = await march.submit()
    expect(end.code).toBe(2)
    expect(end.errors).toContain('source:b4')
    expect(end.errors).toContain('Got no closing balance of the source in EUR')
  })

  it('shows the proof of balances down to what is unexplained', async () => {
    await march.decide('carry', 'source:b4', '--reason', 'invoice comes', '--expected', '2026-05-31')
    const wrong = await march.balances('--source-balance', 'EUR:1423.50', '--target-balance', 'EUR:1321')
    expect(wrong.code).toBe(1)
    expect(wrong.output).toMatch(/unexplained +1\.00 +EUR\n/)
    expect((await march.submit()).errors).toContain('Got 1 EUR unexplained, wanted a reason for it')
    const right = await march.balances('--source-balance', 'EUR:1422.50')
    expect(right.code).toBe(0)
    expect(lines(right.output).map((line) => line.trim().split(/ {3,}/))).toEqual([
      ['Proof of balances EUR'],
      ['line', 'items', 'amount', 'currency'],
      ['balance by the statement (source)', '1,422.50', 'EUR'],
      ['not yet in the books (source)', '1', '-75.00', 'EUR'],
      ['not yet on the statement (target)', '1', '-30.00', 'EUR'],
      ['adjustments to book: fee (source)', '1', '2.50', 'EUR'],
      ['adjustments to book: rounding (source)', '1', '1.00', 'EUR'],
      ['balance by the books, as computed', '1,321.00', 'EUR'],
      ['balance by the books (target)', '1,321.00', 'EUR'],
      ['unexplained', '0.00', 'EUR'],
      [''],
      ['Roll-forward'],
      ['side', 'currency', 'opening', 'read', 'closing', 'difference'],
      ['source', 'EUR', '1,000.00', '422.50', '1,422.50', '0.00'],
      ['target', 'EUR', '1,000.00', '321.00', '1,321.00', '0.00'],
    ])
  })

  it('writes the report, and the adjustments to be booked', async () => {
    const [report, journal] = [scratch.path('report.txt'), scratch.path('journal.csv')]
    expect((await march.close('report', '--out', report, '--journal', journal)).code).toBe(0)
    expect(readFileSync(report, 'utf8')).toContain('monthly')
    expect(readFileSync(journal, 'utf8').split('\r\n')).toEqual([
      'id,date,label,currency,amount,reference,side,itemDate,counterparty,description,decision,state',
      'b2~1,2026-03-31,rounding,EUR,-1,INV-2,source,2026-03-05,,,2026-03-3,provisional',
      'b3,2026-03-31,fee,EUR,-2.5,bank fee,source,2026-03-10,,,2026-03-1,provisional',
      '',
    ])
  })

  it('writes the report as JSON, CSV, a workbook or a page', async () => {
    const { output } = await march.close('report', '--format', 'json')
    expect(JSON.parse(output)).toMatchObject({ state: 'open', proofs: [{ unexplained: '0' }], edition: 1 })
    expect((await march.close('report', '--format', 'csv')).output).toContain('source,b3,2026-03-10,21,8-30,-2.50,EUR')
    expect((await march.close('report', '--format', 'html')).output).toContain('<h2>Proof of balances EUR</h2>')
    const workbook = scratch.path('report.xlsx')
    expect((await march.close('report', '--format', 'xlsx', '--out', workbook)).code).toBe(0)
    expect(readFileSync(workbook).subarray(0, 2).toString()).toBe('PK')
    expect((await march.close('report', '--format', 'xlsx')).errors).toContain('Got no --out')
    expect((await march.close('report', '--format', 'pdf')).errors).toContain('as --format')
  })

  it('is approved by another key than the one that submitted it, and by none that decided', async () => {
    expect((await march.approve('b')).errors).toContain('is not submitted')
    expect((await march.submit()).code).toBe(0)
    expect((await march.approve('a')).errors).toContain('wanted another one')
    expect((await march.approve('b', '--root', '00')).code).toBe(2)
    expect((await march.approve('b')).code).toBe(0)
    expect((await march.close('run')).errors).toContain('is closed')
    expect((await march.approve('b')).errors).toContain('is closed')
  })

  it('is verified by the keys that the caller names', async () => {
    const { a, b } = await keys(scratch)
    expect((await march.verify()).code).toBe(3)
    expect((await march.verify('--key', a, '--key', a)).code).toBe(3)
    const end = await march.verify('--key', a, '--key', b)
    expect(end.code).toBe(0)
    expect(end.output).toContain('two keys')
    expect(end.output).not.toContain('people')
    expect((await march.verify('--key', 'AA==')).code).toBe(2)
  })
})

describe('the month after', () => {
  let april: Month
  beforeAll(async () => {
    const end = await runWords([
      'close',
      'start',
      '--in',
      scratch.path('april'),
      '--from',
      scratch.path('march/2026-03.zip'),
    ])
    expect(end).toMatchObject({
      code: 0,
      output: expect.stringContaining('3 open items of the source, 1 of the target'),
    })
    april = await month(scratch, 'april', { isBegun: true })
  })

  it('takes over the items, and counts no line twice', async () => {
    const source = `id,date,amount,currency,reference
b4,2026-03-30,75.00,EUR,INV-9
b6,2026-04-03,-30.00,EUR,cheque 7
b7,2026-04-02,40.00,EUR,INV-12
`
    const target = `id,date,amount,currency,reference
l4,2026-04-01,75.00,EUR,INV-9
l5,2026-04-04,-2.50,EUR,bank fee
l6,2026-04-04,-1.00,EUR,INV-2
l7,2026-04-05,40.00,EUR,INV-12
`
    const run = await april.close(
      ...['run', '--source', scratch.write('b.csv', source), '--target', scratch.write('l.csv', target)],
    )
    expect(run.output).toContain('0 undecided items, 4 repeated')
    expect(run.code).toBe(1)
    expect((await april.close('items')).output).toBe('')
    const { output } = await april.close('items', '--state', 'booked')
    expect(lines(output).map((line) => line.split(/ {3,}/)[4])).toEqual(['source:b2~1', 'source:b3'])
  })

  it('ends with balances that what was read leads to', async () => {
    const end = await april.balances('--source-balance', 'EUR:1432.5', '--target-balance', 'EUR:1432.5')
    expect(end.code).toBe(0)
    expect((await april.submit()).code).toBe(0)
    expect((await april.decide('comment', 'source:b6', '--note', 'seen')).code).toBe(0)
    expect((await april.approve('b')).errors).toContain('is not submitted')
    expect((await april.submit()).code).toBe(0)
    expect((await april.approve('b')).code).toBe(0)
    expect((await april.verify()).code).toBe(3)
  })
})

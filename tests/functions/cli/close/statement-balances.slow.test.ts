import { afterAll, expect, it } from 'vitest'
import { createScratch } from '../../../support/node/command.ts'
import { month } from './month.ts'

/** Balances that a bank's statement brings, and a record that its source took back. */

const scratch = createScratch()
afterAll(() => scratch.remove())

const statement = `:20:STMT1
:25:DE123/456
:28C:1/1
:60F:C260228EUR1000,00
:61:2603020302C100,00NTRFINV-1
:86:INV-1
:62F:C260331EUR1100,00
`

const ledger = `id,date,amount,currency,reference
l1,2026-03-02,100.00,EUR,INV-1
l2,2026-03-03,7.00,EUR,gone
`

it('takes the closing balance of a statement, and withdraws a record once another key approves', async () => {
  const march = await month(scratch, 'march')
  const paths = ['--source', scratch.write('a.sta', statement), '--target', scratch.write('l.csv', ledger)]
  expect((await march.close('run', ...paths)).output).toContain('1 undecided item')
  const proof = await march.close('proof')
  expect(proof.output).toMatch(/balance by the statement \(source\) +1,100\.00 +EUR\n/)
  expect(proof.output).toContain('Got no closing balance of the target in EUR')
  expect(proof.code).toBe(1)
  const withdraw = ['withdraw', 'target:l2', '--reason', 'taken back']
  expect((await march.decide(...withdraw)).output).toContain('1 undecided item')
  expect((await march.decide('approve', '2026-03-1')).errors).toContain('the same key has made the decision')
  const approved = await march.close('decide', 'approve', '2026-03-1', '--key-file', scratch.path('b.pem'))
  expect(approved.output).toContain('0 undecided items, 1 withdrawn')
  const balanced = await march.balances('--target-balance', 'EUR:1100')
  expect(balanced).toMatchObject({ code: 0, output: expect.stringMatching(/unexplained +0\.00 +EUR\n/) })
  expect((await march.submit()).code).toBe(0)
  expect((await march.approve('b')).code).toBe(0)
  expect((await march.verify()).code).toBe(3)
})

it('warns of records that a file has without a currency or a date, and prints the report as without warnings', async () => {
  const bare = await month(scratch, 'bare')
  const paths = [
    ...['--source', scratch.write('sums.csv', 'id,date,amount,currency\nb1,2026-03-02,1.00,EUR\nb2,,1.00,EUR\n')],
    ...['--target', scratch.write('bare.csv', 'id,date,amount\nl1,2026-03-02,1.00\n')],
  ]
  const { errors, output } = await bare.close('run', ...paths)
  expect(errors).toMatch(/^tallystick: warning: sums\.csv: 1 record has no date, the first on line 3, /)
  expect(errors).toContain('tallystick: warning: bare.csv: 1 record has no currency, the first on line 2; ')
  expect(output).not.toContain('warning')
})

it('says how a mapping is passed where a line of totals keeps a file from being read', async () => {
  const totals = await month(scratch, 'totals')
  const lines = 'date,reference,debit,credit\n2026-03-02,INV-1,1.00,\n2026-03-03,INV-2,,2.00\n,Total,1.00,2.00\n'
  const target = scratch.write('totals.csv', lines)
  const { errors } = await totals.close('run', '--source', scratch.write('b.sta', statement), '--target', target)
  expect(errors).toContain('leaves it out\n      Pass the mapping of this file as --mapping \'{"target":{…}}\'')
})

import { type OwnKey, readKey } from '../../../../functions/cli/close/key-file.ts'
import { readPackFiles } from '../../../../functions/cli/close/period-folder.ts'
import { bank, books, keys, month } from '../../../functions/cli/close/month.ts'
import { runWords, type Scratch } from '../command.ts'
import type { PackFiles } from '../pack.ts'

/** Two months that were closed, the second after the first, with the keys that signed them. */
export interface HonestPeriods {
  readonly packs: readonly PackFiles[]
  readonly submitter: OwnKey
  readonly approver: OwnKey
  readonly stranger: OwnKey
}

export async function honestPeriods(scratch: Scratch): Promise<HonestPeriods> {
  const march = await month(scratch, 'march')
  await march.close('run', '--source', bank(scratch), '--target', books(scratch))
  await march.decide('unmatch', 'source:b1', '--note', 'another customer')
  await march.decide('match', 'source:b1', 'target:l1')
  await march.decide('accept', 'source:b2', 'target:l2', '--label', 'rounding', '--difference')
  await march.decide('accept', 'source:b3', '--label', 'fee')
  for (const item of ['source:b4', 'target:l3'])
    await march.decide('carry', item, '--reason', 'in transit', '--expected', '2026-05-01')
  await march.balances('--source-balance', 'EUR:1422.5', '--target-balance', 'EUR:1321')
  await march.submit()
  await march.approve('b')
  await runWords(['close', 'start', '--in', scratch.path('april'), '--from', scratch.path('march/2026-03.zip')])
  const april = await month(scratch, 'april', { isBegun: true })
  const source =
    'id,date,amount,currency,reference\nb6,2026-04-03,-30.00,EUR,cheque 7\nb7,2026-04-02,40.00,EUR,INV-12\n'
  const target =
    'id,date,amount,currency,reference\nl4,2026-04-01,75.00,EUR,INV-9\nl5,2026-04-04,-2.50,EUR,bank fee\nl6,2026-04-04,-1.00,EUR,INV-2\nl7,2026-04-05,40.00,EUR,INV-12\n'
  await april.close('run', '--source', scratch.write('b.csv', source), '--target', scratch.write('l.csv', target))
  await april.decide('comment', 'source:b6', '--note', 'seen')
  await april.balances('--source-balance', 'EUR:1432.5', '--target-balance', 'EUR:1432.5')
  await april.submit()
  await april.approve('b')
  await keys(scratch)
  await runWords(['close', 'key', '--key-file', scratch.path('c.pem')])
  const packs = await Promise.all(['march/2026-03.zip', 'april/2026-04.zip'].map((name) => packIn(scratch.path(name))))
  const [submitter, approver, stranger] = ['a', 'b', 'c'].map((name) => keyIn(scratch.path(`${name}.pem`)))
  if (!submitter || !approver || !stranger) throw new Error('A key is missing')
  return { packs, submitter, approver, stranger }
}

async function packIn(path: string): Promise<PackFiles> {
  const read = await readPackFiles(path)
  if (!read.ok) throw new Error(read.faults.join('\n'))
  return new Map(Object.entries(read.value).map(([name, text]) => [name, Buffer.from(text)]))
}

function keyIn(path: string): OwnKey {
  const key = readKey(path)
  if (!key.ok) throw new Error(key.faults.join('\n'))
  return key.value
}

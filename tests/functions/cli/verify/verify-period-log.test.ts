import { type JsonObject, toBase64 } from '@tallystick/engine/base'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signerOf } from '../../../engine/support/ed25519.ts'
import { createScratch, runWords } from '../../../support/node/command.ts'
import { brokenIn, holdingIn, type PackFiles, zipped } from '../../../support/node/pack.ts'
import { honestPeriods } from '../../../support/node/verifiers/honest-periods.ts'
import { followingOpening, logged } from '../../../support/node/verifiers/logged-period.ts'
import { keyOfService } from '../../../support/node/verifiers/tampered-logs.ts'

/** `tallystick verify` of a period whose decisions and steps are entries of a service's log. */

const scratch = createScratch()
afterAll(() => scratch.remove())

let signed: PackFiles
beforeAll(async () => {
  const [march] = (await honestPeriods(scratch)).packs
  if (march === undefined) throw new Error('There is no period')
  signed = march
})

type Change = (entry: JsonObject) => JsonObject

async function verified(change?: Change, ...words: readonly string[]) {
  const files = await logged(followingOpening(signed), signed, { signer: signerOf(1), ...(change && { change }) })
  return runWords(['verify', scratch.write('period.zip', zipped(files)), ...words])
}

it('holds with its replay, and by the key that somebody named', async () => {
  const end = await verified()
  expect(holdingIn(end).join()).toBe(
    'signatures,files,parts,result,completeness,receipt,decisions,before,approval,replay,items,proof,submission',
  )
  expect({ code: end.code, text: end.output }).toEqual({
    code: 3,
    text: expect.stringContaining('if the keys above are the service’s'),
  })
  expect((await verified(undefined, '--key', keyOfService)).code).toBe(0)
  const other = await verified(undefined, '--key', toBase64(signerOf(9).publicKey))
  expect([other.code, brokenIn(other)]).toEqual([1, ['signatures']])
})

it('is of one log, and of no policy', async () => {
  expect(brokenIn(await verified(undefined, '--log', 'another.example/log'))).toEqual(['signatures'])
  const pack = scratch.path('period.zip')
  const key = 'log another.example/log+ac1742d9+AVH8'
  const policy = scratch.write('policy.txt', `${key}\nquorum none\n`)
  expect((await runWords(['verify', pack, '--policy', policy])).code).toBe(2)
  expect(await runWords(['close', 'start', '--in', scratch.path('next'), '--from', pack])).toMatchObject({
    code: 2,
    errors: expect.stringContaining('wanted one that own keys have signed'),
  })
})

const hash = 'ab'.repeat(32)
const ofAct =
  (act: string, change: Change): Change =>
  (entry) =>
    entry['act'] === act ? change(entry) : entry
const ofKind =
  (kind: string, change: Change): Change =>
  (entry) =>
    String(entry['kind']).startsWith(`tallystick/${kind}@`) ? change(entry) : entry

describe('a log that its own key has signed', () => {
  it.each<readonly [what: string, broken: string, change: Change]>([
    ['has the entries of two periods', 'signatures', ofAct('approve', (entry) => ({ ...entry, period: 'prd_2' }))],
    ['has an entry of another tenant', 'signatures', ofAct('approve', (entry) => ({ ...entry, tenant: hash }))],
    ['has an approval without a submission', 'signatures', ofAct('submit', (entry) => ({ ...entry, act: 'reopen' }))],
    ['names other files', 'files', ofKind('signoff', (entry) => ({ ...entry, root: hash }))],
    ['names other balances', 'files', ofKind('signoff', (entry) => ({ ...entry, balances: hash }))],
    ['names another receipt', 'receipt', ofKind('signoff', (entry) => ({ ...entry, receipt: hash }))],
    ['has a receipt of another result', 'receipt', ofKind('receipt', (entry) => ({ ...entry, result: hash }))],
    ['has decisions of somebody else', 'decisions', ofKind('decisions', (entry) => ({ ...entry, actor: 'mbr_7' }))],
    ['has other decisions', 'decisions', ofKind('decisions', (entry) => ({ ...entry, root: hash }))],
    ['has a step of another period', 'before', ofKind('signoff', (entry) => ({ ...entry, name: '2026-07' }))],
    ['has a step of another edition', 'before', ofKind('signoff', (entry) => ({ ...entry, edition: 2 }))],
    ['follows a period before the first', 'before', ofAct('submit', (entry) => ({ ...entry, follows: hash }))],
    ['approves another submission', 'approval', ofAct('approve', (entry) => ({ ...entry, follows: hash }))],
    ['approves under other settings', 'approval', ofAct('approve', (entry) => ({ ...entry, settings: 2 }))],
    [
      'approves by who submitted',
      'approval',
      ofAct('approve', ({ submittedBy = null, ...entry }) => ({
        ...{ ...entry, submittedBy, approvedBy: submittedBy },
        actor: JSON.parse(JSON.stringify(submittedBy)).id,
      })),
    ],
  ])('and that %s does not hold', async (_, broken, change) => {
    const end = await verified(change, '--key', keyOfService)
    expect([end.code, brokenIn(end)]).toEqual([1, [broken]])
  })
})

import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { PublicKeyList } from '../../../functions/client/index.ts'
import { createBrowserSession } from '../../../functions/local/browser-session.ts'
import { type CommandEnd, createScratch, runWords } from '../../support/node/command.ts'
import { hasShell } from '../../support/node/installed.ts'
import { keyOf } from '../../support/node/printed.ts'
import { servedCopy } from '../../support/node/served-copy.ts'
import { bank, books, type Month, month } from '../cli/close/month.ts'

/** `tallystick close --url`: the month that the tests of the folder close, on the service that `npm start` serves. */

const { origin, lines } = await servedCopy()
const scratch = createScratch()
const named = ['--reconciliation', 'Main']

/** A key that may approve, which only an administrator makes who is signed in. */
async function approvingKey(): Promise<string> {
  const browser = createBrowserSession()
  const headers = { Origin: origin, 'Content-Type': 'application/json' }
  const begun = await browser.send(`${origin}/auth/sign-in`, { method: 'POST', headers: { Origin: origin } })
  await browser.send(await browser.signInAs('ada', begun.headers.get('Location') ?? ''))
  const scopes = ['items:approve', 'runs:read', 'evidence:read', 'datasets:read']
  const body = JSON.stringify({ name: 'Ada by program', scopes })
  const made = await browser.send(`${origin}/api/v1/keys`, { method: 'POST', headers, body })
  return JSON.parse(await made.text()).secret
}

describe('npx tallystick close --url', { skip: !hasShell }, () => {
  const keys = { preparer: hasShell ? keyOf(lines) : '', approver: '' }
  const by = (key: string, verb: string, words: readonly string[]): Promise<CommandEnd> =>
    runWords([
      'close',
      verb,
      '--url',
      origin,
      '--key',
      key,
      ...(words.includes('--reconciliation') ? [] : named),
      ...words,
    ])
  const close = (verb: string, ...words: readonly string[]) => by(keys.preparer, verb, words)
  const approves = (verb: string, ...words: readonly string[]) => by(keys.approver, verb, words)
  let folder: Month

  beforeAll(async () => {
    keys.approver = await approvingKey()
    folder = await month(scratch, 'march')
  })
  afterAll(() => scratch.remove())

  const adapters = ['--adapter', 'bank:main', '--adapter', 'ledger:main']
  const balances = ['--source-balance', 'EUR:1000', '--target-balance', 'EUR:1000']

  it('says what a first period needs', async () => {
    expect((await close('items')).errors).toContain('Got "Main" as --reconciliation, and there is none')
    const unnamed = await runWords(['close', 'start', '--url', origin, '--key', keys.preparer, '--period', '2026-03'])
    expect(unnamed).toMatchObject({ code: 2, errors: expect.stringContaining('Got no --reconciliation') })
    const words = ['--period', '2026-03', ...balances]
    expect((await close('start', ...words)).errors).toContain('Got no --adapter of the source')
    expect((await close('items', '--in', 'x')).errors).toContain('--in and --url are both there')
    expect((await close('items')).errors).toContain('there is none')
  })

  it('begins a period, runs files, and lists what a folder lists', async () => {
    const begun = await close('start', '--period', '2026-03', ...adapters, ...balances)
    expect(begun).toMatchObject({
      code: 0,
      output: 'period 2026-03, 2026-03-01 to 2026-03-31, begins with 0 open items of the source, 0 of the target\n',
    })
    const files = ['--source', bank(scratch), '--target', books(scratch)]
    const [own, there] = [await folder.close('run', ...files), await close('run', ...files)]
    expect({ code: there.code, output: there.output }).toEqual({ code: 1, output: own.output })
    for (const words of [[], ['--state', 'all'], ['--side', 'target']])
      expect((await close('items', ...words)).output).toBe((await folder.close('items', ...words)).output)
    expect(await close('run', '--source', bank(scratch))).toMatchObject({
      code: 2,
      errors: expect.stringContaining('were read before'),
    })
  })

  it('decides as in a folder, and refuses what has no effect', async () => {
    for (const words of [
      ['accept', 'source:b3', '--label', 'fee', '--note', 'monthly fee'],
      ['accept', 'source:b2', 'target:l2', '--label', 'rounding', '--difference'],
      ['carry', 'target:l3', '--reason', 'cheque', '--expected', '2026-05-31'],
    ]) {
      const [own, there] = [await folder.decide(...words), await close('decide', ...words)]
      expect(there.errors).toBe('')
      expect(there.output.split('\n').slice(1)).toEqual(own.output.split('\n').slice(1))
    }
    expect(await close('decide', 'match', 'source:b2', 'target:l3')).toMatchObject({
      code: 2,
      errors: expect.stringContaining('is matched already'),
    })
    expect((await close('submit')).errors).toContain('source:b4')
    const batch = scratch.write(
      'batch.ndjson',
      '{"kind":"carry","items":["source:b4"],"reason":"invoice","expected":"2026-05-31"}\n{"kind":"flag","items":["source:b4"]}\n',
    )
    expect((await close('decide', '--file', batch)).output).toMatch(/^2 decisions: dcn_\w+, dcn_\w+\n0 undecided items/)
    await folder.decide('--file', batch)
  })

  it('proves the balances as in a folder', async () => {
    const closing = ['--source-balance', 'EUR:1422.50', '--target-balance', 'EUR:1321']
    const [own, there] = [await folder.balances(...closing), await close('balances', ...closing)]
    expect({ code: there.code, output: there.output }).toEqual({ code: 0, output: own.output })
    expect((await close('proof', '--json')).output).toBe((await folder.close('proof', '--json')).output)
    const csv = await close('report', '--format', 'csv')
    expect(csv.output).toContain('source,b3,2026-03-10,21,8-30,-2.50,EUR')
    const journal = scratch.path('journal.csv')
    expect((await close('report', '--journal', journal)).code).toBe(0)
    expect(readFileSync(journal, 'utf8')).toContain('b2~1,2026-03-31,rounding,EUR,-1,INV-2')
  })

  it('is submitted, once it was run over all decisions, and approved by somebody else', async () => {
    expect((await approves('approve')).errors).toContain('wanted one that is submitted')
    const submitted = await close('submit')
    expect(submitted).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^period 2026-03 is submitted under the/),
    })
    const reject = ['--reason', 'look at the fee again']
    expect((await close('reject', ...reject)).errors).toContain('scope')
    expect((await approves('reject', ...reject)).output).toBe('period 2026-03 is open again: it was rejected\n')
    expect((await close('items')).output).toMatch(/^rejected by Ada by program, \S+: look at the fee again\n/)
    const [root = ''] = /[0-9a-f]{64}/.exec((await close('submit')).output) ?? []
    expect((await close('run')).errors).toContain('Got no --period, wanted one that is open')
    expect((await close('approve')).errors).toContain('scope')
    expect((await approves('approve', '--root', '00'.repeat(32))).errors).toContain(`but ${root} was submitted`)
    const pack = scratch.path('march.zip')
    expect(await approves('approve', '--root', root, '--out', pack)).toMatchObject({
      code: 0,
      output: `period 2026-03 is closed: ${pack}\n`,
    })
    expect((await runWords(['verify', pack])).code).toBe(3)
  })

  it('is verified by the key of the service, begins the next period, and is opened again', async () => {
    const listed: PublicKeyList = JSON.parse(await (await fetch(`${origin}/.well-known/tallystick-keys`)).text())
    const [{ publicKey } = { publicKey: '' }] = listed.keys
    vi.stubEnv('TALLYSTICK_API_KEY', keys.preparer)
    const verify = (...words: readonly string[]) => runWords(['close', 'verify', '--url', origin, ...named, ...words])
    expect((await verify()).code).toBe(3)
    expect((await verify('--key', publicKey)).code).toBe(0)
    vi.unstubAllEnvs()
    expect(await close('start')).toMatchObject({
      code: 0,
      output: 'period 2026-04, 2026-04-01 to 2026-04-30, begins with 3 open items of the source, 1 of the target\n',
    })
    expect((await close('items')).errors).toContain('period_not_run')
    expect((await close('items', '--period', '2026-03', '--state', 'carried')).output).toContain('source:b4')
    expect((await approves('reopen', '--reason', 'a fee came late')).output).toBe(
      'period 2026-03 is open again: edition 2\n',
    )
  })
})

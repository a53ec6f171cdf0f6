import { writeFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { createScratch, runWords } from '../../support/node/command.ts'
import { newClose, openOwnClose, prepare, seen, taken } from '../../support/node/own-close-browser.ts'

/** A close in a browser; its packs are judged by the command line. */

const scratch = createScratch()
afterAll(() => scratch.remove())

describe('a month in a browser', async () => {
  const own = openOwnClose()
  const [ada, bob] = [await own.makeKey('Ada'), await own.makeKey('Bob')]
  const id = taken(await own.begin(newClose))

  it('shows what stays open of the files, and explains the balances', async () => {
    const items = taken(await own.items(id, { state: 'undecided', sort: 'id' }))
    expect(items.map(({ name }) => `${name.side}:${name.id}`)).toEqual(['source:b2', 'target:l2'])
    await prepare(own, id, ada)
    const { proofs, faults } = taken(await own.proof(id))
    expect({ unexplained: proofs.map((each) => each.unexplained), faults }).toEqual({ unexplained: ['0'], faults: [] })
    const [decision] = taken(await own.decisions(id)).slice(-1)
    expect(decision).toMatchObject({ id: '2026-03-1', kind: 'accept', note: 'monthly', state: 'effective' })
  })

  it('refuses an act on a revision that has changed, a key that it has not, and no key', async () => {
    const act = await seen(own, id, ada)
    expect(await own.submit({ ...act, revision: act.revision - 1 })).toMatchObject({ ok: false })
    expect(await own.submit({ ...act, key: 'AAAA' })).toMatchObject({ ok: false })
  })

  it('goes back with a reason under another key than the one that submitted it', async () => {
    taken(await own.submit(await seen(own, id, ada)))
    expect(await own.reject(await seen(own, id, ada), 'x')).toMatchObject({ ok: false })
    taken(await own.reject(await seen(own, id, bob), 'no voucher'))
    const { state, signoffs } = taken(await own.month(id)).period
    expect({ state, last: signoffs.at(-1) }).toMatchObject({
      state: 'open',
      last: { act: 'reject', edition: 1, name: 'Bob', reason: 'no voucher', root: null },
    })
    expect(await own.reject(await seen(own, id, bob), 'again')).toMatchObject({ ok: false })
  })

  it('is submitted under one key and approved under another that decided nothing', async () => {
    taken(await own.submit(await seen(own, id, ada)))
    const root = taken(await own.month(id)).period.signoffs.at(-1)?.root ?? ''
    expect(await own.approve(await seen(own, id, ada), root)).toEqual({
      ok: false,
      faults: ['Got the key that submitted the period, wanted another one'],
    })
    expect(await own.approve(await seen(own, id, bob), '00')).toMatchObject({ ok: false })
    taken(await own.approve(await seen(own, id, bob), root))
    expect(taken(await own.month(id)).period).toMatchObject({ state: 'closed', edition: 1 })
  })

  it('has a pack that the command line verifies by both keys, and goes on from', async () => {
    const path = scratch.path('2026-03.zip')
    writeFileSync(path, new Uint8Array(await taken(await own.pack(id)).arrayBuffer()))
    const keys = [ada, bob].flatMap(({ publicKey }) => ['--key', publicKey])
    expect(await runWords(['close', 'verify', path, ...keys])).toMatchObject({ errors: '', code: 0 })
    expect((await runWords(['close', 'verify', path])).code).toBe(3)
    const next = await runWords(['close', 'start', '--in', scratch.path('april'), '--from', path])
    expect(next).toMatchObject({
      code: 0,
      output: expect.stringContaining('1 open item of the source, 1 of the target'),
    })
  })

  it('is followed by the next month, which counts what waited for it', async () => {
    const [close = ''] = id.split('/')
    const next = taken(await own.beginNext(close))
    expect(taken(await own.month(next)).period).toMatchObject({ name: '2026-04', state: 'open' })
    const items = taken(await own.items(next, { state: 'undecided', sort: 'id' }))
    expect(items.map(({ name }) => name.id)).toEqual(['b3'])
    const [fee] = taken(await own.items(next, { state: 'accepted', sort: 'id' }))
    const history = taken(await own.history(next, fee?.name ?? (Promise.reject('no fee') as never)))
    expect(history.map(({ period }) => period.name)).toEqual(['2026-03', '2026-04'])
    expect(history[0]?.decisions[0]?.by.name).toBe('Ada')
  })
})

describe('a bound', () => {
  it('leaves small items undecided, and has another key approve large adjustments', async () => {
    const own = openOwnClose()
    const [ada, bob] = [await own.makeKey('Ada'), await own.makeKey('Bob')]
    const bounds = { materiality: { EUR: '30.00' }, approvalAbove: { EUR: '2' } }
    for (const wrong of ['-1', 'x'])
      expect(await own.begin({ ...newClose, bounds: { ...bounds, materiality: { EUR: wrong } } })).toMatchObject({
        faults: [expect.stringContaining('as a bound')],
      })
    const id = taken(await own.begin({ ...newClose, bounds }))
    expect(taken(await own.month(id)).reconciliation).toMatchObject({
      materiality: { EUR: '30' },
      approvalAbove: { EUR: '2' },
    })
    const faultsOf = async () => taken(await own.proof(id)).faults.map(({ code }) => code)
    expect(await faultsOf()).not.toContain('undecided_item')
    const [fee] = taken(await own.items(id, { state: 'undecided', sort: 'id' }))
    const items = fee === undefined ? [] : [fee.name]
    taken(await own.decide(await seen(own, id, ada), [{ kind: 'accept', items, label: 'bank_fee' }]))
    expect(await faultsOf()).toContain('proposed_decision')
    const [made] = taken(await own.decisions(id))
    taken(await own.approveDecision(await seen(own, id, bob), made?.id ?? ''))
    expect(await faultsOf()).not.toContain('proposed_decision')
  })
})

describe('a withdrawal', () => {
  it('has an effect once another key has approved it', async () => {
    const own = openOwnClose()
    const [ada, bob] = [await own.makeKey('Ada'), await own.makeKey('Bob')]
    const id = taken(await own.begin(newClose))
    const states = async () => taken(await own.items(id, { sort: 'id' })).map(({ name, state }) => [name.id, state])
    const [fee] = taken(await own.items(id, { state: 'undecided', sort: 'id' }))
    const items = fee === undefined ? [] : [fee.name]
    taken(await own.decide(await seen(own, id, ada), [{ kind: 'withdraw', items, reason: 'booked twice' }]))
    const [made] = taken(await own.decisions(id))
    expect(made?.state).toBe('proposed')
    expect(await states()).toContainEqual(['b2', 'undecided'])
    taken(await own.approveDecision(await seen(own, id, bob), made?.id ?? ''))
    expect(await states()).toContainEqual(['b2', 'withdrawn'])
  })
})

describe('a reason', () => {
  it('is work on the month: who gave it does not approve', async () => {
    const own = openOwnClose()
    const [ada, bob] = [await own.makeKey('Ada'), await own.makeKey('Bob')]
    const id = taken(await own.begin(newClose))
    await prepare(own, id, ada)
    const closing = { source: { EUR: '1098.50' }, target: {} }
    taken(await own.setBalances(await seen(own, id, ada), { closing }))
    const none = { source: {}, target: {} }
    const reasons = { EUR: 'the bank investigates' }
    expect(await own.setBalances(await seen(own, id, bob), { closing: none, reasons: { USD: 'none' } })).toMatchObject({
      ok: false,
      faults: ['Got a reason for USD, wanted a closing balance of it first'],
    })
    taken(await own.setBalances(await seen(own, id, bob), { closing: none, reasons }))
    taken(await own.submit(await seen(own, id, ada)))
    const { root } = taken(await own.month(id)).period.signoffs.at(-1) ?? {}
    expect(await own.approve(await seen(own, id, bob), root ?? '')).toMatchObject({
      faults: ['Got a key that decided or typed balances in the period, wanted another one'],
    })
  })
})

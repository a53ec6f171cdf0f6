import { describe, expect, it } from 'vitest'
import {
  bank,
  close,
  closedMonth,
  file,
  memoryCloses,
  newClose,
  openOwnClose,
  packFile,
  prepare,
  refusal,
  seen,
  taken,
} from '../../support/node/own-close-browser.ts'

/** Months that follow each other, what is kept of them, and acts that fail. */

/** A browser with March closed and April begun. */
async function twoMonths() {
  const { own, keys, id: march } = await closedMonth()
  const id = march.split('/')[0] ?? ''
  return { own, keys, march, id, april: taken(await own.beginNext(id)) }
}

type Months = Awaited<ReturnType<typeof twoMonths>>

/** Carries what is open in April over, balances it and closes it. */
async function closeApril({ own, keys, april }: Months): Promise<void> {
  const items = taken(await own.items(april, { state: 'undecided', sort: 'id' })).map(({ name }) => name)
  const carry = { kind: 'carry', items, reason: 'invoice comes', expected: '2026-06-30' } as const
  taken(await own.decide(await seen(own, april, keys[0]), [carry]))
  const closing = { source: { EUR: '1137.50' }, target: { EUR: '1070.00' } }
  taken(await own.setBalances(await seen(own, april, keys[0]), { closing }))
  await close(own, april, keys)
}

describe('months that follow each other', () => {
  it('are not reopened while a later one is closed', async () => {
    const months = await twoMonths()
    const { own, keys, march, april } = months
    await closeApril(months)
    const [, bob] = keys
    expect(await own.reopen(await seen(own, march, bob), 'late')).toMatchObject(refusal('2026-04 is closed'))
    taken(await own.reopen(await seen(own, april, bob), 'late'))
    taken(await own.reopen(await seen(own, march, bob), 'late'))
    expect(taken(await own.month(april)).period.stale).toContain('2026-03 is open again')
  })

  it('are begun again with another edition of the one before, and lose no decision', async () => {
    const months = await twoMonths()
    const { own, keys, march, april, id } = months
    const [ada, bob] = keys
    const named = taken(await own.items(april, { state: 'undecided', sort: 'id' })).map(({ name }) => name)
    taken(await own.decide(await seen(own, april, ada), [{ kind: 'comment', items: named, note: 'ask the bank' }]))
    taken(
      await own.addFile(await seen(own, april, ada), 'target', file('april.csv', 'l9,2026-04-05,40.00,EUR,INV-3\n')),
    )
    const closing = { source: { EUR: '1137.50' }, target: { EUR: '1110.00' } }
    taken(await own.setBalances(await seen(own, april, ada), { closing }))
    expect(taken(await own.month(april)).period.stale).toBeUndefined()
    expect(await own.beginNext(id)).toMatchObject(refusal('2026-04 is not closed yet'))

    taken(await own.reopen(await seen(own, march, bob), 'a fee came late'))
    expect(await own.submit(await seen(own, april, ada))).toMatchObject(refusal('2026-03 is open again'))
    expect(await own.beginNext(id)).toMatchObject(refusal('2026-03 is open again'))
    await close(own, march, keys)
    expect(await own.submit(await seen(own, april, ada))).toMatchObject(refusal('begin it again'))
    expect(taken(await own.beginNext(id))).toBe(april)
    expect(taken(await own.decisions(april)).map(({ note }) => note)).toEqual(['ask the bank'])
    await close(own, april, keys)
    expect((await own.months(id)).map(({ name, state, edition }) => `${name} ${state} ${edition}`)).toEqual([
      '2026-04 closed 1',
      '2026-03 closed 2',
    ])
  })
})

describe('what is kept', () => {
  it('has the pack of each edition that was approved', async () => {
    const { own, keys, march } = await twoMonths()
    const approved = await (await packFile(own, march)).bytes()
    taken(await own.reopen(await seen(own, march, keys[1]), 'a fee came late'))
    expect(await taken(await own.packOfEdition(march, 1)).bytes()).toEqual(approved)
    expect(await own.packOfEdition(march, 2)).toMatchObject(refusal('edition 2 is not kept'))
  })

  it('is the state of the pack where an act was cut off before the facts', async () => {
    const closes = memoryCloses()
    let isFull = false
    const cut: typeof closes = {
      ...closes,
      write: (kept) => (isFull ? Promise.reject(new Error('no room')) : closes.write(kept)),
    }
    const own = openOwnClose(undefined, cut)
    const ada = await own.makeKey('Ada')
    const id = taken(await own.begin(newClose))
    await prepare(own, id, ada)
    const act = await seen(own, id, ada)
    isFull = true
    await expect(own.submit(act)).rejects.toThrow('no room')
    expect(taken(await own.month(id)).period.state).toBe('submitted')
    await expect(own.begin(newClose)).rejects.toThrow('no room')
    isFull = false
    taken(await own.month(id))
    expect((await closes.list()).map(({ months }) => months.map(({ state }) => state))).toEqual([['submitted']])
  })

  it('is not changed by a file that is refused', async () => {
    const closes = memoryCloses()
    const own = openOwnClose(undefined, closes)
    const ada = await own.makeKey('Ada')
    const id = taken(await own.begin(newClose))
    const before = await closes.list()
    const settings = { currency: 'EUR' }
    expect(await own.addFile(await seen(own, id, ada), 'source', { ...bank, settings })).toMatchObject({ ok: false })
    expect(await closes.list()).toEqual(before)
    const more = { ...file('more.csv', 'b4,2026-03-20,5.00,EUR,INV-4\n'), settings }
    taken(await own.addFile(await seen(own, id, ada), 'source', more))
    expect((await closes.list())[0]?.settings.source).toEqual(settings)
  })
})

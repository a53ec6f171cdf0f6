import { describe, expect, it } from 'vitest'
import {
  alteredPack,
  bank,
  books,
  close,
  closedMonth,
  file,
  memoryCloses,
  newClose,
  openOwnClose,
  packFile,
  prepare,
  preparedMonth,
  refusal,
  seen,
  taken,
} from '../../support/node/own-close-browser.ts'

/** Months that go from browser to browser as packs. */

const monthNames = async (own: Awaited<ReturnType<typeof closedMonth>>['own'], id: string) =>
  (await own.months(id.split('/')[0] ?? '')).map(({ name }) => name)

describe('the pack of a month', () => {
  it('is gone on with in another browser, and its approval comes back', async () => {
    const { own: first, id, keys } = await preparedMonth()
    const second = openOwnClose()
    const bob = await second.makeKey('Bob')
    taken(await first.submit(await seen(first, id, keys[0])))

    const other = taken(await second.beginFrom(await packFile(first, id)))
    const { period } = taken(await second.month(other))
    expect(period.state).toBe('submitted')
    taken(await second.approve(await seen(second, other, bob), period.signoffs.at(-1)?.root ?? ''))

    const next = taken(await first.beginFrom(await packFile(second, other)))
    expect(taken(await first.month(next)).period.name).toBe('2026-04')
    expect(taken(await first.month(id)).period.state).toBe('closed')
    expect(await monthNames(first, id)).toEqual(['2026-04', '2026-03'])
  })

  it('keeps nothing of an approved month that does not hold', async () => {
    const { own, id } = await closedMonth()
    const pack = await packFile(own, id)
    const closes = memoryCloses()
    const other = openOwnClose(undefined, closes)
    for (const [name, from, to] of [
      ['signoffs.ndjson', '"name":"Bob"', '"name":"Eve"'],
      ['balances.json', '"1097.5"', '"1097.4"'],
      ['notes.ndjson', /.*\n/, ''],
    ] as const) {
      const altered = await alteredPack(pack, name, (text) => text.replace(from, to))
      expect(await other.beginFrom(altered)).toMatchObject({ ok: false })
    }
    const changed = await own.beginFrom(
      await alteredPack(pack, 'balances.json', (text) => text.replace('1070', '1071')),
    )
    expect(changed).toMatchObject(refusal('balances.json'))
    expect(await closes.list()).toEqual([])
    expect(taken(await own.month(id)).period.state).toBe('closed')
  })

  it('keeps nothing of an open month whose signatures, decisions or result are others', async () => {
    const { own, id, keys } = await preparedMonth()
    const pack = await packFile(own, id)
    const closes = memoryCloses()
    const other = openOwnClose(undefined, closes)
    const altered = (name: Parameters<typeof alteredPack>[1], from: string | RegExp, to: string) =>
      alteredPack(pack, name, (text) => text.replace(from, to))
    expect(await other.beginFrom(await altered('signoffs.ndjson', '"count":2', '"count":1'))).toMatchObject(
      refusal('is not signed by its key'),
    )
    expect(await other.beginFrom(await altered('signoffs.ndjson', /.*\n/, ''))).toMatchObject(
      refusal('is signed by nobody'),
    )
    expect(await other.beginFrom(await altered('decisions.ndjson', 'bank_fee', 'interest'))).toMatchObject(
      refusal('are not those that were signed'),
    )
    expect(await other.beginFrom(await altered('source.ndjson', '"100"', '"101"'))).toMatchObject({ ok: false })
    expect(await other.beginFrom(await altered('aside.ndjson', /.*\n/, ''))).toMatchObject({ ok: false })
    taken(await own.submit(await seen(own, id, keys[0])))
    const submitted = await alteredPack(await packFile(own, id), 'balances.json', (text) =>
      text.replace('1070', '1071'),
    )
    expect(await other.beginFrom(submitted)).toMatchObject(refusal('Other files were submitted'))
    expect(await closes.list()).toEqual([])
    expect(taken(await other.beginFrom(pack))).toContain('/1')
  })

  it('is refused where this browser has more of the month', async () => {
    const own = openOwnClose()
    const ada = await own.makeKey('Ada')
    const id = taken(await own.begin(newClose))
    const begun = await packFile(own, id)
    const closing = { source: { EUR: '1097.50' }, target: { EUR: '1070.00' } }
    taken(await own.setBalances(await seen(own, id, ada), { closing }))
    expect(await own.beginFrom(begun)).toMatchObject(refusal('that the pack lacks: balances'))
    const balanced = await packFile(own, id)
    await prepare(own, id, ada)
    expect(await own.beginFrom(balanced)).toMatchObject(refusal('2026-03 that the pack lacks: decisions'))
    const decided = await packFile(own, id)
    taken(await own.submit(await seen(own, id, ada)))
    expect(await own.beginFrom(decided)).toMatchObject(refusal('that the pack lacks: signatures'))
    const submitted = await packFile(own, id)
    const more = file('more.csv', 'b4,2026-03-20,5.00,EUR,INV-4\n')
    taken(await own.addFile(await seen(own, id, ada), 'source', more))
    expect(await own.beginFrom(submitted)).toMatchObject(refusal('that the pack lacks: files'))
    expect(taken(await own.month(id)).period.state).toBe('open')
  })

  it('does not replace an approved month by one that others approved', async () => {
    const { own, id, keys } = await preparedMonth()
    const open = await packFile(own, id)
    const second = openOwnClose()
    const others = [await second.makeKey('Cid'), await second.makeKey('Dan')] as const
    const other = taken(await second.beginFrom(open))
    await close(second, other, others)
    await close(own, id, keys)
    expect(await own.beginFrom(await packFile(second, other))).toMatchObject(refusal('lacks: signatures'))
  })

  it('does not replace a month with which a later one began, unless it is the same', async () => {
    const { own, id } = await closedMonth()
    const pack = await packFile(own, id)
    const april = taken(await own.beginFrom(pack))
    expect(taken(await own.beginFrom(pack))).toBe(id)

    const second = openOwnClose()
    const dan = await second.makeKey('Dan')
    const march = taken(await second.beginFrom(pack)).replace('/2', '/1')
    taken(await second.reopen(await seen(second, march, dan), 'a fee came late'))
    expect(await own.beginFrom(await packFile(second, march))).toMatchObject(refusal('2026-04 was begun here'))
    expect(await monthNames(own, april)).toEqual(['2026-04', '2026-03'])
    expect(taken(await own.month(id)).period.state).toBe('closed')
  })
})

describe('the account of a pack', () => {
  const others = {
    ...newClose,
    files: {
      source: file('till.csv', 'b1,2026-03-02,7.00,EUR,INV-9\n'),
      target: file('till-books.csv', 'l1,2026-03-02,7.00,EUR,INV-9\n'),
    },
  }

  it('is another one where files, the statement or the rules are others, though the opening is the same', async () => {
    const own = openOwnClose()
    const id = taken(await own.begin({ ...newClose, files: { source: bank, target: books } }))
    for (const begun of [others, { ...newClose, statement: 'target' as const }]) {
      const second = openOwnClose()
      const pack = await packFile(second, taken(await second.begin(begun)))
      const place = taken(await own.beginFrom(pack))
      expect(place.split('/')[0]).not.toBe(id.split('/')[0])
      expect(taken(await own.beginFrom(pack))).toBe(place)
    }
  })

  it('is that of the kept month which it follows', async () => {
    const { own: first, id } = await closedMonth()
    const second = openOwnClose()
    const april = taken(await second.beginFrom(await packFile(first, id)))
    const place = taken(await first.beginFrom(await packFile(second, april)))
    expect(place).toBe(`${id.split('/')[0]}/2`)
    expect(await monthNames(first, id)).toEqual(['2026-04', '2026-03'])
  })

  it('is refused where the month does not begin with what the kept one hands on', async () => {
    const { own: first, id } = await closedMonth()
    const second = openOwnClose()
    const april = taken(await second.beginFrom(await packFile(first, id)))
    const altered = await alteredPack(await packFile(second, april), 'earlier.ndjson', () => '')
    expect(await first.beginFrom(altered)).toMatchObject({ ok: false })
    expect(await monthNames(first, id)).toEqual(['2026-03'])
  })
})

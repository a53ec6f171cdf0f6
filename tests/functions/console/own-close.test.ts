import { writeFileSync } from 'node:fs'
import type { OwnSigner } from '@tallystick/audit/close/own-signer'
import { afterAll, describe, expect, it } from 'vitest'
import { makeKey } from '../../../functions/cli/close/key-file.ts'
import { createOwnClose } from '../../../functions/console/engine-worker/own-close.ts'
import type {
  CloseStore,
  KeptClose,
  KeyStore,
  NamedKey,
} from '../../../functions/console/engine-worker/own-close-types.ts'
import { openRows } from '../../engine/support/open-rows.ts'
import { sha256 } from '../../engine/support/sha256.ts'
import { createScratch, runWords } from '../../support/node/command.ts'

/** A close in a browser, over stores in memory; its packs are judged by the command line. */

const scratch = createScratch()
afterAll(() => scratch.remove())

function memoryCloses(): CloseStore {
  const closes = new Map<string, KeptClose>()
  const packs = new Map<string, { revision: number; blob: Blob }>()
  return {
    list: async () => [...closes.values()],
    write: async (close) => void closes.set(close.id, structuredClone(close)),
    readPack: async (close, number) => packs.get(`${close} ${number}`),
    writePack: async (close, number, blob) => {
      const revision = (packs.get(`${close} ${number}`)?.revision ?? 0) + 1
      packs.set(`${close} ${number}`, { revision, blob })
    },
    forget: async (close) => void closes.delete(close),
    inTurn: (work) => work(),
  }
}

let keyCount = 0

function memoryKeys(): KeyStore {
  const keys = new Map<string, OwnSigner & NamedKey>()
  return {
    list: async () => [...keys.values()].map(({ publicKey, name }) => ({ publicKey, name })),
    async make(name) {
      keyCount += 1
      const { publicKey, sign } = taken(makeKey(scratch.path(`${name}-${keyCount}.pem`)))
      keys.set(publicKey, { publicKey, name, sign })
      return { publicKey, name }
    },
    take: async () => undefined,
    find: async (publicKey) => keys.get(publicKey),
  }
}

const columns = 'id,date,amount,currency,reference\n'
const file = (name: string, lines: string) => ({ file: new File([columns + lines], name), settings: {} })

const bank = file(
  'bank.csv',
  'b1,2026-03-02,100.00,EUR,INV-1\nb2,2026-03-10,-2.50,EUR,fee\nb3,2026-04-02,40.00,EUR,INV-3\n',
)
const books = file('books.csv', 'l1,2026-03-02,100.00,EUR,INV-1\nl2,2026-03-31,-30.00,EUR,cheque 7\n')

const newClose = {
  name: 'Bank 1200',
  period: { name: '2026-03', first: '2026-03-01', last: '2026-03-31' },
  statement: 'source' as const,
  policy: undefined,
  opening: {
    balances: { source: { EUR: '1000.00' }, target: { EUR: '1000.00' } },
    items: [],
  },
  files: { source: bank, target: books },
}

const taken = <Value>(
  answer: { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly faults: readonly string[] },
): Value => {
  if (!answer.ok) throw new Error(answer.faults.join('\n'))
  return answer.value
}

type Own = ReturnType<typeof createOwnClose>

const openOwnClose = (keys = memoryKeys()): Own =>
  createOwnClose({ sha256, openRows }, { closes: memoryCloses(), keys })

const seen = async (own: Own, id: string, key: NamedKey) => ({
  id,
  revision: taken(await own.month(id)).period.revision,
  key: key.publicKey,
})

/** Decides about all that is open and balances it, under the key. */
async function prepare(own: Own, id: string, key: NamedKey): Promise<void> {
  const items = taken(await own.items(id, { state: 'undecided', sort: 'id' }))
  const named = (wanted: string) => items.flatMap(({ name }) => (name.id === wanted ? [name] : []))
  taken(
    await own.decide(await seen(own, id, key), [
      { kind: 'accept', items: named('b2'), label: 'bank_fee', note: 'monthly' },
      { kind: 'carry', items: named('l2'), reason: 'cheque', expected: '2026-05-31' },
    ]),
  )
  const closing = { source: { EUR: '1097.50' }, target: { EUR: '1070.00' } }
  taken(await own.setBalances(await seen(own, id, key), { closing }))
}

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
      output: expect.stringContaining('1 open items of the source, 1 of the target'),
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

describe('the pack of a month', () => {
  it('is gone on with in another browser, and its approval comes back', async () => {
    const [first, second] = [openOwnClose(), openOwnClose()]
    const [ada, bob] = [await first.makeKey('Ada'), await second.makeKey('Bob')]
    const id = taken(await first.begin(newClose))
    await prepare(first, id, ada)
    taken(await first.submit(await seen(first, id, ada)))
    const packOf = async (own: Own, month: string) => new File([taken(await own.pack(month))], 'a.zip')

    const other = taken(await second.beginFrom(await packOf(first, id)))
    const { period } = taken(await second.month(other))
    expect(period.state).toBe('submitted')
    taken(await second.approve(await seen(second, other, bob), period.signoffs.at(-1)?.root ?? ''))

    const next = taken(await first.beginFrom(await packOf(second, other)))
    expect(taken(await first.month(next)).period.name).toBe('2026-04')
    expect(taken(await first.month(id)).period.state).toBe('closed')
    expect((await first.months(id.split('/')[0] ?? '')).map(({ name }) => name)).toEqual(['2026-04', '2026-03'])
  })

  it('is refused where it lacks decisions that this browser has', async () => {
    const own = openOwnClose()
    const ada = await own.makeKey('Ada')
    const id = taken(await own.begin(newClose))
    const before = new File([taken(await own.pack(id))], 'a.zip')
    await prepare(own, id, ada)
    expect(await own.beginFrom(before)).toMatchObject({ ok: false })
  })
})

import { readOwnPack } from '@tallystick/audit/close/follow-pack'
import type { OwnSigner } from '@tallystick/audit/close/own-signer'
import { packOfPeriod } from '@tallystick/audit/verify/period-pack'
import { utf8 } from '@tallystick/engine/base'
import { type PeriodFiles, periodFileNames } from '@tallystick/engine/close'
import { expect } from 'vitest'
import { makeKey } from '../../../functions/cli/close/key-file.ts'
import { createOwnClose } from '../../../functions/console/engine-worker/own-close.ts'
import type {
  CloseStore,
  KeptClose,
  KeyStore,
  NamedKey,
  PackPlace,
} from '../../../functions/console/engine-worker/own-close-types.ts'
import { openRows } from '../../engine/support/open-rows.ts'
import { sha256 } from '../../engine/support/sha256.ts'
import { createScratch } from './command.ts'

/** A close in a browser, over stores in memory. */

export function memoryCloses(): CloseStore {
  const closes = new Map<string, KeptClose>()
  const packs = new Map<string, { revision: number; blob: Blob }>()
  const nameOf = (close: string, { number, edition }: PackPlace): string => `${close} ${number} ${edition}`
  return {
    list: async () => [...closes.values()],
    write: async (close) => void closes.set(close.id, structuredClone(close)),
    readPack: async (close, place) => packs.get(nameOf(close, place)),
    writePack: async (close, place, blob) => {
      const revision = (packs.get(nameOf(close, place))?.revision ?? 0) + 1
      packs.set(nameOf(close, place), { revision, blob })
    },
    forget: async (close) => void closes.delete(close),
    inTurn: (work) => work(),
  }
}

function memoryKeys(): KeyStore {
  const keys = new Map<string, OwnSigner & NamedKey>()
  return {
    list: async () => [...keys.values()].map(({ publicKey, name }) => ({ publicKey, name })),
    async make(name) {
      const scratch = createScratch()
      const { publicKey, sign } = taken(makeKey(scratch.path('key.pem')))
      scratch.remove()
      keys.set(publicKey, { publicKey, name, sign })
      return { publicKey, name }
    },
    take: async () => undefined,
    find: async (publicKey) => keys.get(publicKey),
  }
}

const columns = 'id,date,amount,currency,reference\n'
export const file = (name: string, lines: string) => ({ file: new File([columns + lines], name), settings: {} })

export const bank = file(
  'bank.csv',
  'b1,2026-03-02,100.00,EUR,INV-1\nb2,2026-03-10,-2.50,EUR,fee\nb3,2026-04-02,40.00,EUR,INV-3\n',
)
export const books = file('books.csv', 'l1,2026-03-02,100.00,EUR,INV-1\nl2,2026-03-31,-30.00,EUR,cheque 7\n')

export const newClose = {
  name: 'Bank 1200',
  period: { name: '2026-03', first: '2026-03-01', last: '2026-03-31' },
  statement: 'source' as const,
  policy: undefined,
  bounds: { materiality: {}, approvalAbove: {} },
  opening: {
    balances: { source: { EUR: '1000.00' }, target: { EUR: '1000.00' } },
    items: [],
  },
  files: { source: bank, target: books },
}

export const taken = <Value>(
  answer: { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly faults: readonly string[] },
): Value => {
  if (!answer.ok) throw new Error(answer.faults.join('\n'))
  return answer.value
}

export type Own = ReturnType<typeof createOwnClose>

export const openOwnClose = (keys = memoryKeys(), closes = memoryCloses()): Own =>
  createOwnClose({ sha256, openRows }, { closes, keys })

export const seen = async (own: Own, id: string, key: NamedKey) => ({
  id,
  revision: taken(await own.month(id)).period.revision,
  key: key.publicKey,
})

/** Decides about all that is open and balances it, under the key. */
export async function prepare(own: Own, id: string, key: NamedKey): Promise<void> {
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

/** Submits the month under one key, and approves it under the other. */
export async function close(own: Own, id: string, [ada, bob]: readonly [NamedKey, NamedKey]): Promise<void> {
  taken(await own.submit(await seen(own, id, ada)))
  const { root } = taken(await own.month(id)).period.signoffs.at(-1) ?? {}
  taken(await own.approve(await seen(own, id, bob), root ?? ''))
}

/** A browser with March, decided about and balanced by Ada. */
export async function preparedMonth() {
  const own = openOwnClose()
  const keys = [await own.makeKey('Ada'), await own.makeKey('Bob')] as const
  const id = taken(await own.begin(newClose))
  await prepare(own, id, keys[0])
  return { own, id, keys }
}

/** The same, closed. */
export async function closedMonth() {
  const month = await preparedMonth()
  await close(month.own, month.id, month.keys)
  return month
}

/** What is answered where something is refused. */
export const refusal = (fault: string) => ({ ok: false, faults: [expect.stringContaining(fault)] })

export const packFile = async (own: Own, id: string): Promise<File> => new File([taken(await own.pack(id))], 'a.zip')

/** The pack with a file changed as text, which has to make a difference. */
export async function alteredPack(
  pack: File,
  name: keyof PeriodFiles,
  change: (text: string) => string,
): Promise<File> {
  const files = taken(await readOwnPack(pack))
  const after = change(files[name])
  if (after === files[name]) throw new Error(`Nothing was changed in ${name}`)
  const all = { ...files, [name]: after }
  return new File(
    [(await packOfPeriod(new Map(periodFileNames.map((each) => [each, utf8(all[each])])))).slice()],
    'b.zip',
  )
}

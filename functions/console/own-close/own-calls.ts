import type { Remote } from 'comlink'
import type { CloseCalls, Paged } from '../app/close/close-calls.ts'
import type { OwnClose } from '../engine-worker/own-close.ts'
import type { EvidenceUse, OwnAct } from '../engine-worker/own-close-types.ts'
import { openOwnClose } from '../local-run/kept-closes.ts'
import { RefusedError } from '../parts/refused-error.ts'
import { signingKey } from './own-key.ts'

/** Asks the engine worker, which keeps the closes of this browser. Throws `RefusedError`. */
export async function askOwn<Value>(ask: (own: Remote<OwnClose>) => Promise<EvidenceUse<Value>>): Promise<Value> {
  const answer = await ask(await openOwnClose())
  if (!answer.ok) throw new RefusedError(answer.faults)
  return answer.value
}

const pageSize = 100

const paged = <Item>(read: () => Promise<readonly Item[]>): Paged<Item> => ({
  async *pages() {
    const all = await read()
    for (let from = 0; from === 0 || from < all.length; from += pageSize) {
      const next = from + pageSize
      yield { items: all.slice(from, next), nextCursor: next < all.length ? String(next) : undefined }
    }
  },
})

type Seen = Pick<OwnAct, 'id' | 'revision'>

/** What was seen, under the key that signs. */
function actOn({ id, revision }: Seen): OwnAct {
  const key = signingKey.value?.publicKey
  if (key === undefined) throw new RefusedError(['Choose above whose key signs this, or make one'])
  return { id, revision, key }
}

/** The close of this browser, signed by keys of its own. */
export const ownClose: CloseCalls = {
  period: (id) => askOwn((own) => own.month(id)),
  reconciliation: (id) => askOwn((own) => own.reconciliation(id)),
  changeSettings: undefined,
  periods: (id) => paged(async () => (await openOwnClose()).months(id)),
  beginPeriod: async (id) => ({ id: await askOwn((own) => own.beginNext(id)) }),
  items: (id, filter) => paged(() => askOwn((own) => own.items(id, { ...filter, sort: filter.sort ?? 'age' }))),
  history: (id, name) => paged(() => askOwn((own) => own.history(id, name))),
  decisions: (id) => paged(() => askOwn((own) => own.decisions(id))),
  decide: async (seen, decisions) => ({ decisions: await askOwn((own) => own.decide(actOn(seen), decisions)) }),
  approveDecision: (seen, decision) => askOwn((own) => own.approveDecision(actOn(seen), decision)),
  proof: (id) => askOwn((own) => own.proof(id)),
  setBalances: (seen, balances) => askOwn((own) => own.setBalances(actOn(seen), balances)),
  async submit(seen) {
    await askOwn((own) => own.submit(actOn(seen)))
    return 'submitted'
  },
  approve: (seen, root) => askOwn((own) => own.approve(actOn(seen), root)),
  reject: (seen, reason) => askOwn((own) => own.reject(actOn(seen), reason)),
  takeBack: (seen) => askOwn((own) => own.takeBack(actOn(seen))),
  reopen: (seen, reason) => askOwn((own) => own.reopen(actOn(seen), reason)),
  journal: (id) => askOwn((own) => own.journal(id)),
  reportPage: (id) => askOwn((own) => own.report(id, 'html')),
  reportWorkbook: (id) => askOwn((own) => own.report(id, 'xlsx')),
  pack: (id) => askOwn((own) => own.pack(id)),
  packOfEdition: (id, edition) => askOwn((own) => own.packOfEdition(id, edition)),
  currencyOf: async ({ source, target }) => source.currency ?? target.currency ?? '',
  mayDo: (scope) => scope === 'evidence:read' || signingKey.value !== undefined,
  actor: () => signingKey.value?.publicKey,
  hasOwners: false,
  list: { path: '/', title: 'Reconcile' },
  reconciliationPath: (id) => `/close/${id}`,
  periodPath: (id) => `/close/${id}`,
}

type OwnFile = Parameters<OwnClose['addFile']>

/** Adds a file to a side, and runs the rules over all that the month has. */
export const addOwnFile = (seen: Seen, side: OwnFile[1], read: OwnFile[2]): Promise<null> =>
  askOwn((own) => own.addFile(actOn(seen), side, read))

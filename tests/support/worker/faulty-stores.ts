import type { Env } from '../../../functions/service/env.ts'
import { interceptDatabase } from './intercept-database.ts'

/**
 * What happens at one call of a store: it fails before anything happened; it is done and its answer is lost; nothing happens
 * and no answer comes; no answer comes, and it is done later; or the Worker ends there, so that neither this call nor a
 * later one is answered.
 */
export const faultKinds = ['before', 'after', 'silent', 'late', 'ended'] as const
export type FaultKind = (typeof faultKinds)[number]

/** The call of a store with this number has the fault, from 1 on; or each call of a store has it. */
export type StoreFault =
  | { readonly number: number; readonly kind: FaultKind }
  | { readonly store: Store; readonly kind: 'before' | 'silent' }

export type Bindings = Pick<Env, 'DB' | 'KV' | 'BUCKET' | 'RUNS' | 'UPLOADS' | 'WEBHOOKS'>
export type Store = 'd1' | 'kv' | 'r2' | 'workflow' | 'queue'

/** What each store says when it has trouble of its own. */
export const storeMessages: Readonly<Record<Store, string>> = {
  d1: 'D1_ERROR: Network connection lost.',
  kv: 'KV request failed: 500 Internal Server Error',
  r2: 'We encountered an internal error. Please try again. (10001)',
  queue: 'Queue sendBatch failed: Internal Server Error',
  workflow: 'WorkflowInternalError: Attempt failed due to internal workflows error',
}

/** The stores of a Worker, whose calls are counted once `begin` was called, and which can have a fault. */
export function faultyStores(stores: Bindings) {
  const calls: Store[] = []
  const late: (() => Promise<unknown>)[] = []
  let isCounting = false
  let isMet = false
  let fault: StoreFault | undefined
  let isEnded = false
  let end = Promise.withResolvers<void>()

  const intercept = async <Answer>(store: Store, call: () => Promise<Answer>): Promise<Answer> => {
    if (isEnded) return forever()
    if (!isCounting) return call()
    calls.push(store)
    if (fault === undefined || !('store' in fault ? fault.store === store : fault.number === calls.length))
      return call()
    isMet = true
    const { kind } = fault
    if (kind === 'after') await call()
    if (kind === 'ended') {
      isEnded = true
      end.resolve()
    }
    if (kind === 'late') late.push(call)
    if (kind === 'silent' || kind === 'late' || kind === 'ended') return forever()
    throw new Error(storeMessages[store])
  }

  return {
    stores: interceptedStores(stores, intercept),
    /** Counts from here on. */
    begin(wanted?: StoreFault) {
      calls.length = 0
      isCounting = true
      fault = wanted
      isMet = false
      isEnded = false
      end = Promise.withResolvers()
    },
    stop() {
      isCounting = false
    },
    /** The stores that were called since `begin`, in order. */
    calls,
    /** Makes the calls that come late, whatever becomes of them. */
    async land(): Promise<void> {
      for (const call of late.splice(0)) await call().catch(() => undefined)
    },
    /** Whether a call had the fault. */
    wasMet: () => isMet,
    /** Fulfilled when the Worker has ended. */
    ended: () => end.promise,
  }
}

const forever = <Answer>(): Promise<Answer> => new Promise(() => undefined)

type Intercept = <Answer>(store: Store, call: () => Promise<Answer>) => Promise<Answer>

/** Stores whose every call goes through `intercept`. */
export const interceptedStores = (
  { DB, KV, BUCKET, RUNS, UPLOADS, WEBHOOKS }: Bindings,
  intercept: Intercept,
): Bindings => ({
  DB: interceptDatabase(DB, (_, call) => intercept('d1', call)),
  KV: keyed(KV, 'kv', intercept),
  BUCKET: keyed(BUCKET, 'r2', intercept),
  RUNS: keyed(RUNS, 'workflow', intercept),
  UPLOADS: keyed(UPLOADS, 'workflow', intercept),
  WEBHOOKS: keyed(WEBHOOKS, 'queue', intercept),
})

/** `target`, whose calls go through `intercept`, as do those of the uploads and instances that it gives. */
const keyed = <Target extends object>(target: Target, store: Store, intercept: Intercept): Target =>
  new Proxy(target, {
    get(_, name) {
      const member: unknown = Reflect.get(target, name)
      if (typeof member !== 'function') return member
      if (name === 'resumeMultipartUpload')
        return (...values: unknown[]) => keyed(Reflect.apply(member, target, values), store, intercept)
      return async (...values: unknown[]) => {
        const answer: unknown = await intercept(store, async () => Reflect.apply(member, target, values))
        return givesCalls(store, String(name)) ? keyed(Object(answer), store, intercept) : answer
      }
    },
  })

const givesCalls = (store: Store, name: string): boolean =>
  store === 'workflow' ? name === 'create' || name === 'get' : name === 'createMultipartUpload'

import { perIsolate } from '../platform/isolate.ts'
import type { KeyOfTenant } from '../store/key-store.ts'

/**
 * Keys this isolate has looked up, unknown ids too, for at most 10 seconds: a revocation made elsewhere holds within
 * that time. Bounded: beyond 5,000 entries the one looked up longest ago is forgotten.
 */
export interface KeyCache {
  /** What was found under `id`, or `null` when nothing was; undefined when that is not known any more. */
  readonly get: (id: string) => KeyOfTenant | null | undefined
  /** Keeps what a look-up that began at `askedAt` has found: a slow answer may be as old as its question. */
  readonly set: (id: string, found: KeyOfTenant | null, askedAt?: number) => void
  /** Replaces what is kept of a key without making it last longer. */
  readonly amend: (id: string, found: KeyOfTenant) => void
  readonly forget: (id: string) => void
}

const lifetimeMilliseconds = 10_000
const entryCountMax = 5_000

export const keyCache = perIsolate((isolate): KeyCache => {
  const entries = new Map<string, { readonly found: KeyOfTenant | null; readonly readAt: number }>()
  return {
    get(id) {
      const entry = entries.get(id)
      if (entry === undefined) return undefined
      if (Math.abs(isolate.now() - entry.readAt) < lifetimeMilliseconds) return entry.found
      entries.delete(id)
      return undefined
    },
    set(id, found, askedAt = isolate.now()) {
      entries.delete(id)
      const oldest = entries.keys().next()
      if (entries.size >= entryCountMax && !oldest.done) entries.delete(oldest.value)
      entries.set(id, { found, readAt: askedAt })
    },
    amend(id, found) {
      const entry = entries.get(id)
      if (entry !== undefined) entries.set(id, { ...entry, found })
    },
    forget: (id) => {
      entries.delete(id)
    },
  }
})

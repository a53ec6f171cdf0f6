import { perIsolate } from '../platform/isolate.ts'
import type { KeyOfTenant } from '../store/key-store.ts'

/** The keys looked up in this isolate, also unknown ids, for 10 seconds: after this time a revocation holds here. */
interface KeyCache {
  readonly get: (id: string) => KeyOfTenant | null | undefined
  /** Caches the result of a look-up that began at `askedAt`: the answer may be as old as that. */
  readonly set: (id: string, found: KeyOfTenant | null, askedAt?: number) => void
  /** Replaces a cached key without prolonging its time in the cache. */
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

import { interceptDatabase } from './intercept-database.ts'

/** A fault of a D1 call in which any statement matches: once, unless `times` says otherwise. */
export interface Fault {
  readonly matches: RegExp
  /** Before anything happened, or after the call was committed, its answer being lost; or no answer ever comes. */
  readonly when: 'before' | 'after' | 'hang'
  readonly times?: number
  /** Calls that match and have no fault, before the first that has. */
  readonly skip?: number
  /** Called when the fault happens, before it is thrown. */
  readonly meanwhile?: () => Promise<void>
}

/** `database` with faults. A fault throws what D1 throws when the connection is lost. */
export function faultyDatabase(database: D1Database, faults: readonly Fault[]): D1Database {
  const pending = faults.map((fault) => ({ fault, left: fault.times ?? 1, skip: fault.skip ?? 0 }))
  return interceptDatabase(database, async ({ sql }, call) => {
    const found = pending.find(({ fault, left }) => left > 0 && sql.some((text) => fault.matches.test(text)))
    if (found === undefined) return call()
    if (found.skip > 0) {
      found.skip -= 1
      return call()
    }
    found.left -= 1
    if (found.fault.when === 'after') await call()
    await found.fault.meanwhile?.()
    if (found.fault.when === 'hang') return new Promise(() => undefined)
    throw new Error('D1_ERROR: Network connection lost.')
  })
}

/** `database`, whose call of this number fails: before anything happened, or after it was committed. */
export function failingDatabase(
  database: D1Database,
  { number, when }: { readonly number: number; readonly when: 'before' | 'after' },
) {
  let callCount = 0
  const failing = interceptDatabase(database, async (_, call) => {
    callCount += 1
    if (callCount !== number) return call()
    if (when === 'after') await call()
    throw new Error('D1_ERROR: Network connection lost.')
  })
  return { database: failing, callCount: () => callCount }
}

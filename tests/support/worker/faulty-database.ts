import { interceptDatabase } from './intercept-database.ts'

/** A fault of a D1 call in which any statement matches: once, unless `times` says otherwise. */
export interface Fault {
  readonly matches: RegExp
  /** Before anything happened, or after the call was committed, its answer being lost. */
  readonly when: 'before' | 'after'
  readonly times?: number
  /** Called when the fault happens, before it is thrown. */
  readonly meanwhile?: () => Promise<void>
}

/** `database` with faults. A fault throws what D1 throws when the connection is lost. */
export function faultyDatabase(database: D1Database, faults: readonly Fault[]): D1Database {
  const pending = faults.map((fault) => ({ fault, left: fault.times ?? 1 }))
  return interceptDatabase(database, async ({ sql }, call) => {
    const found = pending.find(({ fault, left }) => left > 0 && sql.some((text) => fault.matches.test(text)))
    if (found === undefined) return call()
    found.left -= 1
    if (found.fault.when === 'after') await call()
    await found.fault.meanwhile?.()
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

/** What is to go wrong at a D1 call in which any statement matches: once, unless `times` says otherwise. */
export interface Fault {
  readonly matches: RegExp
  /** Before anything happened, or after it was committed, the answer being lost. */
  readonly when: 'before' | 'after'
  readonly times?: number
  /** Called when the fault happens, before it is thrown. */
  readonly meanwhile?: () => Promise<void>
}

/** `database` with faults. A fault throws what D1 throws when the connection is lost. */
export function faultyDatabase(database: D1Database, faults: readonly Fault[]): D1Database {
  const left = new Map(faults.map((fault) => [fault, fault.times ?? 1]))
  const guard: Guard = async (sql, call) => {
    const fault = faults.find((each) => (left.get(each) ?? 0) > 0 && sql.some((text) => each.matches.test(text)))
    if (fault === undefined) return call()
    left.set(fault, (left.get(fault) ?? 0) - 1)
    if (fault.when === 'after') await call()
    await fault.meanwhile?.()
    throw new Error('D1_ERROR: Network connection lost.')
  }
  return overlay(database, {
    prepare: (sql: string) => guardStatement(database.prepare(sql), sql, guard),
    batch: (statements: readonly D1PreparedStatement[]) => {
      const known = statements.map((statement) => guarded.get(statement) ?? { sql: '', inner: statement })
      return guard(
        known.map(({ sql }) => sql),
        () => database.batch(known.map(({ inner }) => inner)),
      )
    },
  })
}

type Guard = <Result>(sql: readonly string[], call: () => Promise<Result>) => Promise<Result>

const guarded = new WeakMap<object, { readonly sql: string; readonly inner: D1PreparedStatement }>()

function guardStatement(inner: D1PreparedStatement, sql: string, guard: Guard): D1PreparedStatement {
  const statement = overlay(inner, {
    bind: (...values: unknown[]) => guardStatement(inner.bind(...values), sql, guard),
    all: () => guard([sql], () => inner.all()),
    run: () => guard([sql], () => inner.run()),
    first: () => guard([sql], () => inner.first()),
    raw: () => guard([sql], () => inner.raw()),
  })
  guarded.set(statement, { sql, inner })
  return statement
}

/** `target` with some members replaced; the others keep working on `target` itself. */
function overlay<Target extends object>(target: Target, replaced: object): Target {
  return new Proxy(target, {
    get(_, name) {
      if (Object.hasOwn(replaced, name)) return Reflect.get(replaced, name)
      const member: unknown = Reflect.get(target, name)
      return typeof member === 'function' ? member.bind(target) : member
    },
  })
}

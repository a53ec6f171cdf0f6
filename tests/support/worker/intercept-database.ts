/** One call of a database: the method, and the SQL of each of its statements. */
export interface RoundTrip {
  readonly method: 'all' | 'run' | 'first' | 'raw' | 'batch'
  readonly sql: readonly string[]
  /** The statements themselves, of the real database. */
  readonly statements: readonly D1PreparedStatement[]
}

/** Makes the call, or does something else in its place. */
export type Intercept = <Answer>(trip: RoundTrip, call: () => Promise<Answer>) => Promise<Answer>

/** `database`, every call of which goes through `intercept`. */
export function interceptDatabase(database: D1Database, intercept: Intercept): D1Database {
  const real = new WeakMap<object, { readonly sql: string; readonly statement: D1PreparedStatement }>()
  const wrap = (sql: string, statement: D1PreparedStatement): D1PreparedStatement => {
    const trip = (method: RoundTrip['method']): RoundTrip => ({ method, sql: [sql], statements: [statement] })
    const wrapped = overlay(statement, {
      bind: (...values: readonly unknown[]) => wrap(sql, statement.bind(...values)),
      all: () => intercept(trip('all'), () => statement.all()),
      run: () => intercept(trip('run'), () => statement.run()),
      first: () => intercept(trip('first'), () => statement.first()),
      raw: () => intercept(trip('raw'), () => statement.raw()),
    })
    real.set(wrapped, { sql, statement })
    return wrapped
  }
  return overlay(database, {
    prepare: (sql: string) => wrap(sql, database.prepare(sql)),
    batch: (statements: readonly D1PreparedStatement[]) => {
      const known = statements.map((statement) => real.get(statement) ?? { sql: '', statement })
      const trip = {
        method: 'batch' as const,
        sql: known.map(({ sql }) => sql),
        statements: known.map(({ statement }) => statement),
      }
      return intercept(trip, () => database.batch([...trip.statements]))
    },
  })
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

import type { Env } from '../../../functions/env.ts'
import { noteStatement } from './statements.ts'

/** One call that left the Worker for a store: a D1 round trip (a batch is one) or a KV operation. */
export interface StorageCall {
  readonly store: 'd1' | 'kv'
  readonly method: string
  /** The SQL of each statement, or the KV key or prefix. */
  readonly statements: readonly string[]
}

/** Everything the Worker asked of D1 and KV since the last `reset`. */
export interface Recorder {
  /** The bindings to give to the Worker: the real ones, watched. */
  readonly env: Env
  readonly calls: readonly StorageCall[]
  /** D1 round trips. */
  readonly roundTrips: number
  readonly rowsRead: number
  readonly rowsWritten: number
  /** Every SQL statement, in order. */
  readonly sql: readonly string[]
  readonly reset: () => void
}

/** Watches the D1 and KV of `env`. */
export function createRecorder(env: Env): Recorder {
  let calls: StorageCall[] = []
  let rowsRead = 0
  let rowsWritten = 0
  const watch: Watch = {
    call: (call) => {
      calls.push(call)
      if (call.store === 'd1') call.statements.forEach(noteStatement)
    },
    rows: (meta) => {
      rowsRead += meta.rows_read
      rowsWritten += meta.rows_written
    },
  }
  return {
    env: { ...env, DB: watchDatabase(env.DB, watch), KV: watchNamespace(env.KV, watch) },
    get calls() {
      return calls
    },
    get roundTrips() {
      return calls.filter(({ store }) => store === 'd1').length
    },
    get rowsRead() {
      return rowsRead
    },
    get rowsWritten() {
      return rowsWritten
    },
    get sql() {
      return calls.filter(({ store }) => store === 'd1').flatMap(({ statements }) => statements)
    },
    reset() {
      calls = []
      rowsRead = 0
      rowsWritten = 0
    },
  }
}

interface Watch {
  readonly call: (call: StorageCall) => void
  readonly rows: (meta: { readonly rows_read: number; readonly rows_written: number }) => void
}

/** The parts of a statement that drizzle and the stores use, with the real statement behind it. */
interface WatchedStatement {
  readonly sql: string
  readonly inner: D1PreparedStatement
}

const watchedStatements = new WeakMap<object, WatchedStatement>()

function watchDatabase(database: D1Database, watch: Watch): D1Database {
  const replaced = {
    prepare: (sql: string) => watchStatement({ sql, inner: database.prepare(sql) }, watch),
    async batch<Row>(statements: readonly D1PreparedStatement[]) {
      const watched = statements.map((statement) => watchedStatements.get(statement) ?? { sql: '', inner: statement })
      watch.call({ store: 'd1', method: 'batch', statements: watched.map(({ sql }) => sql) })
      const results = await database.batch<Row>(watched.map(({ inner }) => inner))
      for (const { meta } of results) watch.rows(meta)
      return results
    },
  }
  return overlay(database, replaced)
}

function watchStatement(statement: WatchedStatement, watch: Watch): D1PreparedStatement {
  const { sql, inner } = statement
  const note = (method: string) => watch.call({ store: 'd1', method, statements: [sql] })
  const counted = async <Row>(method: string) => {
    note(method)
    const result = await inner.all<Row>()
    watch.rows(result.meta)
    return result
  }
  const replaced = {
    bind: (...values: unknown[]) => watchStatement({ sql, inner: inner.bind(...values) }, watch),
    all: <Row>() => counted<Row>('all'),
    run: <Row>() => counted<Row>('run'),
    async first<Row>(column?: string) {
      const { results } = await counted<Record<string, Row>>('first')
      const [row] = results
      return row === undefined ? null : column === undefined ? row : row[column]
    },
    async raw() {
      note('raw')
      // What raw() gives carries no row counts: a read is made once more, unrecorded, to learn them.
      if (/^\s*select/i.test(sql)) watch.rows((await inner.all()).meta)
      return inner.raw()
    },
  }
  const watched = overlay(inner, replaced)
  watchedStatements.set(watched, statement)
  return watched
}

function watchNamespace(namespace: KVNamespace, watch: Watch): KVNamespace {
  return new Proxy(namespace, {
    get(target, method) {
      const member: unknown = Reflect.get(target, method)
      if (typeof member !== 'function') return member
      return (...parameters: readonly unknown[]) => {
        watch.call({ store: 'kv', method: String(method), statements: [JSON.stringify(parameters[0])] })
        return member.apply(target, parameters)
      }
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

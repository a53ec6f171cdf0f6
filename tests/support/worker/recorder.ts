import type { Env } from '../../../functions/service/env.ts'
import { interceptDatabase } from './intercept-database.ts'
import { noteStatement } from './statements.ts'

/** One call that left the Worker for a store: a D1 round trip (a batch is one) or an operation of KV or R2. */
export interface StorageCall {
  readonly store: 'd1' | 'kv' | 'r2'
  readonly method: string
  /** The SQL of each statement, or the key or prefix. */
  readonly statements: readonly string[]
}

/** All calls of D1, KV and R2 since the last `reset`. */
export interface Recorder {
  /** The bindings to give to the Worker: the real ones, watched. */
  readonly env: Env
  readonly calls: readonly StorageCall[]
  /** D1 round trips. */
  readonly roundTrips: number
  /** The rows that were read; asks the database for those of answers that did not say. */
  readonly rowsRead: () => Promise<number>
  readonly rowsWritten: number
  /** Every SQL statement, in order. */
  readonly sql: readonly string[]
  readonly reset: () => void
}

/** Watches the D1, KV and R2 of `env`. */
export function createRecorder(env: Env): Recorder {
  let calls: StorageCall[] = []
  let rowsRead = 0
  let uncounted: D1PreparedStatement[] = []
  let rowsWritten = 0
  const watch: Watch = {
    uncounted: (statement) => void uncounted.push(statement),
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
    env: {
      ...env,
      DB: watchDatabase(env.DB, watch),
      KV: watchKeys(env.KV, { watch, store: 'kv' }),
      BUCKET: watchKeys(env.BUCKET, { watch, store: 'r2' }),
    },
    get calls() {
      return calls
    },
    get roundTrips() {
      return calls.filter(({ store }) => store === 'd1').length
    },
    async rowsRead() {
      const answers = await Promise.all(uncounted.splice(0).map((statement) => statement.all()))
      for (const { meta } of answers) watch.rows(meta)
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
      uncounted = []
      rowsWritten = 0
    },
  }
}

interface Watch {
  /** A query whose answer has no row counts. */
  readonly uncounted: (statement: D1PreparedStatement) => void
  readonly call: (call: StorageCall) => void
  readonly rows: (meta: { readonly rows_read: number; readonly rows_written: number }) => void
}

const watchDatabase = (database: D1Database, watch: Watch): D1Database =>
  interceptDatabase(database, async ({ method, sql, statements }, call) => {
    watch.call({ store: 'd1', method, statements: sql })
    const answer = await call()
    const answers: readonly unknown[] = Array.isArray(answer) ? answer : [answer]
    for (const { meta } of answers.filter(isResult)) watch.rows(meta)
    // An answer of raw() or first() has no row counts: the query is made once more, unrecorded, where a test asks for them.
    const [statement, [text]] = [statements[0], sql]
    const isUncounted = method === 'raw' || method === 'first'
    if (isUncounted && statement && text && /^\s*select/i.test(text)) watch.uncounted(statement)
    return answer
  })

const isResult = (answer: unknown): answer is Pick<D1Result, 'meta'> =>
  typeof answer === 'object' && answer !== null && 'meta' in answer

/** A namespace or bucket, whose methods all take a key, or what stands for one, first. */
function watchKeys<Keyed extends object>(
  keyed: Keyed,
  { watch, store }: { readonly watch: Watch; readonly store: 'kv' | 'r2' },
): Keyed {
  return new Proxy(keyed, {
    get(target, method) {
      const member: unknown = Reflect.get(target, method)
      if (typeof member !== 'function') return member
      return (...parameters: readonly unknown[]) => {
        watch.call({ store, method: String(method), statements: [JSON.stringify(parameters[0])] })
        return member.apply(target, parameters)
      }
    },
  })
}

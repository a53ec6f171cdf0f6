import { currentScope } from '../platform/work-scope.ts'
import { inTime } from './answer-in-time.ts'

/**
 * A database that counts its queries and their rows in the work scope of the caller, and rejects where no answer comes in
 * time (`answer-in-time.ts`). The same database always gives the same object. D1 has no row counts for `raw`, so `raw`
 * converts an answer with named columns: no two columns of a statement may have the same name, which a test of all SQL
 * checks.
 */
export function countedDatabase(database: D1Database): D1Database {
  const known = countedByDatabase.get(database)
  if (known !== undefined) return known
  const made = replaceMembers(database, {
    prepare: (sql: string) => countedStatement(database.prepare(sql)),
    batch: async (statements: readonly D1PreparedStatement[]) => {
      const real = statements.map((statement) => realStatements.get(statement) ?? statement)
      const results = await inTime('D1', database.batch(real))
      for (const result of results) count(result)
      return results
    },
  })
  countedByDatabase.set(database, made)
  return made
}

const countedByDatabase = new WeakMap<D1Database, D1Database>()
const realStatements = new WeakMap<D1PreparedStatement, D1PreparedStatement>()

function countedStatement(statement: D1PreparedStatement): D1PreparedStatement {
  const made = replaceMembers(statement, {
    bind: (...values: readonly unknown[]) => countedStatement(statement.bind(...values)),
    run: async () => count(await inTime('D1', statement.run())),
    all: async () => count(await inTime('D1', statement.all())),
    raw: async () => count(await inTime('D1', statement.all())).results.map((row) => Object.values(row)),
  })
  realStatements.set(made, statement)
  return made
}

function count<Result extends Pick<D1Result, 'meta'>>(result: Result): Result {
  const scope = currentScope()
  if (scope === undefined) return result
  scope.queryCount += 1
  scope.rowsRead += result.meta.rows_read
  scope.rowsWritten += result.meta.rows_written
  scope.databaseBytes = result.meta.size_after
  return result
}

/** `target` with some members replaced. All other members keep `target` as their `this`. */
const replaceMembers = <Target extends object>(target: Target, members: object): Target =>
  new Proxy(target, {
    get(_, name) {
      if (Object.hasOwn(members, name)) return Reflect.get(members, name)
      const member: unknown = Reflect.get(target, name)
      return typeof member === 'function' ? member.bind(target) : member
    },
  })

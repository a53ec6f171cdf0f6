import { env } from 'cloudflare:workers'

/** A D1 whose every query fails with `message`. */
export function brokenDatabase(message: string): D1Database {
  const fail = () => Promise.reject(new Error(message))
  const statement: D1PreparedStatement = failing(env.DB.prepare('SELECT 1'), (name) =>
    name === 'bind' ? () => statement : fail,
  )
  return failing(env.DB, (name) => (name === 'prepare' ? () => statement : fail))
}

/** The D1 of the tests, which answers `callCount` round trips and then none. */
export function breakingDatabase(callCount: number): D1Database {
  let callsLeft = callCount
  const realOf = new WeakMap<object, D1PreparedStatement>()
  const spend = <Answer>(call: () => Promise<Answer>): Promise<Answer> => {
    callsLeft -= 1
    return callsLeft < 0 ? Promise.reject(new Error('D1_ERROR: Network connection lost.')) : call()
  }
  const breaking = (real: D1PreparedStatement): D1PreparedStatement => {
    const members: Record<string | symbol, unknown> = {
      bind: (...values: readonly unknown[]) => breaking(real.bind(...values)),
      all: () => spend(() => real.all()),
      run: () => spend(() => real.run()),
      raw: () => spend(() => real.raw()),
    }
    const statement = failing(real, (name) => members[name])
    realOf.set(statement, real)
    return statement
  }
  const members: Record<string | symbol, unknown> = {
    prepare: (sql: string) => breaking(env.DB.prepare(sql)),
    batch: (statements: readonly D1PreparedStatement[]) =>
      spend(() => env.DB.batch(statements.map((statement) => realOf.get(statement) ?? statement))),
  }
  return failing(env.DB, (name) => members[name])
}

/** A KV whose every call fails. */
export const brokenNamespace = (): KVNamespace => failing(env.KV, () => () => Promise.reject(new Error('KV is away')))

/** A stand-in for `target` with every member replaced by what `member` gives for its name. */
const failing = <Target extends object>(target: Target, member: (name: string | symbol) => unknown): Target =>
  new Proxy(target, { get: (_, name) => member(name) })

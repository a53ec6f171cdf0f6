import { env } from 'cloudflare:workers'
import { interceptDatabase } from './intercept-database.ts'

/** A D1 whose every query fails with `message`. */
export function brokenDatabase(message: string): D1Database {
  const fail = () => Promise.reject(new Error(message))
  const statement: D1PreparedStatement = failing(env.DB.prepare('SELECT 1'), (name) =>
    name === 'bind' ? () => statement : fail,
  )
  return failing(env.DB, (name) => (name === 'prepare' ? () => statement : fail))
}

/** The D1 of the tests, which answers `callCount` calls and then none. */
export function breakingDatabase(callCount: number): D1Database {
  let callsLeft = callCount
  return interceptDatabase(env.DB, (_, call) => {
    callsLeft -= 1
    return callsLeft < 0 ? Promise.reject(new Error('D1_ERROR: Network connection lost.')) : call()
  })
}

/** A KV whose every call fails. */
export const brokenNamespace = (): KVNamespace => failing(env.KV, () => () => Promise.reject(new Error('KV is away')))

/** An R2 whose every call fails. */
export const brokenBucket = (): R2Bucket => failing(env.BUCKET, () => () => Promise.reject(new Error('R2 is away')))

/** A stand-in for `target` with every member replaced by what `member` gives for its name. */
const failing = <Target extends object>(target: Target, member: (name: string | symbol) => unknown): Target =>
  new Proxy(target, { get: (_, name) => member(name) })

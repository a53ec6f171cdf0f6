import { env } from 'cloudflare:workers'
import { createTestApp, type TestApp } from './client.ts'

/** What happens to calls of D1 until `recover`. */
export type Loss = 'nothing' | 'everything' | 'after the next batch' | 'everything after the next batch'

export interface UnreliableApp extends Pick<TestApp, 'newTenant'> {
  readonly lose: (what: Loss) => void
  readonly recover: () => void
}

/** The app over a D1 whose connection breaks on demand: before a call, or after a batch was stored. */
export function createUnreliableApp(): UnreliableApp {
  let loss: Loss = 'nothing'
  const broken = () => Promise.reject(new Error('D1_ERROR: Network connection lost.'))
  const statement = (inner: D1PreparedStatement): D1PreparedStatement =>
    new Proxy(inner, {
      get(target, name) {
        if (name === 'bind') return (...values: unknown[]) => statement(target.bind(...values))
        if (loss === 'everything' && ['all', 'run', 'first', 'raw'].includes(String(name))) return broken
        const member: unknown = Reflect.get(target, name)
        if (name === inside) return target
        return typeof member === 'function' ? member.bind(target) : member
      },
    })
  const DB: D1Database = new Proxy(env.DB, {
    get(target, name) {
      if (name === 'prepare') return (sql: string) => statement(target.prepare(sql))
      if (name === 'batch')
        return async (statements: readonly object[]) => {
          if (loss === 'everything') return broken()
          const result = await target.batch(statements.map((wrapped) => Reflect.get(wrapped, inside)))
          if (loss === 'nothing') return result
          loss = loss === 'after the next batch' ? 'nothing' : 'everything'
          return broken()
        }
      const member: unknown = Reflect.get(target, name)
      return typeof member === 'function' ? member.bind(target) : member
    },
  })
  const { newTenant } = createTestApp({ env: { DB } })
  return {
    newTenant,
    lose: (what) => {
      loss = what
    },
    recover: () => {
      loss = 'nothing'
    },
  }
}

const inside = Symbol('the statement inside')

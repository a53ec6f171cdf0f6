import { interceptDatabase } from './intercept-database.ts'

/** `database`, calling `onRead` with the number of characters of text in the answer to each call. */
export const watchReads = (database: D1Database, onRead: (characterCount: number) => void): D1Database =>
  interceptDatabase(database, async (_, call) => {
    const answer = await call()
    onRead(charactersIn(answer))
    return answer
  })

/** `bucket`, calling `onRead` with the number of bytes in the answer to each `get`. */
export const watchObjects = (bucket: R2Bucket, onRead: (byteCount: number) => void): R2Bucket =>
  new Proxy(bucket, {
    get: (own, name) => {
      if (name !== 'get') return Reflect.get(own, name).bind(own)
      return async (key: string, options: Ranged = {}) => {
        const found = await own.get(key, options)
        onRead(found === null ? 0 : (options.range?.length ?? found.size))
        return found
      }
    },
  })

type Ranged = R2GetOptions & { readonly range?: { readonly length?: number } }

function charactersIn(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce((sum: number, each) => sum + charactersIn(each), 0)
}

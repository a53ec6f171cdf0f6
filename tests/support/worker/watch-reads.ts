import { interceptDatabase } from './intercept-database.ts'

/** `database`, calling `onRead` with the number of characters of text in the answer to each call. */
export const watchReads = (database: D1Database, onRead: (characterCount: number) => void): D1Database =>
  interceptDatabase(database, async (_, call) => {
    const answer = await call()
    onRead(charactersIn(answer))
    return answer
  })

function charactersIn(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce((sum: number, each) => sum + charactersIn(each), 0)
}

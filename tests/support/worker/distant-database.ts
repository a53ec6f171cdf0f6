import { interceptDatabase } from './intercept-database.ts'

/** `database` seen from far away: a batch takes `milliseconds` to get there, and its answer as long to come back. */
export const distantDatabase = (database: D1Database, milliseconds: number): D1Database =>
  interceptDatabase(database, async ({ method }, call) => {
    if (method !== 'batch') return call()
    await pause(milliseconds)
    const answer = await call()
    await pause(milliseconds)
    return answer
  })

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))

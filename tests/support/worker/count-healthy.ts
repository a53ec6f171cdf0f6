import type { createTestApp } from './client.ts'
import { interceptDatabase } from './intercept-database.ts'

interface Counted {
  readonly app: Pick<ReturnType<typeof createTestApp>, 'client'>
  /** Whether an answer counts by what is going on when it was asked for, and when it came; every one when left out. */
  readonly isQuiet?: () => boolean
}

/** Asks for the health of the service until `ended`, and counts the answers that came before, and while it was quiet. */
export async function countHealthy(ended: Promise<unknown>, { app, isQuiet = () => true }: Counted): Promise<number> {
  let isOver = false
  ended.finally(() => {
    isOver = true
  })
  let count = 0
  while (!isOver) {
    const wasQuiet = isQuiet()
    const { status } = await app.client.get('/api/v1/health')
    // What is watched has its turn.
    await new Promise((resolve) => setTimeout(resolve, 0))
    if (status === 200 && wasQuiet && isQuiet() && !isOver) count += 1
  }
  return count
}

/** The database, and whether no call of it is open. */
export function watchedDatabase(watched: D1Database): {
  readonly database: D1Database
  readonly isQuiet: () => boolean
} {
  let callCount = 0
  const database = interceptDatabase(watched, async (_, call) => {
    callCount += 1
    try {
      return await call()
    } finally {
      callCount -= 1
    }
  })
  return { database, isQuiet: () => callCount === 0 }
}

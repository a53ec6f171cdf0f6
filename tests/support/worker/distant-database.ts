/** `database` seen from far away: every batch takes `milliseconds` to get there, and its answer as long to come back. */
export function distantDatabase(database: D1Database, milliseconds: number): D1Database {
  const batch = async (statements: D1PreparedStatement[]) => {
    await pause(milliseconds)
    const results = await database.batch(statements)
    await pause(milliseconds)
    return results
  }
  return new Proxy(database, {
    get(_, name) {
      if (name === 'batch') return batch
      const member: unknown = Reflect.get(database, name)
      return typeof member === 'function' ? member.bind(database) : member
    },
  })
}

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))

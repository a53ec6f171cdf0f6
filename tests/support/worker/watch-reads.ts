/** `database`, telling `onRead` of the characters of text that each round trip brought. */
export function watchReads(database: D1Database, onRead: (characterCount: number) => void): D1Database {
  const told = <Answer>(answer: Answer): Answer => {
    onRead(charactersIn(answer))
    return answer
  }
  const innerOf = new WeakMap<object, D1PreparedStatement>()
  const watch = (inner: D1PreparedStatement): D1PreparedStatement => {
    const statement = overlay(inner, {
      bind: (...values: readonly unknown[]) => watch(inner.bind(...values)),
      all: async () => told(await inner.all()),
      run: async () => told(await inner.run()),
      raw: async () => told(await inner.raw()),
    })
    innerOf.set(statement, inner)
    return statement
  }
  return overlay(database, {
    prepare: (sql: string) => watch(database.prepare(sql)),
    batch: async (statements: readonly D1PreparedStatement[]) =>
      told(await database.batch(statements.map((statement) => innerOf.get(statement) ?? statement))),
  })
}

function charactersIn(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce((sum: number, each) => sum + charactersIn(each), 0)
}

/** `target` with some members replaced; the others keep working on `target` itself. */
function overlay<Target extends object>(target: Target, replaced: object): Target {
  return new Proxy(target, {
    get(_, name) {
      if (Object.hasOwn(replaced, name)) return Reflect.get(replaced, name)
      const member: unknown = Reflect.get(target, name)
      return typeof member === 'function' ? member.bind(target) : member
    },
  })
}

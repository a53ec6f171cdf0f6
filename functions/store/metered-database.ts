/** What the requests to D1 of one request have cost. */
export interface StorageUse {
  rowsRead: number
  rowsWritten: number
}

/**
 * `database`, adding to `use` what each answer says it read and wrote. Everything else behaves as before; a read that
 * joins tables is not counted, since only `raw` keeps columns of one name apart and `raw` says no figures.
 */
export function meterDatabase(database: D1Database, use: StorageUse): D1Database {
  const count = (meta: D1Meta) => {
    use.rowsRead += meta.rows_read
    use.rowsWritten += meta.rows_written
  }
  return overlay(database, {
    prepare: (sql: string) => meterStatement(database.prepare(sql), { count, isJoin: /\bjoin\b/i.test(sql) }),
    async batch<Row>(statements: readonly D1PreparedStatement[]) {
      const results = await database.batch<Row>(statements.map((statement) => innerOf.get(statement) ?? statement))
      for (const { meta } of results) count(meta)
      return results
    },
  })
}

interface Meter {
  readonly count: (meta: D1Meta) => void
  readonly isJoin: boolean
}

/** The real statement behind each metered one: a batch takes only real ones. */
const innerOf = new WeakMap<object, D1PreparedStatement>()

function meterStatement(inner: D1PreparedStatement, meter: Meter): D1PreparedStatement {
  const counted = async <Row>(answer: Promise<D1Result<Row>>) => {
    const result = await answer
    meter.count(result.meta)
    return result
  }
  const metered = overlay(inner, {
    bind: (...values: readonly unknown[]) => meterStatement(inner.bind(...values), meter),
    all: <Row>() => counted(inner.all<Row>()),
    run: <Row>() => counted(inner.run<Row>()),
    async raw() {
      if (meter.isJoin) return inner.raw()
      const { results } = await counted(inner.all())
      return results.map((row) => Object.values(row))
    },
  })
  innerOf.set(metered, inner)
  return metered
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

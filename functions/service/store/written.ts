import { is, Param, Placeholder, type Query, QueryPromise, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Database } from './database.ts'

/** Where the values of a statement stand in its text, by their names. */
export type Places<Values> = { readonly [Name in keyof Values & string]: Placeholder<Name, Values[Name]> }

/** A part of a condition: a value, or its place in a statement that is written once. */
export type Operand = string | Placeholder

/** A statement of drizzle. */
interface Unwritten<Result> {
  readonly _: { readonly dialect: 'sqlite'; readonly result: Result }
  readonly prepare: () => Written<Result>
}

interface Written<Result> {
  readonly getQuery: () => Query
  readonly execute: () => Promise<Result>
}

/** May be awaited, or go into a batch. */
export type Statement<Result> = Promise<Result> & BatchItem<'sqlite'> & Pick<Unwritten<Result>, '_'>

/**
 * A statement whose text depends on no value. Drizzle writes it once for each database, which takes as long as D1 takes to
 * execute it; what is given binds the values, none of which may be left out. Only as the values of an insertion do they have
 * the coding of their columns.
 *
 *     const findRun = written((db, at: Places<{ tenantId: string; id: string }>) =>
 *       db.select().from(runs).where(and(eq(runs.tenantId, at.tenantId), eq(runs.id, at.id))))
 *     const [run] = await findRun(db, { tenantId, id })
 */
export function written<Values extends object, Result>(
  write: (db: Database, at: Places<Values>) => Unwritten<Result>,
): (db: Database, values: Values) => Statement<Result> {
  const known = new WeakMap<Database, Template<Result>>()
  return (db, values) => {
    const template = known.get(db) ?? templateOf(write(db, placesOf(values)).prepare())
    known.set(db, template)
    return new Bound(template, new Map(Object.entries(values)))
  }
}

const placesOf = <Values extends object>(values: Values): Places<Values> =>
  Object.assign(Object.create(null), ...Object.keys(values).map((name) => ({ [name]: sql.placeholder(name) })))

type ValuesByName = ReadonlyMap<string, unknown>

interface Template<Result> {
  readonly statement: Written<Result>
  readonly query: Query
  /** What each parameter is, in order. */
  readonly parameters: readonly ((values: ValuesByName) => unknown)[]
}

function templateOf<Result>(statement: Written<Result>): Template<Result> {
  const query = statement.getQuery()
  return { statement, query, parameters: query.params.map(parameterOf) }
}

/** Drizzle's own way codes NULL as well, of which a column of JSON or flags would make a value. */
function parameterOf(param: unknown): (values: ValuesByName) => unknown {
  if (is(param, Placeholder)) return (values) => values.get(param.name)
  if (!is(param, Param) || !is(param.value, Placeholder)) return () => param
  const { name } = param.value
  return (values) => {
    const value = values.get(name)
    return value === null ? null : param.encoder.mapToDriverValue(value)
  }
}

class Bound<Result> extends QueryPromise<Result> {
  declare readonly _: Unwritten<Result>['_']
  readonly #template: Template<Result>
  readonly #values: ValuesByName

  constructor(template: Template<Result>, values: ValuesByName) {
    super()
    this.#template = template
    this.#values = values
  }

  override execute(): Promise<Result> {
    return this._prepare().execute()
  }

  /** What drizzle's `batch` asks each of its statements for. */
  _prepare(): Written<Result> {
    const { statement, query, parameters } = this.#template
    const params = parameters.map((read) => read(this.#values))
    return Object.create(statement, { query: { value: { ...query, params } } })
  }
}

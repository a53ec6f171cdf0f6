import type { Fault } from '@tallystick/schema/problem'
import { type Page, type PageParts, pageOf } from './cursor.ts'
import { ProblemError } from './problem.ts'

/** The result of `read`. Its error, which only changed values cause, becomes `records_altered`. */
export function readStored<Result>(what: string, read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    if (error instanceof ProblemError) throw error
    throw unreadable(what)
  }
}

export const unreadable = (what: string): ProblemError =>
  recordsAltered(`${what} cannot be read: it was changed after it was stored.`)

export const recordsAltered = (detail: string, faults: readonly string[] = []): ProblemError => {
  const errors: readonly Fault[] = faults.map((detail) => ({ code: 'broken_link', detail }))
  return new ProblemError('records_altered', {
    detail,
    ...(errors.length > 0 && { errors }),
  })
}

/** `altered` has the ids of changed rows, which `data` leaves out. */
export interface StoredPage<Item> extends Page<Item> {
  altered?: string[]
}

/** As `pageOf`, for a `show` that throws `records_altered` for a changed row. */
export function pageOfStored<Row extends { readonly id: string }, Item>(
  rows: readonly Row[],
  parts: PageParts<Row, Item>,
): StoredPage<Item> {
  const altered: string[] = []
  const show = (row: Row): Item[] => {
    try {
      return [parts.show(row)]
    } catch (error) {
      if (!(error instanceof ProblemError) || error.code !== 'records_altered') throw error
      altered.push(row.id)
      return []
    }
  }
  const { data, nextCursor } = pageOf(rows, { ...parts, show })
  return { data: data.flat(), nextCursor, ...(altered.length > 0 && { altered }) }
}

import type { Fault } from '@tallystick/schema/problem'
import { type Page, type PageParts, pageOf } from './cursor.ts'
import { ProblemError } from './problem.ts'

/**
 * What `read` makes of stored values. Requires a `read` that never throws for values that the service stored: whatever
 * it throws then means that they were changed, and becomes the problem `records_altered`. Errors of the database do not
 * belong in `read`.
 */
export function readStored<Result>(what: string, read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    if (error instanceof ProblemError) throw error
    throw unreadable(what)
  }
}

/** The problem for a stored value that cannot be read. */
export const unreadable = (what: string): ProblemError =>
  recordsAltered(`${what} cannot be read: it was changed after it was stored.`)

/** The problem for stored values that are not those that were stored. Each of `faults` is a sentence for a person. */
export const recordsAltered = (detail: string, faults: readonly string[] = []): ProblemError => {
  const errors: readonly Fault[] = faults.map((detail) => ({ code: 'broken_link', detail }))
  return new ProblemError('records_altered', {
    detail,
    ...(errors.length > 0 && { errors }),
  })
}

/** A page of stored rows, with the ids of those that cannot be shown: one changed row does not take the others away. */
export interface StoredPage<Item> extends Page<Item> {
  altered?: string[]
}

/** The page that `rows` make, as `pageOf` does, for rows that `show` throws `records_altered` for when they were changed. */
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

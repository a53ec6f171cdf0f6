import { runs } from '@tallystick/schema/tables'
import { type SQL, sql } from 'drizzle-orm'

/**
 * How often a run was started, in its one number `attempt`: 100 × the starts that were given back + those that count. A
 * start counts unless its executor could say that the storage failed. The number only grows, so that what an executor of
 * an earlier start still writes is never taken for that of a later one.
 */
const perRound = 100

/** The starts that count of a run with this `attempt`. */
export const startsOf = (attempt: number): number => attempt % perRound

/** The same of a row. */
export const startsInRow: SQL = sql`(${runs.attempt} % ${sql.raw(String(perRound))})`

/** `attempt` after the newest start was given back. */
export const givenBackInRow: SQL = sql`${runs.attempt} + ${sql.raw(String(perRound - 1))}`

import { runs } from '@tallystick/schema/tables'
import { type SQL, sql } from 'drizzle-orm'

/**
 * `attempt` of a run holds two numbers: 100 × the starts that were given back + the starts that count. A start counts
 * unless its executor reported that the storage failed. `attempt` only grows, so that late writes of an earlier start
 * are recognised.
 */
const perRound = 100

/** The number of starts that count. */
export const startsOf = (attempt: number): number => attempt % perRound

/** `startsOf` in SQL. */
export const startsInRow: SQL = sql`(${runs.attempt} % ${sql.raw(String(perRound))})`

/** `attempt` after the newest start was given back, in SQL. */
export const givenBackInRow: SQL = sql`${runs.attempt} + ${sql.raw(String(perRound - 1))}`

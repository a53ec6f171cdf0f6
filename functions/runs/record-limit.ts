import type { Env } from '../env.ts'
import type { Isolate } from '../platform/isolate.ts'

/** What the columns of an isolate hold with room to spare. */
const runRecordCountMax = 50_000

/**
 * Records of both sides of a run together, at most: `RUN_RECORDS_MAX` where the deployment sets it, because a request of
 * its hosting plan has little CPU time. A malformed setting, of which `/ready` tells, limits nothing.
 */
export const runRecordCountMaxOf = (env: Pick<Env, 'RUN_RECORDS_MAX'>): number =>
  env.RUN_RECORDS_MAX && isRunRecordLimit(env.RUN_RECORDS_MAX) ? Number(env.RUN_RECORDS_MAX) : runRecordCountMax

/** The same of what one request goes through itself. */
export const inlineRecordCountMaxOf = (env: Pick<Env, 'RUN_RECORDS_MAX'>, _isolate: Isolate): number =>
  runRecordCountMaxOf(env)

/** Whether the text can be `RUN_RECORDS_MAX`: a whole number from 1 to 50,000. */
export const isRunRecordLimit = (text: string): boolean =>
  /^[1-9]\d{0,4}$/.test(text) && Number(text) <= runRecordCountMax

/** Ends the sentence that refuses a run for `limit`, with the reason where the deployment set it. */
export const reasonOfLimit = (limit: number): string =>
  limit < runRecordCountMax
    ? ': a request of the hosting plan that this service runs on has no CPU time for more.'
    : '.'

import type { Env } from '../env.ts'
import type { Isolate } from './isolate.ts'
import { runLimits, runRecordCountMax } from './run-limits.ts'

type LimitSetting = Pick<Env, 'RUN_RECORDS_MAX'>

/** The highest valid setting: the columns of so many records fit an isolate with room to spare. */
const { inlineRecordCountMax } = runLimits

/** The most records of both sides of a run. A malformed `RUN_RECORDS_MAX` limits nothing; `/ready` reports it. */
export const runRecordCountMaxOf = (env: LimitSetting): number => settingOf(env) ?? runRecordCountMax

export const inlineRecordCountMaxOf = (env: LimitSetting, isolate: Pick<Isolate, 'runLimits'>): number =>
  settingOf(env) ?? isolate.runLimits.inlineRecordCountMax

/** The most records of a period, those of its opening counted. */
export const periodRecordCountMaxOf = (env: LimitSetting, isolate: Pick<Isolate, 'runLimits'>): number =>
  settingOf(env) ?? isolate.runLimits.periodRecordCountMax

/** Whether Workflows may execute runs: RUN_RECORDS_MAX stands for a hosting plan whose steps have little CPU time. */
export const takesLargeRuns = (env: LimitSetting): boolean => settingOf(env) === undefined

const settingOf = ({ RUN_RECORDS_MAX: text }: LimitSetting): number | undefined =>
  text && isRunRecordLimit(text) ? Number(text) : undefined

/** A valid `RUN_RECORDS_MAX` is a whole number from 1 to 50,000. */
export const isRunRecordLimit = (text: string): boolean =>
  /^[1-9]\d{0,4}$/.test(text) && Number(text) <= inlineRecordCountMax

/** Ends the sentence that refuses a run for `limit`, with the reason if RUN_RECORDS_MAX lowered the limit. */
export const reasonOfLimit = (limit: number): string =>
  limit < inlineRecordCountMax
    ? ': a request of the hosting plan that this service runs on has no CPU time for more.'
    : '.'

/** The most records that a period of `recordCount` may hold as items; undefined where it may hold all. */
export const itemCountMaxOf = ({ runLimits }: Pick<Isolate, 'runLimits'>, recordCount: number): number | undefined =>
  recordCount > runLimits.inlineRecordCountMax ? runLimits.periodItemCountMax : undefined

import type { OwnPeriod } from '@tallystick/audit/close/own-period'
import type { WarningFigures } from '@tallystick/audit/report/dataset-warning-words'
import type { Amounts } from '@tallystick/engine/close'
import type { BySide, Side } from '@tallystick/engine/record'
import type { PeriodReport, ReportSignoff } from '@tallystick/schema/period-report'
import type { ConfigResult } from '../read-config.ts'
import type { Terminal } from '../terminal.ts'
import type { CloseArguments } from './close-arguments.ts'
import type { CloseEnd } from './close-end.ts'

/** A period as it is now, read from its files. */
export interface OpenPeriod extends OwnPeriod {
  /** Who gave the last submission back, unless the period was submitted or reopened since. */
  readonly rejection: Pick<ReportSignoff, 'name' | 'time' | 'reason'> | undefined
  readonly report: () => Promise<ConfigResult<PeriodReport>>
}

export interface BegunPeriod {
  readonly name: string
  readonly first: string
  readonly last: string
  /** How many items were open before it. */
  readonly open: BySide<number>
}

export interface AddedFile {
  readonly side: Side
  readonly file: string
  readonly recordCount: number
  readonly warnings: readonly WarningFigures[]
}

/**
 * Where a period is, in a folder or on a service: what the verbs of `close` do there. What is refused leaves
 * decisions and signatures as they are. Each takes what it needs of the options that the place was made with.
 */
export interface PeriodPlace {
  /** Begins a period. */
  readonly start: () => Promise<ConfigResult<BegunPeriod>>
  readonly open: () => Promise<ConfigResult<OpenPeriod>>
  /** Adds the files of both sides, if there are any, and runs the rules over all that the period has. */
  readonly addFiles: () => Promise<ConfigResult<{ readonly added: readonly AddedFile[]; readonly period: OpenPeriod }>>
  /** Makes a batch of decisions, all or none of them. */
  readonly decide: () => Promise<ConfigResult<{ readonly ids: readonly string[]; readonly period: OpenPeriod }>>
  readonly giveBalances: (closing: BySide<Amounts>) => Promise<ConfigResult<OpenPeriod>>
  /** Submits the period, with reasons for what stays unexplained by currency. */
  readonly submit: (reasons: Amounts) => Promise<ConfigResult<{ readonly name: string; readonly root: string }>>
  /** Approves what was submitted. `pack` is where its pack was written; undefined where none was. */
  readonly approve: () => Promise<ConfigResult<{ readonly name: string; readonly pack: string | undefined }>>
  /** Gives what was submitted back. */
  readonly reject: (reason: string) => Promise<ConfigResult<{ readonly name: string }>>
  /** Begins the next edition of an approved period. */
  readonly reopen: (reason: string) => Promise<ConfigResult<{ readonly name: string; readonly edition: number }>>
  /** Calls `use` with the path of the period's pack or folder. */
  readonly withEvidence: <Value>(use: (path: string) => Promise<Value>) => Promise<ConfigResult<Value>>
}

/** Runs a verb over a place, and prints what came of it. */
export type PlacedVerb = (input: CloseArguments, terminal: Terminal, place: PeriodPlace) => Promise<CloseEnd>

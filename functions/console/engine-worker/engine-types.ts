import type { JsonValue } from '@tallystick/engine/base'
import type { PolicyImpact, ResultDifference } from '@tallystick/engine/explain'
import type { DatasetSummary, RowFault } from '@tallystick/engine/intake'
import type { Proposal } from '@tallystick/engine/propose'
import type { BySide, Side } from '@tallystick/engine/record'
import type { BreakReason, RunSummary, TotalsLine } from '@tallystick/engine/result'
import type { RuleWords } from '@tallystick/engine/rules'
import type { Mapping } from '@tallystick/schema/mapping'
import type { View } from '@tallystick/schema/result'
import type { LineQuery } from './line-types.ts'

/** What the page and its Web Worker tell each other: plain data, which `postMessage` can copy. */

/** How a file is read beside its content. */
export interface FileSettings {
  readonly mapping?: Mapping | undefined
  readonly currency?: string | undefined
  readonly encoding?: string | undefined
  readonly kind?: string | undefined
  readonly sheet?: string | undefined
}

/** A field of the records, the columns that it was read from, and its first values. */
export interface FieldPreview {
  /** A canonical field, or `attributes.<path>`. */
  readonly field: string
  /** None of a format without columns. */
  readonly columns: readonly string[]
  /** At most three, as they were read. */
  readonly values: readonly string[]
}

/** A file that has been read. */
export interface SidePreview {
  readonly name: string
  readonly byteCount: number
  readonly format: string
  readonly encoding: string | null
  readonly summary: Omit<DatasetSummary, 'statements'>
  readonly statementCount: number
  readonly fields: readonly FieldPreview[]
}

export type SideReading =
  | { readonly ok: true; readonly preview: SidePreview }
  | { readonly ok: false; readonly format: string; readonly faults: readonly RowFault[]; readonly readCount: number }

/** The rules of a run, as JSON of a list or of an object with `rules` and what they refer to; undefined for the built-in ones. */
export type PolicyChoice = { readonly policy: JsonValue | undefined }

/** Rules for a usual job, with what they say. */
export interface TemplateChoice {
  readonly id: string
  readonly name: string
  readonly purpose: string
  readonly words: readonly RuleWords[]
  /** As a run takes them; an empty list stands for the built-in rules. */
  readonly policy: JsonValue
}

export interface PolicyFault {
  /** RFC 6901. */
  readonly pointer: string
  readonly detail: string
}

export interface Progress {
  readonly step: string
  /** From 0 to 1. */
  readonly share: number
}

export type OnProgress = (progress: Progress) => void

export type RunStart =
  | { readonly kind: 'done'; readonly run: RunOverview }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'refused'; readonly faults: readonly PolicyFault[] }

/** Where a run that is shown came from. */
export type RunOrigin = 'local' | 'pack' | 'stored'

/** Amounts by currency, as decimals. */
export type Amounts = { readonly [currency: string]: string }

/** The breaks of one reason. */
export interface ReasonTally {
  readonly reason: BreakReason
  readonly count: number
  readonly recordCount: number
  /** What is at stake: the difference where the break has one, else what its records add up to, without signs. */
  readonly value: Amounts
  /** Days from the oldest record to the newest record of the run; null where no record has a date. */
  readonly oldestDays: number | null
}

/** What is open of the records of one day. */
export interface OpenDay {
  readonly date: string
  readonly currency: string
  readonly source: string
  readonly target: string
}

export type SpanUnit = 'day' | 'week' | 'month' | 'year'

/** What is open of one currency over time. */
export interface OpenSeries {
  readonly currency: string
  readonly unit: SpanUnit
  /** By the first day of each, in order, without gaps. */
  readonly spans: readonly ({ readonly from: string } & BySide<string>)[]
}

export interface RuleFlow {
  readonly id: string
  readonly name: string
  readonly action: string
  readonly sentences: readonly string[]
  readonly isEnabled: boolean
  /** Records that it took of either side. */
  readonly taken: BySide<number>
  /** What its matches left over of either side: items of their own, which later rules may take. */
  readonly rests: BySide<number>
  /** The view that its lines are in, and how many there are. */
  readonly view: View
  readonly lineCount: number
  /** Suggestions that it made and that nobody took. */
  readonly suggestionCount: number
}

export interface SideOverview {
  readonly name: string
  readonly recordCount: number
  readonly root: string
}

/** What the head of a result shows. */
export interface RunOverview {
  readonly id: string
  readonly origin: RunOrigin
  readonly title: string
  readonly engine: string
  readonly policyHash: string
  readonly resultRoot: string
  readonly leafCount: number
  readonly sides: BySide<SideOverview>
  readonly summary: RunSummary
  readonly totals: TotalsLine
  readonly lineCounts: { readonly [view in View]: number }
  readonly reasons: readonly ReasonTally[]
  readonly openDays: readonly OpenDay[]
  readonly openSeries: readonly OpenSeries[]
  readonly rules: readonly RuleFlow[]
  /** Open records that a suggestion names. */
  readonly suggested: BySide<number>
  /** The oldest date of any record. */
  readonly since: string | null
  /** The newest date of any record: ages are counted up to it. */
  readonly asOf: string | null
  readonly warnings: readonly string[]
  /** The rules, as JSON that a run takes. */
  readonly policy: JsonValue
}

/** What is exported of a run: a workbook, its breaks, a view as it is filtered and sorted, or its canonical lines. */
export type ExportChoice =
  | { readonly kind: 'workbook' | 'breaks' | 'lines' }
  | { readonly kind: 'view'; readonly query: LineQuery }

/** A file that the page has saved. */
export interface ExportedFile {
  readonly name: string
  readonly content: Blob
}

export { type LinePage, type LineQuery, plainQuery, type ShownLine, type SortKey, sortKeys } from './line-types.ts'
export type { BreakReason, PolicyImpact, Proposal, ResultDifference, RowFault, RuleWords, Side, View }

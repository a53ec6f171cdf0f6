import type { JsonValue } from '@tallystick/engine/base'
import type { PolicyImpact, ResultDifference } from '@tallystick/engine/explain'
import type { DatasetSummary, RowFault } from '@tallystick/engine/intake'
import type { Proposal } from '@tallystick/engine/propose'
import type { BySide, Side } from '@tallystick/engine/record'
import type { BreakReason, CauseKind, RunSummary, TotalsLine } from '@tallystick/engine/result'
import type { RuleWords } from '@tallystick/engine/rules'
import type { Mapping } from '@tallystick/schema/mapping'
import type { View } from '@tallystick/schema/result'
import type { Amounts, LineQuery, SideOverview } from './line-types.ts'
import type { balancesOf } from './statement-balances.ts'

/** Messages between the page and its Web Worker: plain data, which `postMessage` can copy. */

export interface FileSettings {
  readonly mapping?: Mapping | undefined
  readonly currency?: string | undefined
  readonly encoding?: string | undefined
  readonly kind?: string | undefined
  readonly sheet?: string | undefined
}

/** The file of a side, and how it was read. */
export interface ReadSide {
  readonly file: File
  readonly settings: FileSettings
  /** Lines that became no record, as the reader warned of them. */
  readonly leftOutCount?: number
}

export interface FieldPreview {
  /** A canonical field, or `attributes.<path>`. */
  readonly field: string
  /** Empty for a format that has no columns. */
  readonly columns: readonly string[]
  /** At most three values of the file, as they were read. */
  readonly values: readonly string[]
}

/** The first rows of a table as texts, down to its header; without a header, some rows more. Empty for other formats. */
export type Head = readonly (readonly string[])[]

export interface SidePreview {
  readonly name: string
  readonly byteCount: number
  readonly format: string
  readonly encoding: string | null
  readonly summary: Omit<DatasetSummary, 'statements'>
  readonly statementCount: number
  /** The first statements with their balances. */
  readonly statements: DatasetSummary['statements']
  readonly head: Head
  readonly fields: readonly FieldPreview[]
}

export type SideReading =
  | { readonly ok: true; readonly preview: SidePreview }
  | {
      readonly ok: false
      readonly format: string
      readonly head: Head
      readonly faults: readonly RowFault[]
      readonly readCount: number
    }

/** JSON of a list of rules, or of an object with `rules` and reference data; undefined for the built-in rules. */
export type PolicyChoice = { readonly policy: JsonValue | undefined }

export interface TemplateChoice {
  readonly id: string
  readonly name: string
  readonly purpose: string
  readonly words: readonly RuleWords[]
  /** An empty list means the built-in rules. */
  readonly policy: JsonValue
}

export interface PolicyFault {
  /** A JSON Pointer (RFC 6901) into the rules. */
  readonly pointer: string
  readonly detail: string
}

export interface Progress {
  readonly step: string
  /** The part that is done, from 0 to 1. */
  readonly ratio: number
}

export type OnProgress = (progress: Progress) => void

export type RunStart =
  | { readonly kind: 'done'; readonly run: RunOverview }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'refused'; readonly faults: readonly PolicyFault[] }

export type RunOrigin = 'local' | 'pack' | 'stored'

export interface ReasonTally {
  readonly reason: BreakReason
  readonly count: number
  readonly recordCount: number
  /** Summed over the breaks without signs: the difference of a break, or else the amounts of its records. */
  readonly value: Amounts
  /** Days from the oldest record of these breaks to the newest record of the run; null without dates. */
  readonly oldestDays: number | null
}

export interface OpenDay {
  readonly date: string
  readonly currency: string
  readonly source: string
  readonly target: string
}

export type SpanUnit = 'day' | 'week' | 'month' | 'year'

export interface OpenSeries {
  readonly currency: string
  readonly unit: SpanUnit
  /** The open amounts of each span, in order and without gaps; `from` is the first day of the span. */
  readonly spans: readonly ({ readonly from: string } & BySide<string>)[]
}

export interface RuleFlow {
  readonly id: string
  readonly name: string
  readonly action: string
  readonly sentences: readonly string[]
  readonly isEnabled: boolean
  readonly taken: BySide<number>
  /** The residuals that matches of the rule left, which later rules may take. */
  readonly residuals: BySide<number>
  readonly view: View
  readonly lineCount: number
  /** The suggestions that the rule made. Their records stay open. */
  readonly suggestionCount: number
}

/** A likely mistake in the rules or files of a run. The service has codes besides those of the engine. */
export interface ShownWarning {
  readonly code: string
  /** Absent where the warning is about both sides. */
  readonly side?: Side | undefined
  readonly detail: string
}

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
  readonly balances: BySide<ReturnType<typeof balancesOf>>
  readonly lineCounts: { readonly [view in View]: number }
  readonly reasons: readonly ReasonTally[]
  /** The values of all reasons together. */
  readonly atStake: Amounts
  /** The causes that breaks have. */
  readonly causes: readonly CauseKind[]
  readonly openDays: readonly OpenDay[]
  readonly openSeries: readonly OpenSeries[]
  readonly rules: readonly RuleFlow[]
  readonly suggested: BySide<number>
  readonly since: string | null
  /** The newest date of any record. Ages are counted up to this day. */
  readonly asOf: string | null
  readonly warnings: readonly ShownWarning[]
  readonly policy: JsonValue
}

export type ExportChoice =
  | { readonly kind: 'workbook' | 'breaks' | 'lines' }
  | { readonly kind: 'view'; readonly query: LineQuery }

export interface ExportedFile {
  readonly name: string
  readonly content: Blob
}

export {
  type Amounts,
  type LineGroup,
  type LinePage,
  type LineQuery,
  plainQuery,
  type ShownLine,
  type SortKey,
  sortKeys,
} from './line-types.ts'
export type { BreakReason, PolicyImpact, Proposal, ResultDifference, RowFault, RuleWords, Side, View }

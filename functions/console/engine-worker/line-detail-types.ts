import type { JsonValue } from '@tallystick/engine/base'
import type { CriterionOutcome, RuleChangeKind } from '@tallystick/engine/explain'
import type { BySide, Side } from '@tallystick/engine/record'
import type { View } from '@tallystick/schema/result'
import type { Amounts, PolicyFault } from './engine-types.ts'
import type { ShownLine } from './line-types.ts'

/** What the page and its Web Worker tell each other about one line: plain data. */

/** Where a line is: its view, and its place in it. */
export interface LinePlace {
  readonly view: View
  readonly position: number
}

/** A record with all that was read of it. */
export interface DetailedRecord {
  readonly side: Side
  readonly id: string
  /** Of its file the line on which it begins, or its place among the records; null of one that is in no file. */
  readonly line: number | null
  /** Whether it is what a match left over, with the values of its record. */
  readonly isRest: boolean
  /** In the order of a record; an attribute by its whole path. */
  readonly fields: readonly RecordField[]
}

export interface RecordField {
  readonly field: string
  readonly value: string
}

/** A record that came near a break, or that fits and is taken. */
export interface NearRecord {
  readonly role: 'candidate' | 'taken'
  readonly record: DetailedRecord
  /** The record of the break that it was compared with. */
  readonly own: DetailedRecord | null
  /** The match or netting that has it; its place is null where it could not be found. */
  readonly takenBy: { readonly id: string; readonly place: LinePlace | null } | null
  /** The name of the rule by which they come nearest. */
  readonly rule: string | null
  readonly outcomes: readonly CriterionOutcome[]
}

/** The rule of a line: the one that made it, or the one that came nearest to a break. */
export interface RuleOfLine {
  readonly id: string
  readonly name: string
  readonly sentences: readonly string[]
  /** From 1, among so many. */
  readonly place: number
  readonly ruleCount: number
  /** Pairs or groups that met all its criteria, and what it made of them; null for a rule that compares nothing. */
  readonly pass: { readonly candidates: number; readonly matches: number } | null
}

/** A change of one rule that would take the records of a break. */
export interface ChangeChoice {
  readonly kind: RuleChangeKind
  readonly sentence: string
  /** All rules with the change, as a run takes them: in the words of their writer where these can be kept. */
  readonly policy: JsonValue
}

/** A line with all that speaks for it. */
export interface LineDetail {
  /** The first of its rows alone. */
  readonly shown: ShownLine
  readonly rule: RuleOfLine | null
  /** The first of each side; `lineRecords` has more. */
  readonly records: BySide<readonly DetailedRecord[]>
  /** How its own records stand to the criteria of the rule; null where no rule compared them with each other. */
  readonly outcomes: readonly CriterionOutcome[] | null
  /** Criteria of the rule of a break that fail, of its own records or of the pair that came nearest; none where unknown. */
  readonly missed: readonly CriterionOutcome[]
  readonly near: readonly NearRecord[]
  /** Suggestions that name a record of the line. */
  readonly suggestions: readonly LinePlace[]
  /** The first of the matches that a duplicate repeats. */
  readonly repeats: readonly { readonly id: string; readonly place: LinePlace }[]
  readonly changes: readonly ChangeChoice[]
}

/** What is otherwise under other rules. */
export const trialKinds = ['closed', 'opened', 'gained', 'lost'] as const
export type TrialKind = (typeof trialKinds)[number]

/** A figure before and after. */
export interface Change<Value> {
  readonly before: Value
  readonly after: Value
}

/** What of one currency is matched and open on a side. */
export interface MoneyChange {
  readonly side: Side
  readonly currency: string
  readonly matched: Change<string>
  readonly open: Change<string>
}

/** What a run comes to under other rules. The worker keeps the lines, which `trialRows` reads. */
export interface ChangeTrial {
  readonly id: string
  readonly resultRoot: string
  readonly isSame: boolean
  readonly breakCount: Change<number>
  readonly matchCount: Change<number>
  readonly lists: { readonly [kind in TrialKind]: { readonly count: number; readonly amounts: Amounts } }
  /** Those that changed, by currency and side. */
  readonly money: readonly MoneyChange[]
  /** Accepted differences of all labels by currency, where they changed. */
  readonly accepted: readonly { readonly currency: string; readonly total: Change<string> }[]
  /** What turning signs changed in the matched target by currency, where it changed. */
  readonly turned: readonly { readonly currency: string; readonly total: Change<string> }[]
}

export type ChangeEnd =
  | { readonly kind: 'done'; readonly trial: ChangeTrial }
  | { readonly kind: 'refused'; readonly faults: readonly PolicyFault[] }
  | { readonly kind: 'cancelled' }

/** A line in a list of a trial. */
export interface TrialRow {
  readonly shown: ShownLine
  /** The line of the run that is shown which has its records now. */
  readonly place: LinePlace | null
}

import type { JsonValue } from '@tallystick/engine/base'
import type { CriterionOutcome, RuleChangeKind } from '@tallystick/engine/explain'
import type { BySide, Side } from '@tallystick/engine/record'
import type { View } from '@tallystick/schema/result'
import type { Amounts } from './engine-types.ts'
import type { ShownLine } from './line-types.ts'

export interface LinePlace {
  readonly view: View
  readonly position: number
}

export interface DetailedRecord {
  readonly side: Side
  readonly id: string
  /**
   * The line of the file on which the record begins, or its place among the records; null for a record that is in no
   * file.
   */
  readonly line: number | null
  /** A residual has the values of its record, but for the amount. */
  readonly isResidual: boolean
  /** In the order of a record's fields; an attribute is named by its whole path. */
  readonly fields: readonly RecordField[]
}

export interface RecordField {
  readonly field: string
  readonly value: string
}

/** A record that nearly fits the records of a break, or that fits but is already taken. */
export interface NearRecord {
  readonly role: 'candidate' | 'taken'
  readonly record: DetailedRecord
  /** The record of the break that the near record was compared with. */
  readonly own: DetailedRecord | null
  /** The match or netting that has taken the near record; `place` is null where that line was not found. */
  readonly takenBy: { readonly id: string; readonly place: LinePlace | null } | null
  /** The name of the rule that the two records come nearest to. */
  readonly rule: string | null
  readonly outcomes: readonly CriterionOutcome[]
}

/** The set that comes nearest to a record, of which the record of a break is a part. */
export interface NearestSet {
  readonly side: Side
  /** The reference of the record that the set should add up to, or else its id. */
  readonly name: string
  readonly amount: string | null
  readonly total: string
  /** As in the break of that record. */
  readonly difference: string
  /** Null where some records of the set are not known. */
  readonly recordCount: number | null
  readonly place: LinePlace | null
}

/** The rule that made a line; for a break, the rule that its records came nearest to. */
export interface RuleOfLine {
  readonly id: string
  readonly name: string
  readonly sentences: readonly string[]
  /** The place of the rule in the policy, from 1. */
  readonly place: number
  readonly ruleCount: number
  /**
   * How many pairs or groups met all criteria of the rule, and how many matches were made of them; null for a rule that
   * compares nothing.
   */
  readonly pass: { readonly candidates: number; readonly matches: number } | null
}

export interface ChangeChoice {
  readonly kind: RuleChangeKind
  readonly sentence: string
  /** All rules with the change, in the visitor's own notation where possible. */
  readonly policy: JsonValue
  readonly trial: ChangeTrial
}

export interface LineDetail {
  /** The line as the table shows it, with only the first of its rows. */
  readonly shown: ShownLine
  readonly rule: RuleOfLine | null
  readonly records: BySide<readonly DetailedRecord[]>
  /** How the records of the line meet the criteria of the rule; null where no rule compared them. */
  readonly outcomes: readonly CriterionOutcome[] | null
  /** The criteria that the records of a break fail, or else one of its near pairs; empty where unknown. */
  readonly missed: readonly CriterionOutcome[]
  readonly near: readonly NearRecord[]
  readonly nearestSet: NearestSet | null
  /** How many records have the cause of the break; 0 without a cause. */
  readonly causeCount: number
  readonly suggestions: readonly LinePlace[]
  /** For a duplicate, the first of the matches whose records it repeats. */
  readonly repeats: readonly { readonly id: string; readonly place: LinePlace }[]
}

/**
 * What other rules change: breaks that are closed, opened, or have other records than before, and matches that are gained
 * or lost.
 */
export const trialKinds = ['closed', 'opened', 'regrouped', 'gained', 'lost'] as const
export type TrialKind = (typeof trialKinds)[number]

export interface Change<Value> {
  readonly before: Value
  readonly after: Value
}

export interface MoneyChange {
  readonly side: Side
  readonly currency: string
  readonly matched: Change<string>
  readonly open: Change<string>
}

/** The outcome under other rules. The worker keeps the lines for `trialRows`. */
export interface ChangeTrial {
  readonly id: string
  readonly resultRoot: string
  readonly breakCount: Change<number>
  readonly matchCount: Change<number>
  /** How many breaks the records of breaks that were neither closed nor opened were in, and are in. */
  readonly regrouped: Change<number>
  readonly lists: { readonly [kind in TrialKind]: { readonly count: number; readonly amounts: Amounts } }
  readonly money: readonly MoneyChange[]
  /** The sum of all accepted differences by currency, for currencies where it changed. */
  readonly accepted: readonly { readonly currency: string; readonly total: Change<string> }[]
  /** By how much turned signs change the matched total of the target, for currencies where that changed. */
  readonly turned: readonly { readonly currency: string; readonly total: Change<string> }[]
}

export type ChangesEnd =
  | { readonly kind: 'done'; readonly choices: readonly ChangeChoice[]; readonly note: string | null }
  | { readonly kind: 'cancelled' }

export interface TrialRow {
  readonly shown: ShownLine
  /** The line of the open run that has the same records. */
  readonly place: LinePlace | null
}

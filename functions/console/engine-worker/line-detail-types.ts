import type { JsonValue } from '@tallystick/engine/base'
import type { CriterionOutcome, RuleChangeKind } from '@tallystick/engine/explain'
import type { BySide, Side } from '@tallystick/engine/record'
import type { View } from '@tallystick/schema/result'
import type { Amounts, PolicyFault } from './engine-types.ts'
import type { ShownLine } from './line-types.ts'

export interface LinePlace {
  readonly view: View
  readonly position: number
}

export interface DetailedRecord {
  readonly side: Side
  readonly id: string
  /** The line of its file on which it begins, or its place among the records; null where it is in no file. */
  readonly line: number | null
  /** Whether it is a residual, with the values of its record. */
  readonly isResidual: boolean
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
  /** The match or netting that has it; its place is null where it was not found. */
  readonly takenBy: { readonly id: string; readonly place: LinePlace | null } | null
  /** The name of the rule that they come nearest to. */
  readonly rule: string | null
  readonly outcomes: readonly CriterionOutcome[]
}

/** The rule that made the line, or came nearest to a break. */
export interface RuleOfLine {
  readonly id: string
  readonly name: string
  readonly sentences: readonly string[]
  /** From 1. */
  readonly place: number
  readonly ruleCount: number
  /** Pairs or groups that met all its criteria, and the matches made of them; null for a rule that compares nothing. */
  readonly pass: { readonly candidates: number; readonly matches: number } | null
}

export interface ChangeChoice {
  readonly kind: RuleChangeKind
  readonly sentence: string
  /** All rules with the change, as they were written where possible. */
  readonly policy: JsonValue
}

export interface LineDetail {
  /** Only the first of its rows. */
  readonly shown: ShownLine
  readonly rule: RuleOfLine | null
  readonly records: BySide<readonly DetailedRecord[]>
  /** How its records meet the criteria of the rule; null where no rule compared them. */
  readonly outcomes: readonly CriterionOutcome[] | null
  /** Criteria that fail for the records of a break, or for its nearest pair; empty where unknown. */
  readonly missed: readonly CriterionOutcome[]
  readonly near: readonly NearRecord[]
  readonly suggestions: readonly LinePlace[]
  /** The first matches that a duplicate repeats. */
  readonly repeats: readonly { readonly id: string; readonly place: LinePlace }[]
  readonly changes: readonly ChangeChoice[]
}

/** Breaks that are closed or opened, and matches that are gained or lost, under other rules. */
export const trialKinds = ['closed', 'opened', 'gained', 'lost'] as const
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
  readonly isSame: boolean
  readonly breakCount: Change<number>
  readonly matchCount: Change<number>
  readonly lists: { readonly [kind in TrialKind]: { readonly count: number; readonly amounts: Amounts } }
  readonly money: readonly MoneyChange[]
  /** Accepted differences of all labels by currency, where they changed. */
  readonly accepted: readonly { readonly currency: string; readonly total: Change<string> }[]
  /** The effect of turned signs on the matched target by currency, where it changed. */
  readonly turned: readonly { readonly currency: string; readonly total: Change<string> }[]
}

export type ChangeEnd =
  | { readonly kind: 'done'; readonly trial: ChangeTrial }
  | { readonly kind: 'refused'; readonly faults: readonly PolicyFault[] }
  | { readonly kind: 'cancelled' }

export interface TrialRow {
  readonly shown: ShownLine
  /** The line of the open run that has its records. */
  readonly place: LinePlace | null
}

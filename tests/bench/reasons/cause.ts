import type { BreakHint } from '../../../engine/result/line.ts'

/** What is true of a record that a run leaves open: known from how the record was made, never from what the engine says. */
export interface Cause {
  /** Each of these by itself names the cause. */
  readonly sayings: readonly Saying[]
  /** The sizes of differences, in cents, that may be stated. Empty where the amounts are not at fault. */
  readonly differences: readonly number[]
  readonly hints: readonly BreakHint[]
}

export type Saying =
  /** That the other side has no such record. */
  | { readonly kind: 'absent' }
  /** Points to the partner. */
  | { readonly kind: 'partner' }
  /** Points to the partner, and to one of the fields in which the two differ. */
  | { readonly kind: 'differs'; readonly fields: readonly string[] }
  /** Points to the records of a sum, and says by how much they miss it. */
  | { readonly kind: 'sum' }
  /** Points to the records of a text that lists them, and says that a key is missing. */
  | { readonly kind: 'listed' }
  /** That the record is there more than once. */
  | { readonly kind: 'repeat' }
  /** Has or points to all records of the event, which are equally near. */
  | { readonly kind: 'tie' }
  /** That a side has several records where the rule allows one. */
  | { readonly kind: 'several' }
  /** That it is a record of this kind or of these days. */
  | { readonly kind: 'mark'; readonly mark: Mark }

export const marks = ['one_side', 'same_day', 'before_other', 'after_other', 'counterparty', 'type'] as const
export type Mark = (typeof marks)[number]

const nothing: Cause = { sayings: [], differences: [], hints: [] }

/** Nothing is wrong: whatever points to the partner is an answer. */
export const clean: Cause = { ...nothing, sayings: [{ kind: 'partner' }] }

/** The other side has no such record. */
export const absent: Cause = { ...nothing, sayings: [{ kind: 'absent' }] }

/** The record is outside the days of the other file, which has to be said. */
export const outside = (mark: Mark): Cause => ({ ...nothing, sayings: [{ kind: 'mark', mark }] })

interface Details {
  readonly by?: readonly number[]
  readonly hints?: readonly BreakHint[]
}

/** The partner is there, and differs in these fields. */
export const differs = (fields: readonly string[], { by = [], hints = [] }: Details = {}): Cause => ({
  ...nothing,
  sayings: [{ kind: 'differs', fields }],
  differences: by,
  hints,
})

/** The records of a sum miss it by one of these differences. */
export const misses = (...by: readonly number[]): Cause => ({ ...nothing, sayings: [{ kind: 'sum' }], differences: by })

/** The record is there more than once. */
export const repeated: Cause = { ...nothing, sayings: [{ kind: 'repeat' }] }

/** Several records are equally near, and nothing tells them apart. */
export const tied: Cause = { ...nothing, sayings: [{ kind: 'tie' }] }

/** The other side has no such record, and this one takes back another by the same amount. */
export const takesBack = (cents: number): Cause => ({
  ...absent,
  differences: [2 * Math.abs(cents)],
  hints: ['opposite_sign'],
})

/** Several records of a side belong to one sum. */
export const inParts = (...by: readonly number[]): Cause =>
  either({ ...nothing, sayings: [{ kind: 'several' }] }, misses(...by))

/** Either cause is an answer. */
export const either = (first: Cause, second: Cause): Cause => ({
  sayings: [...first.sayings, ...second.sayings],
  differences: [...first.differences, ...second.differences],
  hints: [...first.hints, ...second.hints],
})

/** A key of the list is missing or unreadable. */
export const lacksKey = (...by: readonly number[]): Cause =>
  either({ ...nothing, sayings: [{ kind: 'listed' }] }, misses(...by))

/** Effective; the policy's hash covers it. */
export interface ReferenceData {
  /** By name. Days are business days unless they are of the weekend or a holiday. */
  readonly calendars: { readonly [name: string]: Calendar }
  /** By (from, to, date), ascending; no pair has two rates on a day. */
  readonly rates: readonly Rate[]
  /** By name: key → value, for the step `lookup`. */
  readonly tables: { readonly [name: string]: { readonly [key: string]: string } }
}

// Calendars and rates are types, since an interface does not pass for JSON.

export type Calendar = {
  readonly weekend: readonly Weekday[]
  /** ISO dates, ascending. The calendar knows the years from that of the first to that of the last. */
  readonly holidays: readonly string[]
}

export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
type Weekday = (typeof weekdays)[number]

/** One unit of `from` is `rate` units of `to` on a day. */
export type Rate = {
  readonly from: string
  readonly to: string
  readonly date: string
  /** Above 0. */
  readonly rate: string
  readonly source?: string
}

export const noReferenceData: ReferenceData = { calendars: {}, rates: [], tables: {} }

/** Entries and holidays are counted over all tables and calendars together. */
export const referenceDataLimits = {
  tables: 20,
  tableEntries: 50_000,
  rates: 50_000,
  calendars: 20,
  holidays: 4_000,
} as const

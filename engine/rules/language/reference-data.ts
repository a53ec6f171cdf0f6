import type { BySide } from '../../record/side.ts'

/** Tables, rates, calendars and signs in effective form. The hash of the policy covers them. */
export interface ReferenceData {
  /** By name. All days but weekends and holidays are business days. */
  readonly calendars: { readonly [name: string]: Calendar }
  /** In ascending order of (from, to, date). A pair of currencies has one rate a day. */
  readonly rates: readonly Rate[]
  /** By name: key → value, for the step `lookup`. */
  readonly tables: { readonly [name: string]: { readonly [key: string]: string } }
  readonly signs: Signs
}

export const sideSigns = ['as-is', 'turned'] as const

/** How rules see the amounts of a side: as the records have them, or with their signs changed. */
export type Signs = BySide<(typeof sideSigns)[number]>

// Calendars and rates are type aliases, not interfaces: TypeScript does not accept an interface as JSON.

export type Calendar = {
  readonly weekend: readonly Weekday[]
  /** ISO dates, ascending. The calendar knows the years from the first holiday's to the last one's. */
  readonly holidays: readonly string[]
}

export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
type Weekday = (typeof weekdays)[number]

/** On `date` one unit of `from` is worth `rate` units of `to`. */
export type Rate = {
  readonly from: string
  readonly to: string
  readonly date: string
  /** Above 0. */
  readonly rate: string
  readonly source?: string
}

const signsAsRead: Signs = { source: 'as-is', target: 'as-is' }

export const noReferenceData: ReferenceData = { calendars: {}, rates: [], tables: {}, signs: signsAsRead }

/** Entries and holidays are counted over all tables and calendars of a policy together. */
export const referenceDataLimits = {
  tables: 20,
  tableEntries: 50_000,
  rates: 50_000,
  calendars: 20,
  holidays: 4_000,
} as const

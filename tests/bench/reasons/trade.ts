import type { RuleInput, RuleSetInput } from '../../../engine/rules/language/written-form.ts'
import type { Chance } from '../../engine/propose/pairs/chance.ts'
import type { Business } from '../../engine/propose/pairs/names.ts'
import type { Cause } from './cause.ts'
import type { Entry } from './entry.ts'

/** A pair of systems: how both write what matches, and the rules that a sensible person writes for them. */
export interface Trade {
  readonly rules: readonly RuleInput[]
  readonly referenceData?: RuleSetInput['referenceData']
  /** What belongs together and matches under these rules. */
  readonly deal: (draw: Draw) => Deal
}

/** What a deal is made of. The amount of a deal with an event is that of no other event. */
export interface Draw {
  readonly chance: Chance
  readonly cents: () => number
  readonly day: () => number
  readonly business: () => Business
  readonly number: () => number
}

export interface Deal {
  readonly source: readonly Entry[]
  readonly target: readonly Entry[]
}

/** Records that have one cause. */
export interface Event extends Draw {
  /** First and last day of the period that both files cover. */
  readonly first: number
  readonly last: number
  readonly deal: () => Deal
  /** Adds a record to a side with what is true of it, and returns its id. */
  readonly source: (entry: Entry, cause: Cause) => string
  readonly target: (entry: Entry, cause: Cause) => string
  /** Further records, which match and have nothing to do with these. */
  readonly another: () => Pick<Event, 'source' | 'target'>
  /** Says that of records that are there more than once this one is the partner. */
  readonly likely: (id: string) => void
}

/** One way for records to stay open. */
export interface Kind {
  readonly name: string
  readonly trade: string
  readonly make: (event: Event) => void
}

/** The only entry of a side, or the first one. */
export function firstOf(entries: readonly Entry[]): Entry {
  const [first] = entries
  if (first === undefined) throw new Error('A side of a deal has an entry')
  return first
}

/** Kinds of one trade by their names. */
export const kindsOf = (trade: string, makes: { readonly [name: string]: (event: Event) => void }): readonly Kind[] =>
  Object.entries(makes).map(([name, make]) => ({ name, trade, make }))

/** A kind whose deals have one entry a side. */
export const ofPair =
  (make: (event: Event, pair: { readonly source: Entry; readonly target: Entry }) => void) =>
  (event: Event): void => {
    const { source, target } = event.deal()
    make(event, { source: firstOf(source), target: firstOf(target) })
  }

import { canonicalize } from '../base/canonical.ts'
import type { Sha256 } from '../base/hasher.ts'
import {
  hasOnlyMembers,
  isCount,
  isHash,
  isObject,
  isText,
  orAbsent,
  parseLine,
  parseShape,
  type ValueTest,
} from '../base/json-shape.ts'
import type { Parsed } from '../base/parsed.ts'
import { hashOfLine } from '../merkle/tree.ts'
import { type CanonicalRecord, dateFields, decimalFields, textFields } from '../record/record.ts'
import type { Side } from '../record/side.ts'
import type { Amounts } from './currency-sums.ts'
import { type ItemName, isSide } from './item-name.ts'
import { isAmounts, isDay, isDecimal } from './shape-tests.ts'

/** What one period hands on to the next: a header, then its open items by side, id, part and leaf. */

export type OpeningHeader = {
  readonly kind: 'tallystick/opening@1'
  /** The name of the period that begins with it. */
  readonly period: string
  /** The balances with which the period begins. */
  readonly balances: AmountsBySide
  /** Sums since the first opening, as each side states them. */
  readonly excluded: AmountsBySide
  /** What matches labelled `fx` moved between currencies since the first opening, as source − t · target. */
  readonly exchanged: Amounts
}

type AmountsBySide = { readonly source: Amounts; readonly target: Amounts }

export const openStates = ['undecided', 'carried', 'accepted'] as const
export type OpenState = (typeof openStates)[number]

export type OpeningItem = {
  readonly kind: 'tallystick/opening-item@1'
  readonly side: Side
  /** The root of the part that the record was first read from. */
  readonly part: string
  readonly record: CanonicalRecord
  readonly firstSeen: FirstSeen
  readonly chain?: Chain
  readonly state: OpenState
  readonly label?: string
  readonly decision?: string
  readonly owner?: string
  readonly expected?: string
}

export type FirstSeen = { readonly period: string; readonly date: string }

/** A record and the residuals that matches left of it. Absent for a record that left none. */
export type Chain = {
  /** Id and leaf of the record that is no residual. */
  readonly id: string
  readonly leaf: string
  /** The highest number that a residual of the chain ever had: 2 after `inv7~2`. */
  readonly number: number
}

export const nameOfOpening = (sha256: Sha256, { side, part, record }: OpeningItem): ItemName => ({
  side,
  root: part,
  id: record.id,
  leaf: leafOfRecord(sha256, record),
})

/** The leaf hash of the record's canonical line, in hex. */
export const leafOfRecord = (sha256: Sha256, record: CanonicalRecord): string =>
  hashOfLine(sha256, canonicalize(record))

/** `{"firstSeen":{…},"kind":"tallystick/opening-item@1","part":"…","record":{…},"side":"source","state":"undecided"}` */
export const formatOpening = (line: OpeningHeader | OpeningItem): string => canonicalize(line)

export const parseOpeningHeader = (line: string): Parsed<OpeningHeader> =>
  parseShape<OpeningHeader>(line, 'the header of an opening', headerTests)

export const parseOpeningItem = (line: string): Parsed<OpeningItem> =>
  parseShape<OpeningItem>(line, 'an open item', itemTests)

const isAmountsBySide = hasOnlyMembers({ source: isAmounts, target: isAmounts })

const headerTests = {
  kind: (value) => value === 'tallystick/opening@1',
  period: isText,
  balances: isAmountsBySide,
  excluded: isAmountsBySide,
  exchanged: isAmounts,
} satisfies { readonly [name in keyof OpeningHeader]: ValueTest }

const each = (fields: readonly string[], test: ValueTest) =>
  Object.fromEntries(fields.map((field) => [field, orAbsent(test)]))

export const isRecord: ValueTest = hasOnlyMembers({
  id: isText,
  currency: orAbsent(isText),
  attributes: orAbsent(isObject),
  ...each(decimalFields, isDecimal),
  ...each(dateFields, isDay),
  ...each(textFields, isText),
})

/** Undefined for a line that is no canonical record. */
export function recordIn(line: string): CanonicalRecord | undefined {
  const value = parseLine(line)
  return isRecord(value) ? (value as CanonicalRecord) : undefined
}

const itemTests = {
  kind: (value) => value === 'tallystick/opening-item@1',
  side: isSide,
  part: isHash,
  record: isRecord,
  firstSeen: hasOnlyMembers({ period: isText, date: isDay }),
  chain: orAbsent(hasOnlyMembers({ id: isText, leaf: isHash, number: isCount })),
  state: (value) => openStates.some((state) => state === value),
  label: orAbsent(isText),
  decision: orAbsent(isText),
  owner: orAbsent(isText),
  expected: orAbsent(isDay),
} satisfies { readonly [name in keyof OpeningItem]-?: ValueTest }

import { canonicalize, type JsonValue } from '../base/canonical.ts'
import {
  hasOnlyMembers,
  isHash,
  isListOf,
  isText,
  isTimestamp,
  orAbsent,
  orNull,
  parseShape,
  type ValueTest,
} from '../base/json-shape.ts'
import { type Parsed, refused } from '../base/parsed.ts'
import { type ItemName, isItemName } from './item-name.ts'
import { isDay, isDecimal } from './shape-tests.ts'

/** What somebody said of open items, of a match or of another decision. A decision never changes; another follows it. */

/** What may be decided together; approving one of them is an act of its own. */
export const askedKinds = [
  'match',
  'accept',
  'carry',
  'unmatch',
  'keep',
  'withdraw',
  'assign',
  'comment',
  'flag',
  'reopen',
  'acknowledge',
] as const
export const decisionKinds = [...askedKinds, 'approve'] as const
export type DecisionKind = (typeof decisionKinds)[number]

export type DecisionLine = {
  readonly id: string
  readonly kind: DecisionKind
  readonly actor: string
  readonly time: string
  readonly items?: readonly ItemName[]
  /**
   * Of `accept`: the difference of its items, as an amount of the statement. The items are matched, and the difference
   * becomes an adjustment. Without an amount each item becomes an adjustment.
   */
  readonly amount?: string
  /** Of a `match` labelled `fx`: the sums of both sides, each in one currency. */
  readonly amounts?: { readonly source: string; readonly target: string }
  readonly label?: string
  readonly reason?: string
  /** Of `carry`: the last day on which the item is legitimately open. */
  readonly expected?: string
  /** Of `assign`: null takes the owner away. */
  readonly owner?: string | null
  /** SHA-256 of the note's text. */
  readonly note?: string
  /** SHA-256 of attachments. */
  readonly files?: readonly string[]
  /** The decision that this one reopens, acknowledges or approves. */
  readonly follows?: string
}

export const itemCountMax = 1_000
export const fileCountMax = 5

/** `{"actor":"mbr_1","id":"dcn_1","items":[…],"kind":"carry","expected":"2026-04-15","reason":"cheque",…}` */
export const formatDecision = (line: DecisionLine): string => canonicalize(line)

/** Reads a canonical line. Refuses a member that its kind does not have, and the lack of one that it needs. */
export function parseDecision(line: string): Parsed<DecisionLine> {
  const read = parseShape<DecisionLine>(line, 'a decision', tests)
  if (!read.ok) return read
  const { kind } = read.value
  const { needs, mayHave } = membersByKind[kind]
  const names = Object.keys(read.value).filter((name) => !ofEveryKind.includes(name))
  const absent = needs.find((name) => !names.includes(name))
  if (absent !== undefined) return refused(`Got a decision of kind ${kind} without "${absent}"`)
  const foreign = names.find((name) => !needs.includes(name) && !mayHave.includes(name))
  if (foreign !== undefined) return refused(`Got a decision of kind ${kind} with "${foreign}"`)
  const isExchange = read.value.amounts !== undefined
  if (kind === 'match' && isExchange !== (read.value.label === 'fx'))
    return refused('Got a match with one of "amounts" and the label "fx", wanted both or neither')
  return read
}

const ofEveryKind: readonly string[] = ['id', 'kind', 'actor', 'time']

interface Members {
  readonly needs: readonly string[]
  readonly mayHave: readonly string[]
}

const membersByKind: { readonly [kind in DecisionKind]: Members } = {
  match: { needs: ['items'], mayHave: ['amounts', 'label', 'reason', 'note'] },
  accept: { needs: ['items', 'label'], mayHave: ['amount', 'reason', 'note'] },
  carry: { needs: ['items', 'reason', 'expected'], mayHave: ['note'] },
  unmatch: { needs: ['items'], mayHave: ['reason', 'note'] },
  keep: { needs: ['items'], mayHave: ['reason', 'note'] },
  withdraw: { needs: ['items', 'reason'], mayHave: ['note'] },
  assign: { needs: ['items', 'owner'], mayHave: ['note'] },
  comment: { needs: ['items', 'note'], mayHave: ['files'] },
  flag: { needs: ['items'], mayHave: ['note'] },
  reopen: { needs: ['follows'], mayHave: ['reason', 'note'] },
  acknowledge: { needs: ['follows'], mayHave: ['note'] },
  approve: { needs: ['follows'], mayHave: ['note'] },
}

/** A label is part of an item's id, as in `fee~2026-03`. */
const isLabel: ValueTest = (value) => isText(value) && /^[a-z0-9][a-z0-9_-]{0,39}$/.test(value)

const isItems: ValueTest = (value) =>
  isListOf(isItemName)(value) &&
  Array.isArray(value) &&
  value.length > 0 &&
  value.length <= itemCountMax &&
  isSet(value)

const isSet = (values: readonly JsonValue[]): boolean => new Set(values.map(canonicalize)).size === values.length

const tests = {
  id: isText,
  kind: (value) => decisionKinds.some((kind) => kind === value),
  actor: isText,
  time: isTimestamp,
  items: orAbsent(isItems),
  amount: orAbsent(isDecimal),
  amounts: orAbsent(hasOnlyMembers({ source: isDecimal, target: isDecimal })),
  label: orAbsent(isLabel),
  reason: orAbsent(isText),
  expected: orAbsent(isDay),
  owner: orAbsent(orNull(isText)),
  note: orAbsent(isHash),
  files: orAbsent((value) => isListOf(isHash)(value) && Array.isArray(value) && value.length <= fileCountMax),
  follows: orAbsent(isText),
} satisfies { readonly [name in keyof DecisionLine]-?: ValueTest }

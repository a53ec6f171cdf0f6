import type { JsonValue } from '../../../engine/base/canonical.ts'
import type { CanonicalRecord } from '../../../engine/record/record.ts'
import type { ReferenceDataInput, Rule } from '../../../engine/rules/language/language.ts'
import { type Comparison, comparisonsOf } from './comparison.ts'
import type { Fraction } from './fraction.ts'
import type { OracleLimits } from './oracle-case.ts'
import { compareText } from './text.ts'
import { type Both, type Side, sides } from './values.ts'

/** What has become of the records so far, and what the rules found. */

export type Records = readonly CanonicalRecord[]

/** A line of the result, before it is written. */
export type Line = { readonly [member: string]: JsonValue }

/** An effective rule with its criteria, ready to compare. */
export interface Policy {
  readonly rule: Rule
  readonly comparisons: readonly Comparison[]
  /** All records of the run. */
  readonly all: Both<Records>
  /** The same with what matches left unsettled, which a decision may leave on a side that lacks its counterparty. */
  readonly withRests: Both<Records>
}

export interface Match extends Both<Records> {
  readonly policy: Policy
  readonly interchangeable: boolean
  readonly ambiguous: boolean
  /** Of a match by hand, which no rule made. */
  readonly decided?: {
    readonly decision: string
    readonly isTurned: boolean
    readonly rest: { readonly side: Side; readonly item: CanonicalRecord; readonly amount: Fraction } | undefined
  }
}

/** Something that a rule found and did not claim, or an ambiguity under review, which holds its records. */
export interface Finding extends Both<Records> {
  readonly policy: Policy
  readonly reason: 'ambiguous' | 'sum_mismatch' | 'subset_limit' | 'group_too_large'
  readonly isHeld: boolean
  readonly candidates: readonly Both<CanonicalRecord>[]
  /** Whether a 1-side has more than one record, so that sums were not compared. */
  readonly isOneSideCount?: boolean
  /** Of an anchor that no set adds up to: what it may choose from, twins together. */
  readonly shortfall?: {
    readonly items: Records
    readonly sum: NonNullable<Rule['sum']>
    readonly nodes: readonly { readonly records: CanonicalRecord[] }[]
  }
  /** Of `group_too_large`: what there is too much of. */
  readonly work?: { readonly needed: number; readonly limit: number; readonly by: string }
}

/** Twins that were left over beside `repeats`. */
export interface Surplus extends Both<Records> {
  readonly counts: Both<number>
  readonly repeats: readonly Match[]
}

export interface Exclusion {
  readonly rule: Rule
  readonly side: Side
  readonly record: CanonicalRecord
}

/** What a match left unsettled of its `origin`, as a record of its own. */
export interface Rest {
  readonly match: Match
  readonly policy: Policy
  readonly side: Side
  readonly origin: CanonicalRecord
  readonly item: CanonicalRecord
  readonly amount: Fraction
}

export interface World {
  readonly all: Both<CanonicalRecord[]>
  /** Every rule of the run, and those that are enabled. */
  readonly rules: readonly Rule[]
  readonly policies: readonly Policy[]
  readonly open: Both<Set<CanonicalRecord>>
  readonly matches: Match[]
  /** What netting rules took: positive amounts as source, negative ones as target, all of the rule's side. */
  readonly nettings: Match[]
  readonly suggestions: Match[]
  readonly findings: Finding[]
  readonly surpluses: Surplus[]
  readonly exclusions: Exclusion[]
  readonly rests: Rest[]
  /** No claim may hold records of both halves. */
  readonly apart: (readonly [Set<CanonicalRecord>, Set<CanonicalRecord>])[]
  readonly limits?: OracleLimits | undefined
  /** Open records that the rule at hand does not see. */
  readonly hidden: Set<CanonicalRecord>
}

/** A run before its first rule. */
export function createWorld(
  source: Records,
  target: Records,
  { rules, reference = {} }: { readonly rules: readonly Rule[]; readonly reference?: ReferenceDataInput | undefined },
): World {
  const all = { source: [...source], target: [...target] }
  return {
    all,
    rules,
    policies: rules
      .filter(({ enabled }) => enabled)
      .map((rule) => ({ rule, comparisons: comparisonsOf(rule, reference), all: { source, target }, withRests: all })),
    open: { source: new Set(source), target: new Set(target) },
    matches: [],
    nettings: [],
    suggestions: [],
    findings: [],
    surpluses: [],
    exclusions: [],
    rests: [],
    apart: [],
    hidden: new Set(),
  }
}

/** The world as a rule meets it: for netting both sides are the one side of the rule. */
export function metBy(world: World, { rule: { side } }: Policy): World {
  if (side === undefined) return world
  const [all, open] = [world.all[side], world.open[side]]
  return {
    ...world,
    all: { source: all, target: all },
    open: { source: open, target: open },
    matches: world.nettings,
    surpluses: [],
  }
}

/** Records by the sides that they are really of. */
export function onSides({ rule: { side } }: Policy, { source, target }: Both<Records>): Both<Records> {
  if (side === undefined) return { source, target }
  const records = [...source, ...target]
  return side === 'source' ? { source: records, target: [] } : { source: [], target: records }
}

export const byId = (records: Iterable<CanonicalRecord>): CanonicalRecord[] =>
  [...records].sort((a, b) => compareText(a.id, b.id))

export const idsOf = (records: Iterable<CanonicalRecord>): string[] => byId(records).map(({ id }) => id)

/** Adds a match, or a suggestion where the rule only suggests. A match's records are gone for everything after. */
export function claim(world: World, policy: Policy, found: Omit<Match, 'policy'>): Match {
  const match = { ...found, policy }
  if (policy.rule.action === 'suggest') world.suggestions.push(match)
  else {
    world.matches.push(match)
    close(world, match)
  }
  return match
}

/** Holds the records of an ambiguity under review; the others are only remembered. */
export function find(world: World, policy: Policy, found: Omit<Finding, 'policy' | 'isHeld'>): void {
  const isHeld = found.reason === 'ambiguous' && policy.rule.ambiguous === 'review'
  world.findings.push({ ...found, policy, isHeld })
  if (isHeld) close(world, found)
}

export function close(world: World, records: Both<Records>): void {
  for (const side of sides) for (const record of records[side]) world.open[side].delete(record)
}

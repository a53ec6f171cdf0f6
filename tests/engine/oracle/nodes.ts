import type { CanonicalRecord } from '../../../engine/record/record.ts'
import type { Rule } from '../../../engine/rules/language/language.ts'
import { takesPart } from './filters.ts'
import { marksOf } from './kept-apart.ts'
import { compareTexts } from './text.ts'
import { canonicalNames, fieldsOf, isAttribute, rawText, type Side, sides } from './values.ts'
import type { Policy, World } from './world.ts'

/** Twins: records of one side that no rule can tell apart, in the order in which they pair off. Taken ones leave. */
export interface Node {
  readonly records: CanonicalRecord[]
}

/** The open records of a side that take part in a rule. */
export const partakers = (world: World, { rule }: Policy, side: Side): CanonicalRecord[] =>
  inTwinOrder(world.open[side]).filter((record) => !world.hidden.has(record) && takesPart(rule, side, record))

/** The same as nodes. */
export function nodesOf(world: World, policy: Policy, side: Side): Node[] {
  const nodes = new Map<string, Node>()
  for (const record of partakers(world, policy, side)) {
    const key = JSON.stringify([twinKey(world, policy.rule, side, record), marksOf(world, record)])
    const node = nodes.get(key) ?? { records: [] }
    node.records.push(record)
    nodes.set(key, node)
  }
  return [...nodes.values()]
}

/** What twins have in common: every canonical field but the id, and every attribute that any rule of the run names. */
export function twinKey({ rules }: World, rule: Rule, side: Side, record: CanonicalRecord): string {
  const places = rule.side === undefined ? [side] : sides
  if (places.some((place) => fieldsReadBy(rule, place).includes('id'))) return JSON.stringify(['id', record.id])
  const named = rules.flatMap((each) => sides.flatMap((either) => fieldsReadBy(each, either))).filter(isAttribute)
  return JSON.stringify([...canonicalNames, ...named].map((field) => rawText(record, field) ?? null))
}

/** The fields of one side that a rule names. */
function fieldsReadBy({ match = [], where, sum }: Rule, side: Side): string[] {
  return [
    ...match.map((criterion) => fieldsOf(criterion)[side]),
    ...(where?.[side] ?? []).map(({ field }) => field),
    ...(sum?.[side] ?? []).flatMap((term) => ('field' in term ? [term.field] : 'percent' in term ? [term.of] : [])),
  ]
}

/** Records by (`attributes.timestamp`, id). */
export const inTwinOrder = (records: Iterable<CanonicalRecord>): CanonicalRecord[] =>
  [...records].sort((a, b) => compareTexts(twinOrder(a), twinOrder(b)))

const twinOrder = (record: CanonicalRecord): string[] => [rawText(record, 'attributes.timestamp') ?? '', record.id]

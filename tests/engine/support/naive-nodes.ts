import type { CanonicalRecord, Rule } from '../../../engine/index.ts'
import { compareBytes } from './lines.ts'
import { fieldsOf, rawValue, stand, takesPart } from './naive-criterion.ts'

/** Twins and rank tuples of rules.md, for the values of the small world. */

/** Records that no rule can tell apart. */
export type Node = CanonicalRecord[]

interface Reader {
  /** All rules of the run: a path that one of them names tells records apart for each. */
  readonly rules: readonly Rule[]
  readonly rule: Rule
  readonly side: 'source' | 'target'
}

const twinFields = [
  'amount',
  'gross',
  'fee',
  'net',
  'currency',
  'date',
  'valueDate',
  'reference',
  'description',
  'counterparty',
  'account',
  'type',
  'status',
]

/** The open records that take part in a rule, twins as one node in the order in which they pair off. */
export function nodesOf(open: Iterable<CanonicalRecord>, { rules, rule, side }: Reader): Node[] {
  const named = rules.flatMap((each) => [
    ...(each.match ?? []).flatMap(fieldsOf),
    ...[...(each.where?.source ?? []), ...(each.where?.target ?? [])].map(({ field }) => field),
  ])
  const fields = [...twinFields, ...named.filter((field) => field.startsWith('attributes.'))]
  const readsId =
    (rule.match ?? []).some((each) => fieldsOf(each)[side === 'source' ? 0 : 1] === 'id') ||
    (rule.where?.[side] ?? []).some(({ field }) => field === 'id')
  const nodes = new Map<string, Node>()
  const key = (record: CanonicalRecord) => [rawValue(record, 'attributes.timestamp') ?? '', record.id]
  for (const record of [...open].sort((a, b) => compareBytes(key(a), key(b)))) {
    if (!takesPart(rule, side, record)) continue
    const twin = readsId ? record.id : JSON.stringify(fields.map((field) => rawValue(record, field) ?? null))
    nodes.set(twin, [...(nodes.get(twin) ?? []), record])
  }
  return [...nodes.values()]
}

/** The rank tuple as text that sorts as it does, or undefined when a criterion fails. */
export function rankOf({ match = [] }: Rule, [source]: Node, [target]: Node): string | undefined {
  if (source === undefined || target === undefined) return undefined
  const standings = match.map((criterion) => ({ criterion, ...stand(criterion, source, target) }))
  if (standings.some(({ verdict }) => verdict === 'fails') || !standings.some(({ onValues }) => onValues))
    return undefined
  const near = standings.filter(({ criterion }) => criterion.op === 'near')
  return [
    ...standings
      .filter(({ criterion }) => criterion.nulls === 'skip')
      .map(({ verdict }) => (verdict === 'skipped' ? 1 : 0)),
    ...near.filter(({ criterion }) => criterion.tolerance !== undefined).map(({ difference }) => Math.abs(difference)),
    ...near.filter(({ criterion }) => criterion.days !== undefined).map(({ difference }) => Math.abs(difference)),
    ...standings.filter(({ criterion }) => criterion.op === 'similar').map(({ unlikeness }) => unlikeness),
  ]
    .map((each) => String(each).padStart(9, '0'))
    .join(' ')
}

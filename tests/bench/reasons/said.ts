import type { Side } from '../../../engine/record/side.ts'
import type { BreakLine, MatchLine } from '../../../engine/result/line.ts'
import { type Mark, marks } from './cause.ts'

/** What a break says, with its suggestions. */
export interface Said
  extends Pick<BreakLine, 'reason' | 'difference' | 'hint' | 'failed' | 'candidates' | 'taken' | 'listed' | 'counts'> {
  readonly source: readonly string[]
  readonly target: readonly string[]
  readonly partOf?: PartOf
  readonly likely?: string
  readonly cause?: { readonly name: Mark; readonly value: string }
  readonly suggestions: readonly Pick<MatchLine, 'source' | 'target'>[]
}

/** The anchor that a record of an n side belongs to, and by how much its set misses the sum. */
interface PartOf {
  readonly side: Side
  readonly id: string
  readonly total?: string
  readonly difference?: string
}

/** Members of version 3 of the rules that lines may not have yet. */
interface NewMembers {
  readonly partOf?: PartOf
  readonly likely?: string
  readonly cause?: { readonly [name: string]: unknown }
}

/** Reads a line of a break, with the suggestions of the run. */
export function saidBy(
  { source = [], target = [], cause, ...line }: BreakLine & NewMembers,
  suggestions: Said['suggestions'],
): Said {
  const ids = new Set([...source, ...target])
  const own = suggestions.filter((each) => [...each.source, ...each.target].some((id) => ids.has(id)))
  const named = cause === undefined ? undefined : causeNamed(cause)
  return { ...line, source, target, suggestions: own, ...(named && { cause: named }) }
}

/** `{ "type": "fee" }`, or the same with the name as a value: `{ "by": "type", "value": "fee" }`. */
function causeNamed(cause: NonNullable<NewMembers['cause']>): NonNullable<Said['cause']> {
  const name = marks.find((mark) => mark in cause || Object.values(cause).includes(mark))
  if (name === undefined) throw new Error(`${JSON.stringify(cause)} is no cause`)
  return { name, value: String(cause[name] ?? cause['value'] ?? '') }
}

/** All records that a break has or points to; a residual counts as the record that it is left of. */
export const idsIn = (said: Said): readonly string[] => [
  ...said.source,
  ...said.target,
  ...pairIds(said.candidates),
  ...pairIds(said.taken),
  ...(said.listed?.found ?? []),
  ...(said.listed?.taken ?? []),
  ...(said.partOf ? [said.partOf.id] : []),
  ...(said.likely === undefined ? [] : [said.likely]),
  ...suggestedIds(said),
]

export const suggestedIds = ({ suggestions }: Said): readonly string[] =>
  suggestions.flatMap(({ source, target }) => [...source, ...target])

const pairIds = (pairs: BreakLine['candidates'] = []): readonly string[] =>
  pairs.flatMap(({ source, target }) => [source, target])

/** The fields that a break blames: its reason's or its failed criterion's. A sum is of amounts. */
export function fieldsNamed({ reason, failed }: Said): readonly string[] {
  if (reason.endsWith('_mismatch') && reason !== 'sum_mismatch') return [reason.slice(0, -'_mismatch'.length)]
  const field = failed?.field ?? ''
  return field === 'sum' ? ['amount'] : field.split(/[^A-Za-z.]+/)
}

/** Cents of a decimal text, of which all differences here are whole numbers. */
export const centsOf = (text: string): number => Math.round(Number(text) * 100)

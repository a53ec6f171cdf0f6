import { type Side, sides } from '../record/side.ts'
import type { BreakLine } from '../result/line.ts'
import type { Rule } from '../rules/language/language.ts'
import type { ItemLine } from './result-lines.ts'

export interface RecordName {
  readonly side: Side
  readonly id: string
}

export function takersIn(line: ItemLine): readonly string[] {
  return pairsIn(line).flatMap(({ takenBy }) => (takenBy === undefined ? [] : [takenBy]))
}

/**
 * The records of a break's candidates and taken pairs, then its listed taken records, whose side follows from `rules`.
 * Some may be the line's own.
 */
export function namesIn(line: ItemLine, rules: readonly Rule[]): readonly RecordName[] {
  const pairs = pairsIn(line)
  const named = sides.flatMap((side) => pairs.map((each): RecordName => ({ side: each.side ?? side, id: each[side] })))
  return [...named, ...listedTakenIn(line, rules)]
}

export function listedTakenIn(line: ItemLine, rules: readonly Rule[]): readonly RecordName[] {
  if (line.kind !== 'break' || line.listed === undefined) return []
  const rule = rules.find(({ id }) => id === line.failed?.rule)
  const side: Side = rule?.cardinality === '1:n' ? 'target' : 'source'
  return line.listed.taken.map((id) => ({ side, id }))
}

const pairsIn = (line: ItemLine): NonNullable<BreakLine['candidates']> =>
  line.kind === 'break' ? [...(line.candidates ?? []), ...(line.taken ?? [])] : []

import { type Side, sides } from '../record/side.ts'
import type { BreakLine } from '../result/line.ts'
import type { Rule } from '../rules/language/language.ts'
import type { ItemLine } from './result-lines.ts'

/** What a break says of records that are in other lines. */

/** A record of a side, or what a match left over of one. */
export interface RecordName {
  readonly side: Side
  readonly id: string
}

/** The matches, by id, that hold records which a line names. */
export function takersIn(line: ItemLine): readonly string[] {
  return pairsIn(line).flatMap(({ takenBy }) => (takenBy === undefined ? [] : [takenBy]))
}

/**
 * The records of candidates and of pairs that are taken, then those that a text lists and that are taken. Some may be the
 * line's own. Of the records that a text lists the rule tells the side: `rules` are those of the run.
 */
export function namesIn(line: ItemLine, rules: readonly Rule[]): readonly RecordName[] {
  const pairs = pairsIn(line)
  const named = sides.flatMap((side) => pairs.map((each): RecordName => ({ side: each.side ?? side, id: each[side] })))
  return [...named, ...listedTakenIn(line, rules)]
}

/** The records that a text lists and that other matches have. */
export function listedTakenIn(line: ItemLine, rules: readonly Rule[]): readonly RecordName[] {
  if (line.kind !== 'break' || line.listed === undefined) return []
  const rule = rules.find(({ id }) => id === line.failed?.rule)
  const side: Side = rule?.cardinality === '1:n' ? 'target' : 'source'
  return line.listed.taken.map((id) => ({ side, id }))
}

const pairsIn = (line: ItemLine): NonNullable<BreakLine['candidates']> =>
  line.kind === 'break' ? [...(line.candidates ?? []), ...(line.taken ?? [])] : []

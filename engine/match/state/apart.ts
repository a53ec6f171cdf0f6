import { type BySide, type Side, sides } from '../../record/side.ts'
import type { BoundRule, OfPair } from './bound-rule.ts'
import type { Rows } from './match-list.ts'

/**
 * Records that decisions keep apart: row → marks. Decision `i` gives its records the mark `2i` or `2i + 1`; no claim may
 * hold both marks.
 */
export type Apart = BySide<Map<number, readonly number[]>>

interface ApartRun {
  readonly apart?: Apart | undefined
}

/** Gives a residual the marks of the record that it is of. */
export function inheritMarks({ apart }: ApartRun, of: RowOfSide, residual: RowOfSide): void {
  const marks = apart?.[of.side].get(of.row)
  if (marks !== undefined) apart?.[residual.side].set(residual.row, marks)
}

interface RowOfSide {
  readonly side: Side
  readonly row: number
}

/** Whether a rule may not claim a pair. Undefined where no record that the rule sees is kept apart from another. */
export function apartTest({ apart }: ApartRun, rule: Pick<BoundRule, 'compiled'>): OfPair<boolean> | undefined {
  const { source, target } = marksSeenBy(apart, rule)
  if (source === undefined || target === undefined || source.size === 0 || target.size === 0) return undefined
  return (own, other) => {
    const marks = source.get(own)
    const others = marks && target.get(other)
    return marks !== undefined && others !== undefined && holdBoth([...marks, ...others])
  }
}

/** Whether a rule may not claim some pair of these rows. O(rows), and O(pairs) for the rows that are kept apart. */
export function hasPairApart(run: ApartRun, rule: Pick<BoundRule, 'compiled'>, rows: Rows): boolean {
  const isApart = apartTest(run, rule)
  if (isApart === undefined) return false
  const seen = marksSeenBy(run.apart, rule)
  const marked = (place: Side): readonly number[] => rows[place].filter((row) => seen[place]?.has(row))
  const targets = marked('target')
  return marked('source').some((own) => targets.some((other) => isApart(own, other)))
}

/** Whether a rule may not claim these rows together, since two of them are kept apart, of one side or of both. */
export function holdsApart({ apart }: ApartRun, rule: Pick<BoundRule, 'compiled'>, rows: Rows): boolean {
  if (apart === undefined) return false
  const seen = marksSeenBy(apart, rule)
  return holdBoth(sides.flatMap((place) => rows[place].flatMap((row) => seen[place]?.get(row) ?? [])))
}

const holdBoth = (marks: readonly number[]): boolean => marks.some((mark) => marks.includes(mark ^ 1))

/** A netting rule sees its one side in both places. */
function marksSeenBy(
  apart: Apart | undefined,
  { compiled: { rule } }: Pick<BoundRule, 'compiled'>,
): Partial<BySide<ReadonlyMap<number, readonly number[]>>> {
  if (apart === undefined) return {}
  return rule.side === undefined ? apart : { source: apart[rule.side], target: apart[rule.side] }
}

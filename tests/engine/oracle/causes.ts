import type { CanonicalRecord } from '../../../engine/record/record.ts'
import { type Both, otherSide, type Side, sides } from './values.ts'
import type { Line, World } from './world.ts'

type Told = (record: CanonicalRecord) => string | undefined

/** What three or more missing records have in common, by kind: the first kind that applies to a record. */
export function causesOf(world: World, missing: Both<readonly CanonicalRecord[]>): Map<CanonicalRecord, Line> {
  const causes = new Map<CanonicalRecord, Line>()
  for (const side of sides) {
    for (const [kind, told] of kindsOf(world, side)) {
      const left = missing[side].filter((record) => !causes.has(record))
      for (const record of left) {
        const value = told(record)
        const sharing = left.filter((each) => told(each) === value)
        if (value !== undefined && sharing.length >= 3) causes.set(record, { kind, value })
      }
    }
  }
  return causes
}

function kindsOf(world: World, side: Side): [string, Told][] {
  const of = (each: Side): CanonicalRecord[] =>
    world.all[each].filter((record) => !world.exclusions.some((exclusion) => exclusion.record === record))
  const isSettled = (record: CanonicalRecord): boolean =>
    [...world.matches, ...world.nettings].some(
      (match) => match.source.includes(record) || match.target.includes(record),
    )
  const days = of(otherSide(side))
    .flatMap(({ date }) => date ?? [])
    .sort()
  const ownDays = of(side)
    .filter(isSettled)
    .flatMap(({ date }) => date ?? [])
  const [first, last] = [days[0] ?? '', days.at(-1) ?? '9999-99-99']
  const apart = (day: string, other: string): number => Math.abs(Date.parse(day) - Date.parse(other))
  /** Whether no settled record lies beyond the other side's first or last day by more than a fifth of its days. */
  const mayEnd = (end: string, isBeyond: (day: string) => boolean): boolean =>
    ownDays.every((day) => !isBeyond(day) || 5 * apart(day, end) <= apart(first, last))
  const shares =
    (told: Told, mostSettled: number): Told =>
    (record) => {
      const value = told(record)
      const like = of(side).filter((each) => told(each) === value)
      const unlike = of(side).filter((each) => told(each) !== value)
      const settledShare = like.filter(isSettled).length / like.length
      const isApart = settledShare <= mostSettled && unlike.filter(isSettled).length > unlike.length / 2
      return value !== undefined && isApart ? value : undefined
    }
  return [
    ['one_side', shares(({ type }) => type, 0)],
    [
      'before_other',
      ({ date = first }) =>
        date < first && mayEnd(first, (day) => day < first) && ownDays.every((day) => date < day) ? first : undefined,
    ],
    [
      'after_other',
      ({ date = last }) =>
        date > last && mayEnd(last, (day) => day > last) && ownDays.every((day) => date > day) ? last : undefined,
    ],
    ['counterparty', shares(({ counterparty }) => counterparty, 0.5)],
    ['same_day', shares(({ date }) => date, 0)],
    ['type', shares(({ type }) => type, 0.5)],
  ]
}

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
  const days = of(otherSide(side)).flatMap(({ date }) => date ?? [])
  const settled = of(side).filter(isSettled)
  const outside = (isBeyond: (day: string, than: string) => boolean, end: string | undefined): Told => {
    const spared = settled.length < 10 ? 0 : Math.max(1, Math.floor(settled.length / 100))
    /** The days of the settled records, the outermost first, without the spared ones. */
    const [outermost = end] = settled
      .flatMap(({ date }) => date ?? [])
      .sort((a, b) => (a === b ? 0 : isBeyond(a, b) ? -1 : 1))
      .slice(spared)
    return ({ date }) => {
      if (date === undefined || end === undefined || outermost === undefined) return undefined
      const reach = isBeyond(outermost, end) ? apart(outermost, end) : 0
      if (5 * reach > apart(days.toSorted()[0] ?? end, days.toSorted().at(-1) ?? end)) return undefined
      const isOutside = isBeyond(date, end) && apart(date, end) >= usualGap(days) && isBeyond(date, outermost)
      return isOutside ? end : undefined
    }
  }
  const shares =
    (told: Told, mostSettled: number, deviations = 0): Told =>
    (record) => {
      const value = told(record)
      const like = of(side).filter((each) => told(each) === value)
      const unlike = of(side).filter((each) => told(each) !== value)
      const settledShare = like.filter(isSettled).length / like.length
      const isApart = settledShare <= mostSettled && unlike.filter(isSettled).length > unlike.length / 2
      const expected = (like.length * unlike.filter((each) => !isSettled(each)).length) / unlike.length
      const excess = like.filter((each) => !isSettled(each)).length - expected
      return value !== undefined && isApart && excess >= deviations * Math.sqrt(expected) ? value : undefined
    }
  return [
    ['one_side', shares(({ type }) => type, 0)],
    ['before_other', outside((day, than) => day < than, days.toSorted()[0])],
    ['after_other', outside((day, than) => day > than, days.toSorted().at(-1))],
    ['counterparty', shares(({ counterparty }) => counterparty, 0.5, 3)],
    ['same_day', shares(({ date }) => date, 0, 3)],
    ['type', shares(({ type }) => type, 0.5)],
  ]
}

const apart = (day: string, other: string): number =>
  Math.round(Math.abs(Date.parse(day) - Date.parse(other)) / 86_400_000)

/** How far days lie apart that have at least a tenth of the records of the fullest day, if several have: the lower median. */
function usualGap(days: readonly string[]): number {
  const countOf = (day: string): number => days.filter((each) => each === day).length
  const most = Math.max(...days.map(countOf))
  return medianGap(days.filter((day) => 10 * countOf(day) >= most)) ?? medianGap(days) ?? 1
}

function medianGap(all: readonly string[]): number | undefined {
  const days = [...new Set(all)].sort()
  const gaps = days.flatMap((day, index) => (index > 0 ? [apart(day, days[index - 1] ?? day)] : []))
  return gaps.sort((a, b) => a - b)[Math.ceil(gaps.length / 2) - 1]
}

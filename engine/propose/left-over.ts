import { int32At, numberAt } from '../base/at.ts'
import { type Finding, type Match, type RunState, status } from '../match/state/run-state.ts'
import { absentDay } from '../record/columns.ts'
import { oppositeSide, type Side, sides } from '../record/side.ts'
import { daysOf } from './learning-sample.ts'
import type { LeftOver } from './proposal.ts'

/**
 * The records that no match rule of a proposal takes, with reasons. A record counts under the first reason that fits.
 */
export function leftOver(run: RunState, suggestions: readonly Match[]): LeftOver {
  const reasonsBySide = { source: reasonsOf(run, 'source', suggestions), target: reasonsOf(run, 'target', suggestions) }
  return {
    source: countOpen(run, 'source'),
    target: countOpen(run, 'target'),
    reasons: sides.flatMap((side) => reasonsBySide[side]),
  }
}

const isOpen = (run: RunState, side: Side, row: number): boolean => {
  const own = numberAt(run[side].statuses, row)
  return own === status.open || own === status.held
}

const countOpen = (run: RunState, side: Side): number =>
  run[side].statuses.reduce((count, _, row) => count + (isOpen(run, side, row) ? 1 : 0), 0)

interface ReasonWords {
  readonly one: string
  readonly many: string
}

interface Reason extends ReasonWords {
  readonly rows: (side: Side) => Iterable<number>
}

function reasonsOf(run: RunState, side: Side, suggestions: readonly Match[]): readonly string[] {
  const counted = new Set<number>()
  const findings = (reason: Finding['reason']): Iterable<number> =>
    run.findings.filter((finding) => finding.reason === reason).flatMap((finding) => finding[side])
  const reasons: readonly Reason[] = [
    {
      rows: () => findings('ambiguous'),
      one: 'has several counterparts that are as good as each other',
      many: 'have several counterparts that are as good as each other',
    },
    {
      rows: () => findings('sum_mismatch'),
      one: 'belongs to a group that does not add up',
      many: 'belong to groups that do not add up',
    },
    {
      rows: () => suggestions.flatMap((match) => match[side]),
      one: 'is suggested only: what it agrees in identifies nothing for sure',
      many: 'are suggested only: what they agree in identifies nothing for sure',
    },
    {
      rows: () => outsidePeriod(run, side),
      one: 'lies outside of the period of the other side',
      many: 'lie outside of the period of the other side',
    },
  ]
  const sentences = reasons.flatMap(({ rows, ...words }) => {
    const own = [...new Set(rows(side))].filter((row) => isOpen(run, side, row) && !counted.has(row))
    for (const row of own) counted.add(row)
    return own.length === 0 ? [] : [sentence(own.length, side, words)]
  })
  const otherCount = countOpen(run, side) - counted.size
  if (otherCount === 0) return sentences
  return [...sentences, sentence(otherCount, side, noCounterpart)]
}

const noCounterpart: ReasonWords = {
  one: 'has no counterpart under any of these rules',
  many: 'have no counterpart under any of these rules',
}

const sentence = (count: number, side: Side, { one, many }: ReasonWords): string =>
  count === 1 ? `1 ${side} record ${one}.` : `${count} ${side} records ${many}.`

/** A record this many days outside the other side's period may still have its counterpart inside. */
const marginDays = 7

function* outsidePeriod(run: RunState, side: Side): Iterable<number> {
  const others = daysOf(run[oppositeSide(side)].table)
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const day of others) {
    if (day === absentDay) continue
    first = Math.min(first, day)
    last = Math.max(last, day)
  }
  const days = daysOf(run[side].table)
  for (let row = 0; row < days.length; row++) {
    const day = int32At(days, row)
    if (day !== absentDay && (day < first - marginDays || day > last + marginDays)) yield row
  }
}

import type { Units } from '../../record/columns.ts'

/** Whole numbers from `from` to `to`, both included. An open end is infinite. */
export interface Interval {
  readonly from: Units
  readonly to: Units
}

export const negated = ({ from, to }: Interval): Interval => ({ from: -to, to: -from })

/** The union of intervals, as disjoint intervals in ascending order. */
export function joined(intervals: readonly Interval[]): Interval[] {
  const ascending = intervals.toSorted((a, b) => (a.from < b.from ? -1 : Number(a.from > b.from)))
  const disjoint: Interval[] = []
  for (const each of ascending) {
    const last = disjoint.at(-1)
    if (last === undefined || each.from > last.to) disjoint.push(each)
    else disjoint.splice(-1, 1, { from: last.from, to: isAbove(each.to, last.to) ? each.to : last.to })
  }
  return disjoint
}

export const common = (left: readonly Interval[], right: readonly Interval[]): Interval[] =>
  left.flatMap((a) =>
    right.flatMap((b) => {
      const from = isAbove(a.from, b.from) ? a.from : b.from
      const to = isAbove(a.to, b.to) ? b.to : a.to
      return from > to ? [] : [{ from, to }]
    }),
  )

const isAbove = (left: Units, right: Units): boolean => left > right

/** Requires a positive divisor. */
export const ceilDivide = (dividend: bigint, divisor: bigint): bigint => -floorDivide(-dividend, divisor)

export function floorDivide(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor
  return dividend < 0n && quotient * divisor !== dividend ? quotient - 1n : quotient
}

import type { ReportRow } from '@tallystick/audit/report/report-row'
import type { Side } from '@tallystick/engine/record'
import type { ShownLine } from '../engine-worker/line-types.ts'

interface PairAmounts {
  readonly source?: string | undefined
  readonly target?: string | undefined
}

/**
 * The amounts that a line compares: of one record a side, or of an anchor and the set that came nearest to it. None of
 * another group, whose totals are not those of its first records.
 */
export function pairAmounts({ rows: [head], recordCounts }: Pick<ShownLine, 'rows' | 'recordCounts'>): PairAmounts {
  const { source, target } = recordCounts
  const total = head?.line.kind === 'break' ? head.line.total : undefined
  if (total !== undefined && source + target === 1)
    return source === 1
      ? { source: amountOf(head, 'source'), target: total }
      : { source: total, target: amountOf(head, 'target') }
  if (source !== 1 || target !== 1) return {}
  return { source: amountOf(head, 'source'), target: amountOf(head, 'target') }
}

const amountOf = (head: ReportRow | undefined, side: Side): string | undefined => head?.[side]?.amount ?? undefined

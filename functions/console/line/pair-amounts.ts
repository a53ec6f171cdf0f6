import type { ShownLine } from '../engine-worker/line-types.ts'

interface PairAmounts {
  readonly source?: string | undefined
  readonly target?: string | undefined
}

/** The amounts of a line of one record a side; none of a group, whose totals are not those of its first records. */
export function pairAmounts({ rows: [head], recordCounts }: Pick<ShownLine, 'rows' | 'recordCounts'>): PairAmounts {
  if (recordCounts.source !== 1 || recordCounts.target !== 1) return {}
  return { source: head?.source?.amount ?? undefined, target: head?.target?.amount ?? undefined }
}

import { parseMinorUnits } from './bai2-amount.ts'
import { type Bai2Record, createFieldCursor } from './bai2-segments.ts'

export interface Bai2Controls {
  begin(level: ControlLevel): void
  /** Counts the lines of a record and of its continuations. */
  addLines(count: number): void
  addAmount(units: bigint): void
  ends(level: ControlLevel, stated: StatedControls): boolean
}

export type ControlLevel = 'account' | 'group' | 'file'

/**
 * The totals and counts that a file states; undefined where left blank. `parts` is the number of accounts or groups.
 */
interface StatedControls {
  /** Null for a text that is no amount, so that it differs from every total. */
  readonly total: bigint | null | undefined
  readonly parts: number | undefined
  readonly lines: number | undefined
}

export function createBai2Controls(): Bai2Controls {
  const counted = { account: newLevel(), group: newLevel(), file: newLevel() }
  return {
    begin(level) {
      counted[level] = newLevel()
    },
    addLines(count) {
      for (const level of levels) counted[level].lines += count
    },
    addAmount(units) {
      counted.account.total += units
    },
    ends(level, stated) {
      const { total, parts, lines } = counted[level]
      counted[level] = newLevel()
      if (level !== 'file') {
        const above = level === 'account' ? counted.group : counted.file
        above.parts += 1
        above.total += stated.total ?? total
      }
      return isStated(stated.total, total) && isStated(stated.parts, parts) && isStated(stated.lines, lines)
    },
  }
}

const levels = ['account', 'group', 'file'] as const

const newLevel = () => ({ total: 0n, parts: 0, lines: 0 })

const isStated = <Value>(stated: Value | null | undefined, counted: Value): boolean =>
  stated === undefined || stated === counted

/** Reads the fields of 49 (total, records), 98 (total, accounts, records) or 99 (total, groups, records). */
export function readControls({ segments }: Bai2Record, level: ControlLevel, exponent: number): StatedControls {
  const fields = createFieldCursor(segments)
  const total = fields.next() || undefined
  const parts = level === 'account' ? undefined : countOf(fields.next())
  return {
    total: total === undefined ? undefined : (parseMinorUnits(total, exponent) ?? null),
    parts,
    lines: countOf(fields.next()),
  }
}

/** NaN for a text that is no number, so that it differs from every count. */
const countOf = (text: string | undefined): number | undefined =>
  text === undefined || text === '' ? undefined : Number(text)

import { parseMinorUnits } from './bai2-amount.ts'
import { type Bai2Record, createFieldCursor } from './bai2-segments.ts'

/** Compares the totals and counts that the records 49, 98 and 99 state with those of the records before. */
export interface Bai2Controls {
  /** Forgets what was counted of a level, which begins. */
  begin(level: ControlLevel): void
  /** Counts a record with the lines that continue it. */
  addLines(count: number): void
  /** Adds an amount of the account. */
  addAmount(units: bigint): void
  /** Whether a level ends as its record states. */
  ends(level: ControlLevel, stated: StatedControls): boolean
}

export type ControlLevel = 'account' | 'group' | 'file'

/** A total, how many of the level below there are, and how many lines. Undefined for what the file leaves blank. */
export interface StatedControls {
  /** Null for a text that is no total, which nothing equals. */
  readonly total: bigint | null | undefined
  readonly parts: number | undefined
  readonly lines: number | undefined
}

/** Controls of a file of which nothing was read. */
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

/** The fields of 49 (total, records), 98 (total, accounts, records) or 99 (total, groups, records). */
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

/** A count that is no number is one that nothing equals. */
const countOf = (text: string | undefined): number | undefined =>
  text === undefined || text === '' ? undefined : Number(text)

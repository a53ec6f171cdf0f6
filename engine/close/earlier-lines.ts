import { formatDate } from '../base/date.ts'
import type { Sha256 } from '../base/hasher.ts'
import { parseShape } from '../base/json-shape.ts'
import { linesOf } from '../base/line-splitter.ts'
import { type Parsed, parsed } from '../base/parsed.ts'
import type { CanonicalRecord } from '../record/record.ts'
import { type BySide, type Side, sides } from '../record/side.ts'
import { dayOf } from './ageing.ts'
import { dateOf } from './item.ts'
import { isSide } from './item-name.ts'
import { isRecord, recordIn } from './opening.ts'
import { contentOf, contentsOf } from './overlap.ts'
import { type Reading, readFile } from './reading.ts'

/** A line of `earlier.ndjson`: a record that a period before counted, with which new lines are compared. */
export type EarlierLine = { readonly side: Side; readonly record: CanonicalRecord }

type EarlierTest = (read: EarlierLine) => boolean

/** Whether a record is one of those with which a period that begins on `first` is compared. */
export function isComparedFrom(first: string): EarlierTest {
  const from = formatDate(dayOf(first) - comparedDayCount)
  return ({ record }) => (dateOf(record) ?? from) >= from
}

/** How many days before a period the records lie with which its new lines are compared. */
const comparedDayCount = 400

/**
 * Finds which earlier records are those of a line of the sides, but for their ids: no other one changes what a period
 * leaves out. O(lines), and some 100 bytes of memory for each line of the sides.
 */
export function* findRepeatable(sha256: Sha256): Reading<EarlierTest> {
  const days = new Set<string | undefined>()
  const contents: BySide<Set<string>> = { source: new Set(), target: new Set() }
  for (const side of sides)
    yield* readFile(`${side}.ndjson`, (text) => {
      const lines = linesOf(text)
      for (let start = 0; start < lines.length; start += lineCountAtOnce) {
        // `readPeriodSide` refuses a line without a record, and says which it is.
        const records = lines.slice(start, start + lineCountAtOnce).flatMap((line) => recordIn(line) ?? [])
        for (const record of records) days.add(dateOf(record))
        for (const content of contentsOf(sha256, records)) contents[side].add(content)
      }
    })
  return ({ side, record }) => days.has(dateOf(record)) && contents[side].has(contentOf(sha256, record))
}

const lineCountAtOnce = 500

/** Requires a line that `checkEarlier` lets pass. */
export const readEarlier = (line: string): EarlierLine => JSON.parse(line)

/** The line itself, which takes less memory than its record. */
export function checkEarlier(line: string): Parsed<string> {
  const read = parseShape<EarlierLine>(line, 'a record of an earlier period', { side: isSide, record: isRecord })
  return read.ok ? parsed(line) : read
}

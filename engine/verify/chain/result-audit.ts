import type { JsonValue } from '../../base/canonical.ts'
import { isText, type JsonObject } from '../../base/json-shape.ts'
import { sides } from '../../record/side.ts'
import type { TotalsLine } from '../../result/line.ts'
import type { TakeLine } from './artifact-reader.ts'
import type { AskedMatches } from './decided-check.ts'
import { createLineOrder } from './line-order.ts'
import { createOutcomeAudit } from './outcome-audit.ts'
import type { RecordTallies } from './record-tally.ts'
import { type ResultEntry, readEntry } from './result-entry.ts'
import { createResultTally, type ResultTally } from './result-tally.ts'

/** Checks the lines of a result, in their order, against the records of both sides. */
export interface ResultAudit {
  readonly take: TakeLine
  finish(): string | undefined
  header(): JsonObject | undefined
  totals(): TotalsLine
  /**
   * The fault of the first match or netted line that claims what its rule does not do. It counts only if the rules are
   * proven to be those of the run.
   */
  ruleFault(): string | undefined
  readonly tally: ResultTally
}

/**
 * The lines must be of known kinds and in order; each record of either side must be in exactly one match, break,
 * exclusion or netted line; the totals line must be what the records add up to. Two equations follow: matched + open +
 * excluded + netted = total, and source matched and netted + accepted differences + turned signs = target matched and
 * netted. `tallies` must hold all records of both sides.
 */
export function createResultAudit(
  tallies: RecordTallies,
  rules?: JsonValue,
  asked: AskedMatches = new Set(),
): ResultAudit {
  const order = createLineOrder()
  const tally = createResultTally()
  let header: JsonObject | undefined
  const outcomes = createOutcomeAudit(tallies, rules, asked)
  let lineCount = 0
  let fault: string | undefined
  const faultOf = (entry: ResultEntry): string | undefined => {
    tally.add(entry)
    if (lineCount === 1 && entry.kind === 'tallystick/result@1') header = entry.line
    return order.place(entry) ?? outcomes.add(entry, lineCount)
  }
  return {
    take(text) {
      lineCount += 1
      const entry = readEntry(text)
      const wrong = isText(entry) ? entry : faultOf(entry)
      if (wrong !== undefined) fault ??= `Line ${lineCount} of the result: ${wrong}`
      return isText(entry) ? {} : entry.facts
    },
    finish: () => fault ?? (order.isComplete() ? missingRecord(tallies) : 'The result does not end with its totals'),
    header: () => header,
    totals: outcomes.totals,
    ruleFault: outcomes.ruleFault,
    tally,
  }
}

function missingRecord(tallies: RecordTallies): string | undefined {
  for (const side of sides) {
    const record = tallies[side].withoutOutcome()
    if (record !== undefined) return `${record} is in no match, break, exclusion or netted line`
  }
  return undefined
}

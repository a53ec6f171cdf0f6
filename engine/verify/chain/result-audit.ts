import { canonicalize } from '../../base/canonical.ts'
import { addDecimals, type Decimal, formatDecimal, subtractDecimals } from '../../base/decimal.ts'
import { isText, type JsonObject } from '../../base/json-shape.ts'
import { type Side, sides } from '../../record/side.ts'
import type { TotalsLine } from '../../result/line.ts'
import type { TakeLine } from './artifact-reader.ts'
import { createLineOrder } from './line-order.ts'
import type { Outcome, RecordTally } from './record-tally.ts'
import { type ResultEntry, readEntry } from './result-entry.ts'
import { createResultTally, type ResultTally } from './result-tally.ts'

export interface RecordTallies {
  readonly source: RecordTally
  readonly target: RecordTally
}

/** Reads the lines of a result in order and checks them against the records of both sides. */
export interface ResultAudit {
  readonly take: TakeLine
  /** After the last line: the first fault in words; undefined when the result is complete. */
  finish(): string | undefined
  header(): JsonObject | undefined
  /** Whether the result is of engine 1, which nets nothing and says nothing of it. */
  isFirstEngine(): boolean
  totals(): TotalsLine
  readonly tally: ResultTally
}

const zero: Decimal = { coefficient: 0n, scale: 0 }

/**
 * An audit of one result. The lines must be of known kinds and in order; each record of either side must be in exactly
 * one match, break, exclusion or netted line; the totals line must be what the records add up to. From this follow the
 * control totals: matched + open + excluded + netted = total, and what is matched and netted of the source and the
 * accepted differences are what is matched and netted of the target. `tallies` must hold all records of both sides.
 */
export function createResultAudit(tallies: RecordTallies): ResultAudit {
  const order = createLineOrder()
  const tally = createResultTally()
  let header: JsonObject | undefined
  const isFirstEngine = (): boolean => header?.['engine'] === '1'
  const outcomes = createOutcomeAudit(tallies, isFirstEngine)
  let lineCount = 0
  let fault: string | undefined
  const faultOf = (entry: ResultEntry): string | undefined => {
    tally.add(entry)
    if (entry.kind === 'netted' && isFirstEngine()) return 'engine 1 has no netting'
    if (entry.kind === 'tallystick/result@1') header = entry.line
    return order.place(entry) ?? outcomes.add(entry)
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
    isFirstEngine,
    totals: outcomes.totals,
    tally,
  }
}

function missingRecord(tallies: RecordTallies): string | undefined {
  for (const side of sides) {
    const id = tallies[side].idWithoutOutcome()
    if (id !== undefined) return `The ${side} record ${id} is in no match, break, exclusion or netted line`
  }
  return undefined
}

/** Records the outcomes that the lines give to their records, and compares the totals line at the end. */
function createOutcomeAudit(tallies: RecordTallies, isFirstEngine: () => boolean) {
  /** Accepted differences by currency, then by variance. */
  const accepted = new Map<string, Map<string, Decimal>>()
  const suggested = { source: new Set<string>(), target: new Set<string>() }

  const sumsOf = (side: Side): TotalsLine['source'] =>
    isFirstEngine()
      ? mapMembers(new Map(Object.entries(tallies[side].sums())), ({ netted, ...others }) => others)
      : tallies[side].sums()
  const totals = (): TotalsLine => ({
    kind: 'totals',
    source: sumsOf('source'),
    target: sumsOf('target'),
    accepted: mapMembers(accepted, (sums) => mapMembers(sums, formatDecimal)),
  })
  const addSuggestion = ({ source, target }: ResultEntry): string | undefined => {
    for (const id of source) suggested.source.add(id)
    for (const id of target) suggested.target.add(id)
    const areOpen = source.every(tallies.source.hasNoOutcome) && target.every(tallies.target.hasNoOutcome)
    return areOpen ? undefined : 'a suggested record is unknown or matched'
  }
  const isSuggested = ({ source, target }: ResultEntry): boolean =>
    source.some((id) => suggested.source.has(id)) || target.some((id) => suggested.target.has(id))

  return {
    totals,
    /** Adds a line; comes back with its fault in words, or undefined. */
    add(entry: ResultEntry): string | undefined {
      const { kind, line } = entry
      if (kind === 'tallystick/result@1') return undefined
      if (kind === 'totals')
        return canonicalize(line) === canonicalize(totals())
          ? undefined
          : 'the totals are not what the records add up to'
      if (kind === 'suggestion') return addSuggestion(entry)
      if (kind === 'break' && (line['suggested'] === true) !== isSuggested(entry))
        return 'a break is flagged as suggested without a suggestion, or the other way round'
      const differences = recordOutcomes(tallies, entry, outcomeOf[kind])
      if (isText(differences)) return differences
      const { variance } = line
      if (kind === 'match' || kind === 'netted')
        addAccepted(accepted, isText(variance) ? variance : 'unlabelled', differences)
      return undefined
    },
  }
}

const outcomeOf = { match: 'matched', break: 'open', excluded: 'excluded', netted: 'netted' } as const

/** Gives the records of a line their outcome. Comes back with Σ target − Σ source by currency, or a fault in words. */
function recordOutcomes(
  tallies: RecordTallies,
  { source, target }: ResultEntry,
  outcome: Outcome,
): ReadonlyMap<string, Decimal> | string {
  const differences = new Map<string, Decimal>()
  for (const id of target) {
    const recorded = tallies.target.record(id, outcome)
    if (isText(recorded)) return recorded
    const { currency, amount } = recorded
    differences.set(currency, addDecimals(differences.get(currency) ?? zero, amount))
  }
  for (const id of source) {
    const recorded = tallies.source.record(id, outcome)
    if (isText(recorded)) return recorded
    const { currency, amount } = recorded
    differences.set(currency, subtractDecimals(differences.get(currency) ?? zero, amount))
  }
  return differences
}

function addAccepted(
  accepted: Map<string, Map<string, Decimal>>,
  variance: string,
  differences: ReadonlyMap<string, Decimal>,
): void {
  for (const [currency, difference] of differences) {
    if (difference.coefficient === 0n) continue
    const sums = accepted.get(currency) ?? new Map<string, Decimal>()
    accepted.set(currency, sums.set(variance, addDecimals(sums.get(variance) ?? zero, difference)))
  }
}

/** An object with the names of `map` and changed values. */
const mapMembers = <From, To>(map: ReadonlyMap<string, From>, change: (value: From) => To): { [name: string]: To } =>
  Object.fromEntries([...map].map(([name, value]) => [name, change(value)]))

import { canonicalize } from '../../base/canonical.ts'
import { addDecimals, type Decimal, formatDecimal, subtractDecimals } from '../../base/decimal.ts'
import { isText, type JsonObject } from '../../base/json-shape.ts'
import type { TotalsLine } from '../../result/line.ts'
import type { TakeLine } from './artifact-reader.ts'
import { createLineOrder } from './line-order.ts'
import type { Fate, SideLedger } from './record-tally.ts'
import { type ResultEntry, readEntry } from './result-entry.ts'
import { createResultTally, type ResultTally } from './result-tally.ts'

export interface Ledgers {
  readonly source: SideLedger
  readonly target: SideLedger
}

/** Reads a result's lines in order against the records of both sides. */
export interface ResultAudit {
  readonly take: TakeLine
  /** After the last line: the first fault in words; undefined when the result is complete. */
  finish(): string | undefined
  header(): JsonObject | undefined
  totals(): TotalsLine
  readonly tally: ResultTally
}

const zero: Decimal = { coefficient: 0n, scale: 0 }

/**
 * An audit of one result: its lines are of known kinds and in order, each record of either side is in exactly one
 * match, break or exclusion, and the totals line is what the records add up to (so matched + open + excluded = total,
 * and matched source + accepted differences = matched target). Reads the ledgers' records, which must be complete.
 */
export function createResultAudit(ledgers: Ledgers): ResultAudit {
  const order = createLineOrder()
  const tally = createResultTally()
  const books = createBooks(ledgers)
  let header: JsonObject | undefined
  let lineCount = 0
  let fault: string | undefined
  const enter = (entry: ResultEntry): string | undefined => {
    tally.add(entry)
    if (entry.kind === 'tallystick/result@1') header = entry.line
    return order.place(entry) ?? books.enter(entry)
  }
  return {
    take(text) {
      lineCount += 1
      const entry = readEntry(text)
      const wrong = isText(entry) ? entry : enter(entry)
      if (wrong !== undefined) fault ??= `Line ${lineCount} of the result: ${wrong}`
      return isText(entry) ? {} : entry.facts
    },
    finish: () => fault ?? (order.isComplete() ? unbookedOf(ledgers) : 'The result does not end with its totals'),
    header: () => header,
    totals: books.totals,
    tally,
  }
}

function unbookedOf(ledgers: Ledgers): string | undefined {
  for (const side of ['source', 'target'] as const) {
    const id = ledgers[side].unbooked()
    if (id !== undefined) return `The ${side} record ${id} is in no match, break or exclusion`
  }
  return undefined
}

/** Enters each line's records into the ledgers, and compares the totals at the end. */
function createBooks(ledgers: Ledgers) {
  const accepted = new Map<string, Map<string, Decimal>>()
  const suggested = { source: new Set<string>(), target: new Set<string>() }

  const totals = (): TotalsLine => ({
    kind: 'totals',
    source: ledgers.source.sums(),
    target: ledgers.target.sums(),
    accepted: objectOf(accepted, (sums) => objectOf(sums, formatDecimal)),
  })
  const suggest = ({ source, target }: ResultEntry): string | undefined => {
    for (const id of source) suggested.source.add(id)
    for (const id of target) suggested.target.add(id)
    const isFree = source.every(ledgers.source.isUnbooked) && target.every(ledgers.target.isUnbooked)
    return isFree ? undefined : 'a suggested record is unknown or matched'
  }
  const isSuggested = ({ source, target }: ResultEntry): boolean =>
    source.some((id) => suggested.source.has(id)) || target.some((id) => suggested.target.has(id))

  return {
    totals,
    /** What is wrong with a line, in words. */
    enter(entry: ResultEntry): string | undefined {
      const { kind, line } = entry
      if (kind === 'tallystick/result@1') return undefined
      if (kind === 'totals')
        return canonicalize(line) === canonicalize(totals())
          ? undefined
          : 'the totals are not what the records add up to'
      if (kind === 'suggestion') return suggest(entry)
      if (kind === 'break' && (line['suggested'] === true) !== isSuggested(entry))
        return 'a break is flagged as suggested without a suggestion, or the other way round'
      const differences = book(ledgers, entry, fateOf[kind])
      if (isText(differences)) return differences
      const { variance } = { variance: line['variance'] }
      if (kind === 'match') accept(accepted, isText(variance) ? variance : 'unlabelled', differences)
      return undefined
    },
  }
}

const fateOf = { match: 'matched', break: 'open', excluded: 'excluded' } as const

/** Books the records of a line; comes back with Σ target − Σ source in each currency, or with what is wrong. */
function book(ledgers: Ledgers, { source, target }: ResultEntry, fate: Fate): ReadonlyMap<string, Decimal> | string {
  const differences = new Map<string, Decimal>()
  for (const id of target) {
    const booked = ledgers.target.book(id, fate)
    if (isText(booked)) return booked
    differences.set(booked.currency, addDecimals(differences.get(booked.currency) ?? zero, booked.amount))
  }
  for (const id of source) {
    const booked = ledgers.source.book(id, fate)
    if (isText(booked)) return booked
    differences.set(booked.currency, subtractDecimals(differences.get(booked.currency) ?? zero, booked.amount))
  }
  return differences
}

function accept(
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

const objectOf = <From, To>(map: ReadonlyMap<string, From>, change: (value: From) => To): { [name: string]: To } =>
  Object.fromEntries([...map].map(([name, value]) => [name, change(value)]))

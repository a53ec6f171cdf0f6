import { canonicalize, type JsonValue } from '../../base/canonical.ts'
import {
  addDecimals,
  type Decimal,
  formatDecimal,
  negated,
  parseDecimal,
  subtractDecimals,
  zero,
} from '../../base/decimal.ts'
import { isObject, isText, type JsonObject } from '../../base/json-shape.ts'
import type { TotalsLine } from '../../result/line.ts'
import { claimFault } from './claim-check.ts'
import { type AskedMatches, addDecided, decidedDifferences } from './decided-check.ts'
import { createMatchQueue } from './match-queue.ts'
import type { Outcome, RecordTallies } from './record-tally.ts'
import { addResidual, type Residual, readResidual, residualFault } from './residual-check.ts'
import { isDecision, type ResultEntry } from './result-entry.ts'

/**
 * Notes the outcome of each record, and compares the totals line with it. `rules` are the effective rules, if they are
 * readable; `asked` says what instructions may have matched.
 */
export function createOutcomeAudit(tallies: RecordTallies, rules: JsonValue | undefined, asked: AskedMatches) {
  const sums: DifferenceSums = { accepted: new Map(), turned: new Map(), fx: createFxTally() }
  const ruleById = rulesById(rules)
  let ruleFaultFound: string | undefined
  const totals = (): TotalsLine => ({
    kind: 'totals',
    source: tallies.source.sums(),
    target: tallies.target.sums(),
    accepted: mapMembers(sums.accepted, (labels) => mapMembers(labels, formatDecimal)),
    turned: mapMembers(sums.turned, formatDecimal),
    fx: sums.fx.sums(),
  })
  const suggestions = createSuggestionAudit(tallies)
  const judge = (entry: ResultEntry, line: number, residual?: Residual): void => {
    const rule = ruleById.get(entry.rule)
    const wrong = claimFault(entry.line, rule) ?? residualFault({ entry, residual, rule, tallies })
    if (rules !== undefined && wrong !== undefined) ruleFaultFound ??= `Line ${line} of the result: ${wrong}`
  }
  const settle = (entry: ResultEntry, line: number): string | undefined => {
    const residual = readResidual(entry.line)
    if (isText(residual)) return residual
    if (isDecision(entry.line))
      return addDecided(tallies, { entry, residual, asked }) ?? recordLine(tallies, sums, { entry, residual })
    judge(entry, line, residual)
    return (residual && addResidual(tallies, entry, residual)) ?? recordLine(tallies, sums, { entry })
  }
  const matches = createMatchQueue(tallies, settle)

  return {
    totals,
    ruleFault: () => ruleFaultFound,
    add(entry: ResultEntry, lineNumber: number): string | undefined {
      const { kind, line } = entry
      if (kind === 'tallystick/result@1') return undefined
      if (kind === 'match') return matches.add(entry, lineNumber)
      const fault = matches.finish()
      if (fault !== undefined) return fault
      if (kind === 'totals')
        return canonicalize(line) === canonicalize(totals())
          ? undefined
          : 'the totals are not what the records add up to'
      if (kind === 'suggestion') return suggestions.add(entry)
      if (kind === 'netted') judge(entry, lineNumber)
      if (kind === 'break' && (line['suggested'] === true) !== suggestions.isSuggested(entry))
        return 'a break is flagged as suggested without a suggestion, or the other way round'
      return recordLine(tallies, sums, { entry })
    },
  }
}

/** The sums that explain by how much the matched amounts of the two sides differ. */
interface DifferenceSums {
  /** The sums of accepted differences by currency, and then by variance. */
  readonly accepted: Map<string, Map<string, Decimal>>
  readonly turned: Map<string, Decimal>
  readonly fx: ReturnType<typeof createFxTally>
}

interface Recorded {
  readonly entry: ResultEntry
  readonly residual?: Residual | undefined
}

function recordLine(tallies: RecordTallies, sums: DifferenceSums, { entry, residual }: Recorded): string | undefined {
  const { kind, line } = entry
  if (kind === 'tallystick/result@1' || kind === 'totals' || kind === 'suggestion') return undefined
  const found = recordOutcomes(tallies, entry, { outcome: outcomeOf[kind], isTurned: line['turned'] === true })
  if (isText(found)) return found
  const differences =
    kind === 'match' && isDecision(line) ? decidedDifferences(tallies, entry, { found, residual }) : found
  if (isText(differences)) return differences
  const { variance } = line
  if (kind === 'match' || kind === 'netted')
    addAccepted(sums.accepted, isText(variance) ? variance : 'unlabelled', differences.accepted)
  if (kind !== 'match') return undefined
  for (const [currency, amount] of differences.turned)
    if (amount.coefficient !== 0n) addTo(sums.turned, currency, amount)
  sums.fx.add(line, [...differences.accepted.keys()])
  return undefined
}

const createSuggestionAudit = (tallies: RecordTallies) => ({
  add({ source, target }: ResultEntry): string | undefined {
    const areOpen = [...source.map(tallies.source.suggest), ...target.map(tallies.target.suggest)]
    return areOpen.every(Boolean) ? undefined : 'a suggested record is unknown or matched'
  },
  isSuggested: ({ source, target }: ResultEntry): boolean =>
    source.some(tallies.source.isSuggested) || target.some(tallies.target.isSuggested),
})

const rulesById = (rules: JsonValue | undefined): ReadonlyMap<JsonValue | undefined, JsonObject> =>
  new Map((Array.isArray(rules) ? rules : []).filter(isObject).map((rule) => [rule['id'], rule]))

const outcomeOf = { match: 'matched', break: 'open', excluded: 'excluded', netted: 'netted' } as const

interface Differences {
  /**
   * The sum of the target minus that of the source, by currency; a turned target amount counts with its sign changed.
   */
  readonly accepted: ReadonlyMap<string, Decimal>
  readonly turned: ReadonlyMap<string, Decimal>
}

interface RecordedOutcome {
  readonly outcome: Outcome
  readonly isTurned: boolean
}

/** Notes the outcome of a line's records. Returns the differences between its sides, or a fault. */
function recordOutcomes(
  tallies: RecordTallies,
  { source, target }: ResultEntry,
  { outcome, isTurned }: RecordedOutcome,
): Differences | string {
  const differences = new Map<string, Decimal>()
  const turned = new Map<string, Decimal>()
  for (const id of target) {
    const recorded = tallies.target.record(id, outcome)
    if (isText(recorded)) return recorded
    const { currency, amount } = recorded
    addTo(differences, currency, isTurned ? negated(amount) : amount)
    if (isTurned) addTo(turned, currency, addDecimals(amount, amount))
  }
  for (const id of source) {
    const recorded = tallies.source.record(id, outcome)
    if (isText(recorded)) return recorded
    const { currency, amount } = recorded
    differences.set(currency, subtractDecimals(differences.get(currency) ?? zero, amount))
  }
  return { accepted: differences, turned }
}

/**
 * The auditor's own sum of the differences that conversions left, computed from the match lines alone: see
 * `record-tally.ts`.
 */
function createFxTally() {
  const sums = new Map<string, Decimal>()
  return {
    add({ converted }: JsonObject, currencies: readonly string[]): void {
      if (!isObject(converted) || currencies.length < 2) return
      const { currency, difference } = converted
      const amount = isText(difference) ? parseDecimal(difference) : undefined
      if (!isText(currency) || amount === undefined) return
      addTo(sums, currency, amount)
    },
    sums: (): { [currency: string]: string } =>
      Object.fromEntries([...sums].map(([currency, sum]) => [currency, formatDecimal(sum)])),
  }
}

function addTo(sums: Map<string, Decimal>, currency: string, amount: Decimal): void {
  sums.set(currency, addDecimals(sums.get(currency) ?? zero, amount))
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

const mapMembers = <From, To>(map: ReadonlyMap<string, From>, change: (value: From) => To): { [name: string]: To } =>
  Object.fromEntries([...map].map(([name, value]) => [name, change(value)]))

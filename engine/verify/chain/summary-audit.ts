import type { JsonValue } from '../../base/canonical.ts'
import { isCount, isObject, isText, type JsonObject, jsonText } from '../../base/json-shape.ts'
import { type BreakReason, breakReasons } from '../../result/line.ts'
import { amountsOf, matchRateOf, type RunSummary } from '../../result/summary.ts'
import { type Confidence, confidences } from '../../rules/language.ts'
import type { Ledgers, ResultAudit } from './result-audit.ts'
import type { ResultTally } from './result-tally.ts'

/** The first member of a summary that is not what the result's lines come to. */
export interface SummaryFault {
  readonly member: string
  readonly expected: string
  readonly actual: string
}

/**
 * Compares a run's summary with what the lines of its result come to. `rules` are its effective rules; without them
 * the counts of each rule are not compared. How many ties a rule left to later rules can be bounded from the lines, not
 * recomputed: where the rule holds ties for review it is exact.
 */
export function summaryFault(
  summary: JsonValue,
  { audit, ledgers, rules }: { readonly audit: ResultAudit; readonly ledgers: Ledgers; readonly rules?: JsonValue },
): SummaryFault | undefined {
  const given = isObject(summary) ? summary : {}
  const wanted = summaryOf(given, { audit, ledgers, ...(rules !== undefined && { rules }) })
  const member = [...new Set([...Object.keys(wanted), ...Object.keys(given)])].find(
    (name) => jsonText(given[name]) !== jsonText(wanted[name]),
  )
  if (member === undefined) return undefined
  return { member, expected: jsonText(wanted[member]), actual: jsonText(given[member]) }
}

function summaryOf(
  given: JsonObject,
  { audit, ledgers, rules }: { readonly audit: ResultAudit; readonly ledgers: Ledgers; readonly rules?: JsonValue },
): JsonObject {
  const { tally } = audit
  const source = { matched: ledgers.source.count('matched'), open: ledgers.source.count('open') }
  const target = { matched: ledgers.target.count('matched'), open: ledgers.target.count('open') }
  const tallies = rules === undefined ? given['rules'] : ruleTallies(rules, given['rules'], { tally, ledgers })
  return {
    matchCount: tally.count('match'),
    suggestionCount: tally.count('suggestion'),
    breakCount: tally.count('break'),
    source,
    target,
    confidence: countsOf<Confidence>(confidences, (level) => tally.countOf('match', level)),
    amounts: amountsOf(audit.totals()),
    breaks: countsOf<BreakReason>(
      breakReasons.filter((reason) => tally.reasons().includes(reason)),
      (reason) => tally.countOf('break', reason),
    ),
    ambiguous: sumOfTies(tallies),
    matchRate: matchRateOf(source.matched + target.matched, source.open + target.open),
    rules: tallies,
  } satisfies { readonly [name in keyof RunSummary]: JsonValue | undefined }
}

const countsOf = <Level extends string>(levels: readonly Level[], count: (level: Level) => number) =>
  Object.fromEntries(levels.map((level) => [level, count(level)]))

function ruleTallies(
  rules: JsonValue,
  given: JsonValue | undefined,
  { tally, ledgers }: { readonly tally: ResultTally; readonly ledgers: Ledgers },
): JsonValue {
  const left = { source: countAll(ledgers.source), target: countAll(ledgers.target) }
  const said = new Map(objectsIn(given).map((each) => [each['id'], each['ambiguous']]))
  return objectsIn(rules)
    .filter((rule) => rule['enabled'] !== false)
    .map((rule) => {
      const id = isText(rule['id']) ? rule['id'] : ''
      left.source -= tally.takenBy(id, 'source')
      left.target -= tally.takenBy(id, 'target')
      const ambiguous = tiesOf(rule, { least: tally.tiesOf(id), said: said.get(id) })
      return { id, matches: tally.matchesOf(id), ambiguous, leftSource: left.source, leftTarget: left.target }
    })
}

const countAll = (ledger: Ledgers['source']): number =>
  ledger.count('matched') + ledger.count('open') + ledger.count('excluded')

const objectsIn = (value: JsonValue | undefined): readonly JsonObject[] =>
  Array.isArray(value) ? value.filter(isObject) : []

/** A tie that is held for review is a break to the end; one that is left to later rules may be gone by then. */
function tiesOf(rule: JsonObject, { least, said }: { readonly least: number; readonly said: JsonValue | undefined }) {
  const isExact = rule['action'] === 'exclude' || (rule['action'] === 'match' && rule['ambiguous'] === 'review')
  return !isExact && isCount(said) && said >= least ? said : least
}

function sumOfTies(tallies: JsonValue | undefined): number {
  return objectsIn(tallies).reduce((sum, { ambiguous }) => sum + (isCount(ambiguous) ? ambiguous : 0), 0)
}

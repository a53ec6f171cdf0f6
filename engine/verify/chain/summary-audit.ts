import type { JsonValue } from '../../base/canonical.ts'
import { formatDecimal } from '../../base/decimal.ts'
import { isCount, isObject, isText, type JsonObject, jsonText } from '../../base/json-shape.ts'
import { type Side, sides } from '../../record/side.ts'
import { type BreakReason, breakReasons, type TotalsLine } from '../../result/line.ts'
import type { RunSummary } from '../../result/summary.ts'
import { type Confidence, confidences } from '../../rules/language/language.ts'
import type { RecordTallies, RecordTally } from './record-tally.ts'
import type { ResultAudit } from './result-audit.ts'
import type { ResultTally } from './result-tally.ts'

/** The auditor's own summary of a run, computed from the tallies of its lines: see `record-tally.ts`. */

interface SummaryFault {
  readonly member: string
  readonly expected: string
  readonly actual: string
}

interface Evidence {
  readonly audit: ResultAudit
  readonly tallies: RecordTallies
  /** The effective rules. Without them the counts of each rule are not compared. */
  readonly rules?: JsonValue
}

/**
 * The first member of a run's summary that disagrees with the lines of its result. Ties are counted exactly for a rule
 * that holds them for review; for a rule that leaves them to later rules the lines give only a minimum.
 */
export function summaryFault(summary: JsonValue, evidence: Evidence): SummaryFault | undefined {
  const actual = isObject(summary) ? summary : {}
  const expected = summaryOf(actual, evidence)
  const member = [...new Set([...Object.keys(expected), ...Object.keys(actual)])].find(
    (name) => textOf(actual, name) !== textOf(expected, name),
  )
  return member === undefined
    ? undefined
    : { member, expected: textOf(expected, member), actual: textOf(actual, member) }
}

/** Every object has a `__proto__`, which is no member. */
const textOf = (object: JsonObject, name: string): string =>
  jsonText(Object.hasOwn(object, name) ? object[name] : undefined)

/**
 * The summary computed from the lines. Counts of ties are copied from `stored` where the lines do not contradict them.
 */
function summaryOf(stored: JsonObject, { audit, tallies, rules }: Evidence): JsonObject {
  const { tally } = audit
  const [source, target] = [countsOfSide(tallies.source), countsOfSide(tallies.target)]
  const ruleCounts = rules === undefined ? stored['rules'] : countsByRule(rules, stored['rules'], { tally, tallies })
  return {
    matchCount: tally.count('match'),
    nettedCount: tally.count('netted'),
    residualCount: tally.count('residual'),
    suggestionCount: tally.count('suggestion'),
    breakCount: tally.count('break'),
    source,
    target,
    confidence: countsOf<Confidence>(confidences, (level) => tally.countOf('match', level)),
    amounts: amountsIn(audit.totals()),
    turned: audit.totals().turned,
    breaks: countsOf<BreakReason>(
      breakReasons.filter((reason) => tally.reasons().includes(reason)),
      (reason) => tally.countOf('break', reason),
    ),
    ambiguous: sumOfTies(ruleCounts),
    matchRate: rateOf(source.matched + target.matched, source.open + target.open),
    rules: ruleCounts,
  } satisfies { readonly [name in keyof RunSummary]: JsonValue | undefined }
}

const countsOfSide = (tally: RecordTally) => ({
  matched: tally.count('matched'),
  open: tally.count('open'),
  netted: tally.count('netted'),
})

const countsOf = <Level extends string>(levels: readonly Level[], count: (level: Level) => number) =>
  Object.fromEntries(levels.map((level) => [level, count(level)]))

function amountsIn({ source, target }: TotalsLine): JsonObject {
  const [sourceTotals, targetTotals] = [new Map(Object.entries(source)), new Map(Object.entries(target))]
  const amountsOf = (currency: string) => ({
    sourceMatched: sourceTotals.get(currency)?.matched ?? '0',
    sourceOpen: sourceTotals.get(currency)?.open ?? '0',
    targetMatched: targetTotals.get(currency)?.matched ?? '0',
    targetOpen: targetTotals.get(currency)?.open ?? '0',
  })
  const currencies = [...sourceTotals.keys(), ...targetTotals.keys()]
  return Object.fromEntries(currencies.map((currency) => [currency, amountsOf(currency)]))
}

/** The match rate: matched ÷ (matched + open), rounded half up to four digits, but below 1 while a record is open. */
function rateOf(matched: number, open: number): string {
  if (open === 0) return matched === 0 ? '0' : '1'
  const inScope = BigInt(matched + open)
  const rounded = (20_000n * BigInt(matched) + inScope) / (2n * inScope)
  return formatDecimal({ coefficient: rounded < 9_999n ? rounded : 9_999n, scale: 4 })
}

function countsByRule(
  rules: JsonValue,
  stored: JsonValue | undefined,
  { tally, tallies }: { readonly tally: ResultTally; readonly tallies: RecordTallies },
): JsonValue {
  const ids = objectsIn(rules).map(({ id }) => (isText(id) ? id : ''))
  // Matches by hand, which name no rule, come before the first one, with what they leave over.
  const countRead = (side: Side): number =>
    countAll(tallies[side]) - ids.reduce((count, id) => count + tally.leftOverBy(id, side), tally.takenBy('', side))
  const left = { source: countRead('source'), target: countRead('target') }
  const storedTies = new Map(objectsIn(stored).map(({ id, ambiguous }) => [id, ambiguous]))
  return objectsIn(rules)
    .filter(({ enabled }) => enabled !== false)
    .map((rule) => {
      const id = isText(rule['id']) ? rule['id'] : ''
      for (const side of sides) left[side] += tally.leftOverBy(id, side) - tally.takenBy(id, side)
      const ambiguous = tiesOf(rule, { least: tally.tiesOf(id), stored: storedTies.get(id) })
      const taken = { matches: tally.matchesOf(id), netted: tally.nettedBy(id) }
      return { id, ...taken, ambiguous, leftSource: left.source, leftTarget: left.target }
    })
}

const countAll = (tally: RecordTally): number =>
  tally.count('matched') + tally.count('open') + tally.count('excluded') + tally.count('netted')

const objectsIn = (value: JsonValue | undefined): readonly JsonObject[] =>
  Array.isArray(value) ? value.filter(isObject) : []

/**
 * Ties held for review are breaks, exactly `least` of them. Ties left to later rules may be matched by now, so there
 * may have been more.
 */
function tiesOf(
  rule: JsonObject,
  { least, stored }: { readonly least: number; readonly stored: JsonValue | undefined },
) {
  const isExact = rule['action'] === 'exclude' || (rule['action'] === 'match' && rule['ambiguous'] === 'review')
  return !isExact && isCount(stored) && stored >= least ? stored : least
}

function sumOfTies(ruleCounts: JsonValue | undefined): number {
  return objectsIn(ruleCounts).reduce((sum, { ambiguous }) => sum + (isCount(ambiguous) ? ambiguous : 0), 0)
}

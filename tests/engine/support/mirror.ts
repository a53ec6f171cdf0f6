import { canonicalize, type JsonValue } from '../../../engine/base/canonical.ts'
import type { BreakLine, CandidateLine, MatchLine } from '../../../engine/result/line.ts'
import type { CriterionInput, RuleInput, SumInput } from '../../../engine/rules/language/written-form.ts'
import { matchIdOf, nettedIdOf } from './lines.ts'
import type { Result } from './run.ts'

/** The same rules with source and target changed over. */
export const mirrorRules = (rules: readonly RuleInput[]): RuleInput[] =>
  rules.map(({ match, where, sum, cardinality, side, ...rest }) => ({
    ...rest,
    ...(side !== undefined && { side: otherSide(side), cardinality, sum, match }),
    ...(side === undefined && cardinality && { cardinality: mirrorCardinality(cardinality) }),
    ...(side === undefined && sum && { sum: mirrorSum(sum) }),
    ...(side === undefined &&
      match && { match: match.flatMap((criterion) => (criterion ? [mirrorCriterion(criterion)] : [])) }),
    ...(where && { where: { source: where.target, target: where.source } }),
  }))

function mirrorCardinality(cardinality: NonNullable<RuleInput['cardinality']>): typeof cardinality {
  if (cardinality === '1:n') return 'n:1'
  return cardinality === 'n:1' ? '1:n' : cardinality
}

const mirrorSum = ({ source, target, tolerance, sign }: SumInput): SumInput => ({
  source: target,
  target: source,
  sign,
  ...(tolerance !== undefined && { tolerance: mirrorTolerance(tolerance, sign) }),
})

function mirrorCriterion({
  sourceField,
  targetField,
  tolerance,
  days,
  businessDays,
  ...rest
}: CriterionInput): CriterionInput {
  return {
    ...rest,
    ...(sourceField && targetField && { sourceField: targetField, targetField: sourceField }),
    ...(tolerance !== undefined && { tolerance: mirrorTolerance(tolerance, rest.sign) }),
    ...(days !== undefined && { days: mirrorDays(days) }),
    ...(businessDays !== undefined && { businessDays: mirrorDays(businessDays) }),
  }
}

function mirrorDays(days: NonNullable<CriterionInput['days']>): NonNullable<CriterionInput['days']> {
  if (typeof days === 'number') return days
  return 'from' in days ? { from: -days.to, to: -days.from } : { before: days.after, after: days.before }
}

/** Under `opposite` the compared difference is source + target, which knows no direction. */
function mirrorTolerance(
  tolerance: NonNullable<CriterionInput['tolerance']>,
  sign: CriterionInput['sign'],
): NonNullable<CriterionInput['tolerance']> {
  if (typeof tolerance !== 'object') return tolerance
  const { from, to, of, ...rest } = tolerance
  if (from !== undefined && to !== undefined)
    return sign === 'opposite' ? tolerance : { from: negative(String(to)), to: negative(String(from)) }
  const other = of === 'source' ? 'target' : of === 'target' ? 'source' : of
  return { ...rest, ...(other && { of: other }) }
}

function negative(decimal: string): string {
  if (decimal === '0') return decimal
  return decimal.startsWith('-') ? decimal.slice(1) : `-${decimal}`
}

/** What a result says, read from this side or from the other: the same text for a result and its mirror image. */
export function readFrom(side: 'source' | 'target', result: Result): string[] {
  const nettingRules = new Set(result.policy.rules.flatMap(({ id, side: own }) => (own === undefined ? [] : [id])))
  const turn: Turn = { turned: side === 'target', nettingRules }
  const idOf = new Map([
    ...result.matches.map((line) => [matchIdOf(line), `match of ${turned(turn, line.source, line.target)}`] as const),
    ...result.netted.map((line) => [nettedIdOf(line), `netting of ${line.records}`] as const),
  ])
  return [
    ...result.matches.map((line) => canonicalize(turnMatch(turn, line))),
    ...result.suggestions.map((line) => canonicalize(turnMatch(turn, line))),
    ...result.breaks.map((line) => canonicalize(turnBreak(turn, line, idOf))),
    ...result.netted.map((line) => canonicalize({ ...line, side: turn.turned ? otherSide(line.side) : line.side })),
    ...result.excluded.map(({ source, target, ...rest }) => canonicalize({ ...rest, ...sides(turn, source, target) })),
    canonicalize(turnTotals(turn, result)),
  ].sort()
}

interface Turn {
  readonly turned: boolean
  /** Rules in which a positive record stays in the place of the source, whichever side it is of. */
  readonly nettingRules: ReadonlySet<string>
}

function turned<Value>({ turned }: Pick<Turn, 'turned'>, source: Value, target: Value): readonly [Value, Value] {
  return turned ? [target, source] : [source, target]
}

function sides<Value>(turn: Turn, source: Value, target: Value): { readonly source: Value; readonly target: Value } {
  const [left, right] = turned(turn, source, target)
  return { source: left, target: right }
}

const fieldName = (turn: Turn, name: string): string => {
  const [source, target] = name.split('/')
  return target === undefined ? name : turned(turn, source, target).join('/')
}

/** A difference keeps its size; which sign it has follows from the criterion's own. */
const size = (difference: string | undefined): string | undefined => difference?.replace('-', '')

const daysOf = ({ turned }: Turn, days: number | undefined): number | undefined =>
  days === undefined ? undefined : turned ? -days : days

function turnMatch(turn: Turn, line: MatchLine): JsonValue {
  const { source, target, equal, differ, sum, difference, days, ...rest } = line
  const renamed = <Value>(values: { readonly [name: string]: Value } = {}): [string, Value][] =>
    Object.entries(values).map(([name, value]) => [fieldName(turn, name), value])
  return {
    ...rest,
    ...sides(turn, source, target),
    equal: Object.fromEntries(renamed(equal)),
    differ: Object.fromEntries(renamed(differ).map(([name, values]) => [name, turned(turn, ...values)])),
    sum: sum && turned(turn, ...sum),
    difference: size(difference),
    days: daysOf(turn, days),
  }
}

function turnBreak(turn: Turn, line: BreakLine, idOf: ReadonlyMap<string, string>): JsonValue {
  const { source, target, difference, days, failed, candidates, counts, repeats, reason, taken, partOf, ...rest } = line
  const isNetted = failed !== undefined && turn.nettingRules.has(failed.rule)
  const turnCandidate = (each: NonNullable<BreakLine['candidates']>[number]): string =>
    canonicalize({
      ...(each.side === undefined ? turnPair(turn, each) : turnNetted(turn, each)),
      difference: size(each.difference),
      takenBy: each.takenBy === undefined ? undefined : (idOf.get(each.takenBy) ?? 'no match'),
    })
  const missing = { missing_in_source: 'missing_in_target', missing_in_target: 'missing_in_source' }
  return {
    ...rest,
    reason: turn.turned && isMissing(reason) ? missing[reason] : reason,
    ...sides(turn, source, target),
    difference: size(difference),
    // Of a booking on several days they are from the first to the last, whichever side it is of.
    days: isNetted || reason === 'duplicate' ? days : daysOf(turn, days),
    failed: failed && {
      rule: failed.rule,
      code: failed.code,
      field: failed.field === undefined || isNetted ? failed.field : fieldName(turn, failed.field),
    },
    partOf: partOf && {
      ...partOf,
      side: turn.turned ? otherSide(partOf.side) : partOf.side,
      difference: partOf.difference.replace('-', ''),
    },
    counts: counts && sides(turn, counts.source, counts.target),
    repeats: repeats?.map((id) => idOf.get(id) ?? 'no match').sort(),
    candidates: candidates?.map(turnCandidate).sort(),
    taken: taken?.map(turnCandidate).sort(),
  }
}

const turnPair = (turn: Turn, { source, target, days }: CandidateLine) => ({
  ...sides(turn, source, target),
  days: daysOf(turn, days),
})

/** A positive record stays in the place of the source, whichever side it is of. */
const turnNetted = ({ turned }: Turn, { source, target, side = 'source', days }: CandidateLine) => ({
  source,
  target,
  side: turned ? otherSide(side) : side,
  days,
})

const otherSide = (side: 'source' | 'target') => (side === 'source' ? 'target' : 'source')

const isMissing = (reason: string): reason is 'missing_in_source' | 'missing_in_target' =>
  reason === 'missing_in_source' || reason === 'missing_in_target'

/** A difference after a turned sign has no direction, so that the totals of turned matches say nothing of the other's. */
function turnTotals(turn: Turn, { totals: { source, target, accepted, fx = {} }, matches }: Result): JsonValue {
  if (matches.some((match) => match.turned)) return { ...sides(turn, source, target) }
  const negated = Object.entries(accepted).map(([currency, labels]) => [
    currency,
    Object.fromEntries(Object.entries(labels).map(([label, sum]) => [label, turn.turned ? negative(sum) : sum])),
  ])
  return { ...sides(turn, source, target), accepted: Object.fromEntries(negated), fx }
}

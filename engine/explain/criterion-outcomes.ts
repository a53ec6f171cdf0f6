import { at } from '../base/at.ts'
import { formatDecimal } from '../base/decimal.ts'
import { type BoundRule, bindRule } from '../match/state/bound-rule.ts'
import type { Rows, RunState } from '../match/state/run-state.ts'
import { sideOfPlace } from '../match/state/seen-run.ts'
import type { Side } from '../record/side.ts'
import { canonicalText } from '../result/compared.ts'
import { writtenSum } from '../result/compared-group.ts'
import { sumName } from '../rules/amounts/sum.ts'
import type { BoundCriterion } from '../rules/criteria/bound-criterion.ts'
import type { BoundSum } from '../rules/criteria/bound-sum.ts'
import type { Converted } from '../rules/criteria/comparison-answers.ts'
import type { Deviation } from '../rules/criteria/deviation.ts'
import type { Rule } from '../rules/language/language.ts'
import { describeCriterion } from '../rules/words/describe-criterion.ts'
import { sumWords } from '../rules/words/sum-words.ts'

export type CriterionOutcome = Deviation & {
  readonly words: string
  /** The field’s name as in results: `amount`, `description/reference`; `sum` for the sum of a rule. */
  readonly name: string
  /** `equal`: the values are the same text. `holds`: the rule accepts them although they differ or are absent. */
  readonly outcome: 'equal' | 'holds' | 'skipped' | 'fails'
  /** At most six distinct values of the source records. */
  readonly source: readonly string[]
  readonly target: readonly string[]
  /**
   * The texts of a pair after the rule’s steps, where a step changes one of them; null for a text that becomes blank.
   */
  readonly compared?: readonly [string | null, string | null]
  readonly converted?: Converted
  /** How alike the texts are, in basis points, for a criterion on alike texts. */
  readonly similarity?: number
}

/** The rows that a rule compares. Under a netting rule both lists are of its one side. */
interface RecordsUnderRule extends Rows {
  readonly rule: string
}

const comparedPairCountMax = 1_000

const valueCountMax = 6

/**
 * How records meet each criterion of a rule, in order, and last a group's sum. Of several pairs, at most
 * `comparedPairCountMax`, it reports the worst outcome, the most days and the least similarity. Undefined where the run
 * has no such rule, or a side no rows.
 */
export function outcomesUnderRule(
  run: RunState,
  { rule: id, source, target }: RecordsUnderRule,
): readonly CriterionOutcome[] | undefined {
  const known = run.rules.find(({ compiled }) => compiled.rule.id === id)
  if (known === undefined || source.length === 0 || target.length === 0) return undefined
  const rule = boundTo(run, known, { source, target })
  const { rule: words } = rule.compiled
  const own = rule.criteria.map((bound, index): CriterionOutcome => {
    const pairs = pairsOf({ source, target }).map(([s, t]) => outcomeOfPair({ run, rule, bound }, s, t))
    return { words: criterionWords(words, index), name: bound.criterion.name, ...merged(pairs) }
  })
  const { sum } = rule
  const isOfOne = sum === undefined || words.sum === undefined || words.cardinality === '1:1'
  return isOfOne ? own : [...own, outcomeOfSum({ ...rule, sum }, words.sum, { source, target })]
}

/** Binds a rule anew where a row is a residual that came after the rule's own pass. */
function boundTo(run: RunState, rule: BoundRule, { source, target }: Rows): BoundRule {
  const [first] = rule.criteria
  const isKnown =
    first === undefined ||
    (source.every((row) => row < first.rowCounts.source) && target.every((row) => row < first.rowCounts.target))
  return isKnown ? rule : bindRule(rule.compiled, { source: run.source.table, target: run.target.table })
}

function pairsOf({ source, target }: Rows): readonly (readonly [number, number])[] {
  const pairs: (readonly [number, number])[] = []
  for (const s of source)
    for (const t of target) {
      if (pairs.length >= comparedPairCountMax) return pairs
      pairs.push([s, t])
    }
  return pairs
}

/** A criterion in words. After the criteria of `match` comes the sum of a 1:1 rule or the signs of amounts. */
function criterionWords({ match = [], sum, sign }: Rule, index: number): string {
  if (index < match.length) return describeCriterion(at(match, index))
  if (sum !== undefined) return sumWords(sum, true)
  return sign === 'opposite' ? 'amounts of opposite signs' : 'amounts of the same sign'
}

interface ComparedBy {
  readonly run: RunState
  readonly rule: BoundRule
  readonly bound: BoundCriterion
}

type PairOutcome = Omit<CriterionOutcome, 'words' | 'name'>

function outcomeOfPair(by: ComparedBy, s: number, t: number): PairOutcome {
  const { bound } = by
  const [source, target] = shownValues(by, s, t)
  const verdict = bound.verdict(s, t)
  const isEqual = verdict === 'holds' && source !== undefined && source === target
  const similarity = bound.similarity?.(s, t)
  const converted = bound.converted?.(s, t)
  return {
    outcome: isEqual ? 'equal' : verdict,
    source: source === undefined ? [] : [source],
    target: target === undefined ? [] : [target],
    ...comparedTexts(bound, [s, t], [source, target]),
    ...(bound.hasValues(s, t) && bound.deviation(s, t)),
    ...(converted && { converted }),
    ...(similarity !== undefined && { similarity }),
  }
}

type Texts = readonly [string | undefined, string | undefined]

function shownValues({ run, rule, bound: { criterion } }: ComparedBy, s: number, t: number): Texts {
  const { sum } = rule
  if (criterion.name === sumName && sum !== undefined)
    return [sumText(rule, 'source', sum.sourceUnits(s)), sumText(rule, 'target', sum.targetUnits(t))]
  const tableOf = (place: 'source' | 'target') => run[sideOfPlace(rule, place)].table
  return [
    canonicalText(tableOf('source'), criterion.sourceField, s),
    canonicalText(tableOf('target'), criterion.targetField, t),
  ]
}

function comparedTexts(
  { criterion, sourceValue, targetValue }: BoundCriterion,
  [s, t]: readonly [number, number],
  [source, target]: Texts,
): Pick<CriterionOutcome, 'compared'> {
  if (criterion.kind.type !== 'text') return {}
  const [a, b] = [sourceValue(s), targetValue(t)]
  if (a === source && b === target) return {}
  const textOf = (value: typeof a): string | null => (typeof value === 'string' ? value : null)
  return { compared: [textOf(a), textOf(b)] }
}

const sumText = (rule: BoundRule, place: Side, units: bigint | undefined): string | undefined =>
  units === undefined ? undefined : writtenSum(rule, place, units)

/** One outcome for all pairs: the worst, with the pairs' distinct values, most days and least similarity. */
function merged(pairs: readonly PairOutcome[]): PairOutcome {
  const [only] = pairs
  if (only !== undefined && pairs.length === 1) return only
  const days = farthest(pairs.map((pair) => pair.days ?? 0))
  const alike = pairs.flatMap(({ similarity }) => similarity ?? [])
  return {
    outcome: outcomeOrder.find((outcome) => pairs.some((pair) => pair.outcome === outcome)) ?? 'equal',
    source: valuesOf(pairs.map(({ source }) => source)),
    target: valuesOf(pairs.map(({ target }) => target)),
    ...(days !== 0 && { days }),
    ...(alike.length > 0 && { similarity: alike.reduce((least, each) => Math.min(least, each)) }),
  }
}

const outcomeOrder = ['fails', 'holds', 'skipped', 'equal'] as const

const farthest = (numbers: readonly number[]): number =>
  numbers.reduce((most, each) => (Math.abs(each) > Math.abs(most) ? each : most), 0)

const valuesOf = (lists: readonly (readonly string[])[]): readonly string[] =>
  [...new Set(lists.flat())].slice(0, valueCountMax)

function outcomeOfSum(
  rule: BoundRule & { readonly sum: BoundSum },
  written: NonNullable<Rule['sum']>,
  { source, target }: Rows,
): CriterionOutcome {
  const { sum } = rule
  const [own, other] = [added(source.map(sum.sourceUnits)), added(target.map(sum.targetUnits))]
  const texts = [sumText(rule, 'source', own), sumText(rule, 'target', other)]
  const [ownTexts, otherTexts] = texts.map((text) => (text === undefined ? [] : [text]))
  const common = { words: sumWords(written, false), name: sumName, source: ownTexts ?? [], target: otherTexts ?? [] }
  if (own === undefined || other === undefined) return { ...common, outcome: 'fails' }
  const coefficient = sum.difference(own, other)
  return {
    ...common,
    outcome: sum.holds(own, other) ? (texts[0] === texts[1] ? 'equal' : 'holds') : 'fails',
    ...(coefficient !== 0n && { difference: formatDecimal({ coefficient, scale: sum.scale }) }),
  }
}

/** The sum; undefined where a record lacks a value. */
const added = (units: readonly (bigint | undefined)[]): bigint | undefined =>
  units.reduce<bigint | undefined>(
    (sum, each) => (sum === undefined || each === undefined ? undefined : sum + each),
    0n,
  )

import { at } from '../../base/at.ts'
import type { BySide, Side } from '../../record/side.ts'
import type { Table } from '../../record/table.ts'
import type { CompiledRule } from '../../rules/compiled-policy.ts'
import { type BoundCriterion, bindCriterion } from '../../rules/criteria/bound-criterion.ts'
import { type BoundSum, bindSum } from '../../rules/criteria/bound-sum.ts'
import { type ComparedValue, isKey } from '../../rules/criteria/criterion-kind.ts'
import { bindFilters } from '../../rules/filter-rows.ts'
import type { WholeFacts } from './whole-facts.ts'

export interface BoundRule {
  readonly compiled: CompiledRule
  readonly criteria: readonly BoundCriterion[]
  readonly sum?: BoundSum
  /** Whether the rule's `where` lets a row take part. A row that was added after the rule was bound takes no part. */
  readonly sourceTakesPart: (row: number) => boolean
  readonly targetTakesPart: (row: number) => boolean
}

/**
 * A netting rule is bound to its one side in both places. `facts` are needed where the tables hold only some of the
 * records.
 */
export function bindRule(compiled: CompiledRule, tables: BySide<Table>, facts?: WholeFacts): BoundRule {
  const { side } = compiled.rule
  return bindPlaces(compiled, side === undefined ? tables : { source: tables[side], target: tables[side] }, facts)
}

export function bindPlaces(
  compiled: CompiledRule,
  { source, target }: BySide<Table>,
  facts?: Pick<WholeFacts, 'tellsApart'>,
): BoundRule {
  const { sum, id } = compiled.rule
  return {
    compiled,
    ...(sum && { sum: bindSum(sum, source, target) }),
    criteria: compiled.criteria.map((criterion, position) =>
      bindCriterion(criterion, {
        source,
        target,
        tellsApart: facts && ((place) => facts.tellsApart(id, position, place)),
      }),
    ),
    sourceTakesPart: amongRows(source, bindFilters(compiled.filters.source, source)),
    targetTakesPart: amongRows(target, bindFilters(compiled.filters.target, target)),
  }
}

const amongRows =
  ({ rowCount }: Table, takesPart: (row: number) => boolean) =>
  (row: number): boolean =>
    row < rowCount && takesPart(row)

export const takesPartOf = (rule: BoundRule, side: Side): ((row: number) => boolean) =>
  side === 'source' ? rule.sourceTakesPart : rule.targetTakesPart

export const valueAt = (bound: BoundCriterion, side: Side, row: number): ComparedValue | undefined =>
  side === 'source' ? bound.sourceValue(row) : bound.targetValue(row)

/**
 * The blocking key of a row under `criteria`: rows pair only with rows of an equal key, in whatever tables. Undefined
 * when no pair of the row can meet all criteria. Rows without a value have a key of their own, since an absent value
 * meets absent values only.
 */
export function blockingKey(criteria: readonly BoundCriterion[], side: Side, row: number): string | undefined {
  let key = ''
  for (const bound of criteria) {
    const value = valueAt(bound, side, row)
    if (value === undefined && bound.criterion.nulls === 'fail') return undefined
    if (bound.criterion.blocking === undefined) continue
    const part = value === undefined ? undefined : bound.keyPart(value)
    if (value !== undefined && part === undefined) return undefined
    key += part === undefined ? '-' : spell(part, bound.scale)
  }
  return key
}

/** Trailing zeros of amounts are dropped: the key of a record does not depend on the other records of its table. */
function spell(part: ComparedValue, scale: number): string {
  if (typeof part === 'string') return `${part.length}:${part};`
  let digits = scale
  if (typeof part === 'bigint') {
    let units = part
    for (; digits > 0 && units % 10n === 0n; digits--) units /= 10n
    return `n:${units}e-${digits};`
  }
  let units = part
  for (; digits > 0 && units % 10 === 0; digits--) units /= 10
  return `n:${units}e-${digits};`
}

export type OfPair<Value> = (source: number, target: number) => Value

/**
 * A test whether a pair of one block meets `criteria`, at least one of them on values of both sides. Keys are equal
 * throughout a block, so that `first`, any pair of it, shows whether they have values.
 */
export const pairTest = (
  criteria: readonly BoundCriterion[],
  first: PairOfRows,
  held: readonly BoundCriterion[] = [],
): OfPair<boolean> => pairTests(criteria, { held })(first)

interface PairTestOptions {
  readonly held?: readonly BoundCriterion[]
  /** A criterion that pairs have to fail. Most pairs do, so that it is tested after the others of its cost. */
  readonly missed?: BoundCriterion | undefined
}

export function pairTests(
  criteria: readonly BoundCriterion[],
  { held = [], missed }: PairTestOptions = {},
): (first: PairOfRows) => OfPair<boolean> {
  const [keys, open] = [criteria.filter(isBoundKey), criteria.filter((bound) => !isBoundKey(bound))]
  const tested = open.filter((bound) => !isCostly(bound) && !held.includes(bound))
  const costly = open.filter(isCostly)
  const [missedFirst, missedLast] = missed && isCostly(missed) ? [undefined, missed] : [missed, undefined]
  return (first) => {
    const keysHaveValues = keys.some((bound) => bound.hasValues(first.source, first.target))
    return (source, target) =>
      failsNone(tested, source, target) &&
      (missedFirst === undefined || missedFirst.verdict(source, target) === 'fails') &&
      (keysHaveValues || open.some((bound) => bound.hasValues(source, target))) &&
      failsNone(costly, source, target) &&
      (missedLast === undefined || missedLast.verdict(source, target) === 'fails')
  }
}

/** A loop, since millions of pairs are tested: `every` would make a function for each. */
function failsNone(criteria: readonly BoundCriterion[], source: number, target: number): boolean {
  for (let index = 0; index < criteria.length; index++)
    if (at(criteria, index).verdict(source, target) === 'fails') return false
  return true
}

interface PairOfRows {
  readonly source: number
  readonly target: number
}

const isBoundKey = ({ criterion }: BoundCriterion): boolean => isKey(criterion)

/** Whether comparing texts under the criterion takes many steps: then it is tested last. */
export const isCostly = ({ textWork }: BoundCriterion): boolean => textWork !== undefined

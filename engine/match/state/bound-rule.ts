import { at, uint32At } from '../../base/at.ts'
import type { BySide, Side } from '../../record/side.ts'
import type { Table } from '../../record/table.ts'
import { turnedTable } from '../../record/turned-table.ts'
import type { CompiledRule } from '../../rules/compiled-policy.ts'
import { type BoundCriterion, bindCriterion } from '../../rules/criteria/bound-criterion.ts'
import type { ComparedRows } from '../../rules/criteria/bound-sift.ts'
import { type BoundSum, bindSum } from '../../rules/criteria/bound-sum.ts'
import { type ComparedValue, isKey } from '../../rules/criteria/criterion-kind.ts'
import { bindFilters } from '../../rules/filter-rows.ts'
import type { WholeFacts } from './whole-facts.ts'

export interface BoundRule {
  readonly compiled: CompiledRule
  readonly criteria: readonly BoundCriterion[]
  readonly sum?: BoundSum
  /** Whether the rule's `where` lets a row take part. Rows that were added after the rule was bound take no part. */
  readonly sourceTakesPart: (row: number) => boolean
  readonly targetTakesPart: (row: number) => boolean
}

/**
 * Binds a rule to the tables. A netting rule reads the table of its one side in both places. `facts` are needed where
 * the tables hold only some of the records.
 */
export function bindRule(compiled: CompiledRule, tables: BySide<Table>, facts?: WholeFacts): BoundRule {
  const { side } = compiled.rule
  return bindPlaces(compiled, side === undefined ? tables : { source: tables[side], target: tables[side] }, facts)
}

/** A table of the records in one place of a rule, as the rule sees their amounts. */
export const tableSeenBy = ({ rule, turns }: CompiledRule, place: Side, table: Table): Table =>
  turns[rule.side ?? place] ? turnedTable(table) : table

export function bindPlaces(
  compiled: CompiledRule,
  tables: BySide<Table>,
  facts?: Pick<WholeFacts, 'tellsApart'>,
): BoundRule {
  const source = tableSeenBy(compiled, 'source', tables.source)
  const target = tableSeenBy(compiled, 'target', tables.target)
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
 * The blocking key of a row under `criteria`: only rows of equal keys can pair, also across tables. Undefined when no
 * pair of the row can meet all criteria. A missing value is part of the key, since it pairs only with missing values.
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

/** A value as a text. Drops trailing zeros of amounts, so that a key does not depend on the scale of its table. */
export function spell(part: ComparedValue, scale: number): string {
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
 * Tests whether a pair of one block meets `criteria`, at least one of them by values of both sides; `held` are known to
 * be met. Any pair of the block may be `first`: it shows whether the keys have values, since keys are equal throughout
 * a block.
 */
export function pairTest(
  criteria: readonly BoundCriterion[],
  first: PairOfRows,
  held: readonly BoundCriterion[] = [],
): OfPair<boolean> {
  const { keys, open, cheap, costly } = byCost(criteria)
  const tested = cheap.filter((bound) => !held.includes(bound))
  const keysHaveValues = haveValues(keys, first.source, first.target)
  return (source, target) =>
    failsNone(tested, source, target) &&
    (keysHaveValues || haveValues(open, source, target)) &&
    failsNone(costly, source, target)
}

/** `pairTest` for the only pair of a block, whichever block it is: makes nothing for a pair. */
export function onlyPairTest(criteria: readonly BoundCriterion[]): OfPair<boolean> {
  const { cheap, costly } = byCost(criteria)
  // A pair without values fails such a criterion.
  const isProven = criteria.some(({ criterion: { nulls, kind } }) => nulls === 'fail' && !kind.provesNothing)
  return (source, target) =>
    failsNone(cheap, source, target) &&
    (isProven || haveValues(criteria, source, target)) &&
    failsNone(costly, source, target)
}

/**
 * Splits criteria: rows of one block meet `keys`; `open` have to be compared, and are `costly` if they compare texts,
 * else `cheap`.
 */
function byCost(criteria: readonly BoundCriterion[]) {
  const [keys, open] = [criteria.filter(isBoundKey), criteria.filter((bound) => !isBoundKey(bound))]
  return { keys, open, cheap: open.filter((bound) => !isCostly(bound)), costly: open.filter(isCostly) }
}

/**
 * Sifts the rows that a row of a block is compared with, as `pairTests` tests pairs: those stay that meet `criteria`,
 * and fail `missed` if there is one. Most pairs do fail it, so it is tested after the other cheap or costly criteria.
 */
export function pairSift(
  criteria: readonly BoundCriterion[],
  missed: BoundCriterion | undefined,
): (rows: ComparedRows) => void {
  const { keys, open, cheap, costly } = byCost(criteria)
  const [missedFirst, missedLast] = missed && isCostly(missed) ? [undefined, missed] : [missed, undefined]
  return (rows) => {
    for (const bound of cheap) if (rows.count > 0) bound.sift(rows, 'held')
    if (rows.count > 0) missedFirst?.sift(rows, 'failed')
    if (rows.count > 0 && !keysHaveValues(keys, rows)) keepValues(open, rows)
    for (const bound of costly) if (rows.count > 0) bound.sift(rows, 'held')
    if (rows.count > 0) missedLast?.sift(rows, 'failed')
  }
}

/** Any pair of a block shows whether its keys have values. */
function keysHaveValues(keys: readonly BoundCriterion[], { side, row, others }: ComparedRows): boolean {
  const other = uint32At(others, 0)
  const [source, target] = side === 'source' ? [row, other] : [other, row]
  return haveValues(keys, source, target)
}

function keepValues(criteria: readonly BoundCriterion[], rows: ComparedRows): void {
  const { side, row, others } = rows
  let count = 0
  for (let index = 0; index < rows.count; index++) {
    const other = uint32At(others, index)
    const [source, target] = side === 'source' ? [row, other] : [other, row]
    if (criteria.some((bound) => bound.hasValues(source, target))) others[count++] = other
  }
  rows.count = count
}

/** A loop instead of `every`: millions of pairs are tested, and `every` would make a function for each. */
function haveValues(criteria: readonly BoundCriterion[], source: number, target: number): boolean {
  for (let index = 0; index < criteria.length; index++) if (at(criteria, index).hasValues(source, target)) return true
  return false
}

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

/** Whether comparing texts under the criterion takes many steps. Costly criteria are tested last. */
export const isCostly = ({ textWork }: BoundCriterion): boolean => textWork !== undefined

import { itemSideOf } from '../../match/groups/anchors.ts'
import { listingCriterion } from '../../match/groups/listings.ts'
import { type BoundRule, bindPlaces, blockingKey, takesPartOf } from '../../match/state/bound-rule.ts'
import type { WholeFacts } from '../../match/state/whole-facts.ts'
import type { BySide, Side } from '../../record/side.ts'
import type { Table } from '../../record/table.ts'
import { createTableBuilder } from '../../record/table-builder.ts'
import { type PairJoin, pairJoins } from '../../result/pair-joins.ts'
import type { CompiledPolicy, CompiledRule } from '../../rules/compiled-policy.ts'
import type { BoundCriterion } from '../../rules/criteria/bound-criterion.ts'

/** A search for pairs under one rule. It is not bound to records yet. */
export interface ReasonJoin {
  readonly compiled: CompiledRule
  /** The position of the rule among the enabled rules. Residuals that this rule or a later one left take no part. */
  readonly position: number
  /** The index of the criterion that the pairs fail; undefined for pairs that meet all criteria. */
  readonly failed: number | undefined
  /** Whether one text of a pair lists the other. */
  readonly isListed: boolean
  readonly stepCountMax: number
  readonly none: Table
}

/** All searches of a policy: first for near misses, then for matched records that meet every criterion. */
export function reasonJoins(policy: CompiledPolicy, textStepCountMax: number): readonly ReasonJoin[] {
  const none = createTableBuilder(policy.attributePaths).finish()
  const rules = policy.compiled
    .filter(({ rule }) => rule.enabled)
    .map((compiled, position) => ({ position, bound: bindPlaces(compiled, { source: none, target: none }) }))
    .filter(({ bound }) => bound.compiled.rule.action === 'match')
  const positionOf = new Map(rules.map(({ position, bound }) => [bound, position]))
  const { nearMisses, full } = pairJoins([...positionOf.keys()], textStepCountMax)
  return [...nearMisses, ...full].map(({ rule, failed, stepCountMax }: PairJoin) => {
    const position = positionOf.get(rule)
    if (position === undefined) throw new RangeError('A join is of one of the rules')
    const listing = listingCriterion(rule)
    return {
      compiled: rule.compiled,
      position,
      failed: failed === undefined ? undefined : rule.criteria.indexOf(failed),
      isListed: listing !== undefined && listing !== failed,
      stepCountMax,
      none,
    }
  })
}

export interface BoundJoin {
  readonly join: ReasonJoin
  readonly rule: BoundRule
  readonly failed: BoundCriterion | undefined
  readonly met: readonly BoundCriterion[]
}

export function bindJoin(join: ReasonJoin, places: BySide<Table>, facts?: Pick<WholeFacts, 'tellsApart'>): BoundJoin {
  return joinOfRule(join, bindPlaces(join.compiled, places, facts))
}

export function joinOfRule(join: ReasonJoin, rule: BoundRule): BoundJoin {
  const failed = join.failed === undefined ? undefined : rule.criteria[join.failed]
  return { join, rule, failed, met: rule.criteria.filter((each) => each !== failed) }
}

/** Makes a function that gives the blocking key of a row without its listed keys; undefined for a row without a key. */
export function keyReader({ rule, met }: BoundJoin, place: Side): (row: number) => string | undefined {
  const takesPart = takesPartOf(rule, place)
  return (row) => (takesPart(row) ? blockingKey(met, place, row) : undefined)
}

/**
 * Makes a function that gives the keys that a row lists, or the key by which it is listed. A join without listings has
 * one empty key.
 */
export function listedReader({ join, rule }: BoundJoin, place: Side): (row: number) => readonly string[] {
  if (!join.isListed) return () => unlisted
  const bound = listingCriterion(rule)
  const listedIn = bound?.listedIn
  if (bound === undefined || listedIn === undefined) throw new TypeError('The rule of the join has a text that lists')
  const valueAt = place === 'source' ? bound.sourceValue : bound.targetValue
  const isItem = itemSideOf(rule) === place
  return (row) => {
    const text = valueAt(row)
    if (typeof text !== 'string') return []
    return isItem ? [text] : [...listedIn(text)]
  }
}

const unlisted: readonly string[] = ['']

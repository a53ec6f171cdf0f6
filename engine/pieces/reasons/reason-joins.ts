import { bindPlaces } from '../../match/state/bound-rule.ts'
import { oppositeSide, type Side } from '../../record/side.ts'
import type { Table } from '../../record/table.ts'
import { createTableBuilder } from '../../record/table-builder.ts'
import { type PairJoin, pairJoins } from '../../result/pair-joins.ts'
import type { CompiledPolicy, CompiledRule } from '../../rules/compiled-policy.ts'
import { placesOf } from '../../rules/needed-fields.ts'

/** A search for pairs under one rule. It is not bound to records yet. */
export interface ReasonJoin {
  readonly compiled: CompiledRule
  /** The position of the rule among the enabled rules. Residuals that this rule or a later one left take no part. */
  readonly position: number
  /** The index of the criterion that the pairs fail; undefined for pairs that meet all criteria. */
  readonly failed: number | undefined
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
    const index = failed === undefined ? undefined : rule.criteria.indexOf(failed)
    return { compiled: rule.compiled, position, failed: index, stepCountMax, none }
  })
}

/** A join by its index, and the place of its rule that the searching records are in. */
export interface PlacedJoin {
  readonly join: number
  readonly place: Side
}

/** The joins in which records of a side search, once for each place that the rule sees them in. */
export const joinsOfSearchers = (joins: readonly ReasonJoin[], side: Side): readonly PlacedJoin[] =>
  joins.flatMap(({ compiled }, join) => placesOf(compiled.rule, side).map((place) => ({ join, place })))

/** The side of the records that searching records in a place may find. */
export const sideOfFound = ({ compiled }: ReasonJoin, place: Side): Side => compiled.rule.side ?? oppositeSide(place)

import { at } from '../base/at.ts'
import { type BoundRule, bindRule, blockingKey, takesPartOf } from '../match/state/bound-rule.ts'
import type { Side } from '../record/side.ts'
import type { Table } from '../record/table.ts'
import type { CompiledPolicy, CompiledRule } from '../rules/compiled-policy.ts'
import { placesOf } from '../rules/needed-fields.ts'
import { keyHasher, noKeyHash } from './key-hashes.ts'
import { oneSided } from './one-sided.ts'

/**
 * Where an open record goes next: to the first later rule in which it takes part and has a blocking key, unless an
 * exclude rule before takes it. Records of one block have the same key hash.
 */
export type Route =
  | { readonly to: 'rule'; readonly position: number; readonly hash: number }
  | { readonly to: 'excluded'; readonly position: number }
  | { readonly to: 'end' }

/** The enabled rules of a policy, in order. A rule's position is its index in this list. */
export const enabledRules = (policy: CompiledPolicy): readonly CompiledRule[] =>
  policy.compiled.filter(({ rule }) => rule.enabled)

interface Way {
  readonly rules: readonly CompiledRule[]
  readonly side: Side
  readonly attributePaths: readonly string[]
  readonly from: number
}

/** Makes a function that says where an open row of `table` goes. O(rules) a row. */
export function createRouter(table: Table, { rules, side, attributePaths, from }: Way): (row: number) => Route {
  const tables = oneSided(table, side, attributePaths)
  const stops = rules.flatMap((compiled, position) => {
    const places = placesOf(compiled.rule, side)
    if (position < from || places.length === 0) return []
    return [{ position, routeOf: stopAt(bindRule(compiled, tables), position, places) }]
  })
  return (row) => {
    for (const { routeOf } of stops) {
      const route = routeOf(row)
      if (route !== undefined) return route
    }
    return { to: 'end' }
  }
}

interface PlacedKey {
  readonly place: Side
  readonly key: string
}

/**
 * Makes a function that gives the place and key of a row under the rule at `from`; undefined for a row without a key.
 */
export function createKeyReader(
  table: Table,
  { rules, side, attributePaths, from }: Way,
): (row: number) => PlacedKey | undefined {
  const compiled = at(rules, from)
  const places = placesOf(compiled.rule, side)
  if (places.length === 0) return () => undefined
  return keyReader(bindRule(compiled, oneSided(table, side, attributePaths)), places)
}

function keyReader(bound: BoundRule, places: readonly Side[]): (row: number) => PlacedKey | undefined {
  const tests = places.map((place) => ({ place, takesPart: takesPartOf(bound, place) }))
  return (row) => {
    for (const { place, takesPart } of tests) {
      const key = takesPart(row) ? blockingKey(bound.criteria, place, row) : undefined
      if (key !== undefined) return { place, key }
    }
    return undefined
  }
}

function stopAt(bound: BoundRule, position: number, places: readonly Side[]): (row: number) => Route | undefined {
  if (bound.compiled.rule.action !== 'exclude') {
    const hashers = places.map((place) => keyHasher(bound, place))
    return (row) => {
      for (const hashOf of hashers) {
        const hash = hashOf(row)
        if (hash !== noKeyHash) return { to: 'rule', position, hash }
      }
      return undefined
    }
  }
  const tests = places
    .filter((place) => bound.compiled.filters[place].length > 0)
    .map((place) => takesPartOf(bound, place))
  return (row) => (tests.some((takesPart) => takesPart(row)) ? { to: 'excluded', position } : undefined)
}

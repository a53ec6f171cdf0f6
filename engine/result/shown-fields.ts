import type { BoundRule } from '../match/state/bound-rule.ts'
import type { Table } from '../record/table.ts'
import type { BoundCriterion } from '../rules/criteria/bound-criterion.ts'
import { isToldByPresence } from './pair-confidence.ts'
import { type FieldCells, shownField } from './shown-field.ts'
import { mayTurn } from './turned.ts'

export interface ShownField extends FieldCells {
  readonly name: string
  /** Whether the field stands `equal` in every pair of the rule. */
  readonly isEqual: boolean
}

/** More fields have too many standings for one number. */
const fieldCountMax = 24

/**
 * The fields that the lines of a rule's pairs show, by name; their values and standings are those of `comparedValues`.
 * Undefined for a rule with two criteria of one name or with more than 24 fields.
 */
export function shownFields(rule: BoundRule, source: Table, target: Table): readonly ShownField[] | undefined {
  const equal = equalInPairs(rule).map(({ criterion }) => criterion)
  const compared = rule.criteria.map(({ criterion }) => criterion).filter(({ kind }) => kind.showsFields)
  if (new Set(compared.map(({ name }) => name)).size < compared.length || compared.length > fieldCountMax)
    return undefined
  return compared
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map((criterion) => {
      const field = shownField(criterion, source, target)
      const compare = equal.includes(criterion) ? field.compareEqual : field.compare
      const isEqual = equal.includes(criterion) && criterion.nulls === 'fail'
      return { ...field, compare, name: criterion.name, isEqual }
    })
}

/** The criteria whose values are equal, or both absent, in every pair of the rule: the source's value tells both. */
export const equalInPairs = (rule: BoundRule): BoundCriterion[] =>
  mayTurn(rule) ? [] : rule.criteria.filter((bound) => bound.criterion.nulls !== 'skip' && isToldByPresence(bound))

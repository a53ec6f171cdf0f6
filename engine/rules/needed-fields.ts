import { type Side, sides } from '../record/side.ts'
import { fieldOfSide } from './criteria/compared-fields.ts'
import type { Criterion, Filter, Rule, Term } from './language/language.ts'

/**
 * The fields that a record of a side must have to take part in `rule`, each once. A field is not needed if its
 * criterion has `nulls` other than `fail`, its filter holds on an absent value, or its term has a default.
 */
export const neededFields = (rule: Rule, side: Side): readonly string[] => [
  ...new Set(
    placesOf(rule, side).flatMap((place) => [
      ...(rule.where?.[side] ?? []).flatMap(neededByFilter),
      ...(rule.match ?? []).flatMap((criterion) => neededByCriterion(criterion, place)),
      ...(rule.sum?.[place] ?? []).flatMap(neededByTerm),
      // A conversion needs both currencies and the source's date.
      ...(rule.convert ? ['currency', ...(place === 'source' ? ['date'] : [])] : []),
    ]),
  ),
]

/**
 * The places of a pair that records of a side can take: both under a netting rule of their side, none under a netting
 * rule of the other side.
 */
export const placesOf = (rule: Rule, side: Side): readonly Side[] =>
  rule.side === undefined ? [side] : rule.side === side ? sides : []

const neededByFilter = ({ field, op }: Filter): readonly string[] =>
  op === 'absent' || op === 'ne' || op === 'nin' || op === 'not_contains' ? [] : [field]

function neededByCriterion(criterion: Criterion, side: Side): readonly string[] {
  const read = fieldOfSide(criterion, side)
  return criterion.nulls !== 'fail' || read === undefined ? [] : [read]
}

function neededByTerm(term: Term): readonly string[] {
  if ('percent' in term) return [term.of]
  return 'field' in term && term.default === undefined ? [term.field] : []
}

import type { Side } from '../record/side.ts'
import type { Criterion, Filter, Rule, Term } from './language.ts'

/**
 * The fields that a record of one side must have to take part in `rule`, each once, by the rule's names for them. A field
 * may be absent when its criterion has other `nulls` than `fail`, its filter holds on an absent value, or its term has a
 * default.
 */
export const neededFields = ({ where, match = [], sum, convert }: Rule, side: Side): readonly string[] => [
  ...new Set([
    ...(where?.[side] ?? []).flatMap(neededByFilter),
    ...match.flatMap((criterion) => neededByCriterion(criterion, side)),
    ...(sum?.[side] ?? []).flatMap(neededByTerm),
    // A rate is from one currency into another, on the source's day.
    ...(convert ? ['currency', ...(side === 'source' ? ['date'] : [])] : []),
  ]),
]

const neededByFilter = ({ field, op }: Filter): readonly string[] =>
  op === 'absent' || op === 'ne' || op === 'nin' || op === 'not_contains' ? [] : [field]

function neededByCriterion({ field, sourceField, targetField, nulls }: Criterion, side: Side): readonly string[] {
  const read = field ?? (side === 'source' ? sourceField : targetField)
  return nulls !== 'fail' || read === undefined ? [] : [read]
}

function neededByTerm(term: Term): readonly string[] {
  if ('percent' in term) return [term.of]
  return 'field' in term && term.default === undefined ? [term.field] : []
}

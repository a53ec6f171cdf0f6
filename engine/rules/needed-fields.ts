import type { Criterion, Filter, Rule, Term } from './language.ts'

type Side = 'source' | 'target'

/**
 * The fields of one side without which no record of it takes part in `rule`, once each, as the rule names them. Not
 * those that may be absent: by a criterion's `nulls`, by a filter that holds on an absent value, by a term's default.
 */
export const neededFields = ({ where, match = [], sum }: Rule, side: Side): readonly string[] => [
  ...new Set([
    ...(where?.[side] ?? []).flatMap(neededByFilter),
    ...match.flatMap((criterion) => neededByCriterion(criterion, side)),
    ...(sum?.[side] ?? []).flatMap(neededByTerm),
  ]),
]

const neededByFilter = ({ field, op }: Filter): readonly string[] =>
  op === 'absent' || op === 'ne' || op === 'nin' ? [] : [field]

function neededByCriterion({ field, sourceField, targetField, nulls }: Criterion, side: Side): readonly string[] {
  const read = field ?? (side === 'source' ? sourceField : targetField)
  return nulls !== 'fail' || read === undefined ? [] : [read]
}

function neededByTerm(term: Term): readonly string[] {
  if ('percent' in term) return [term.of]
  return 'field' in term && term.default === undefined ? [term.field] : []
}

import type { CriterionInput, RuleInput } from '../rules/language/language.ts'
import type { LearningSides, Pair } from './learning-side.ts'
import { fieldsOf } from './link.ts'

export type CurrencyRelation =
  | { readonly kind: 'equal' }
  /** A field of one side names the other side's currency, such as the currency before a conversion. */
  | { readonly kind: 'field'; readonly criterion: CriterionInput }
  | { readonly kind: 'crossed' }

const agreeingFractionMin = 0.95

export function currencyRelation({ source, target }: LearningSides, pairs: readonly Pair[]): CurrencyRelation {
  const agrees = (own: string, other: string): boolean => {
    const [texts, others] = [source.texts(own), target.texts(other)]
    return pairs.filter(([s, t]) => texts[s] === others[t]).length >= agreeingFractionMin * pairs.length
  }
  const isEqual = ([s, t]: Pair): boolean => source.currencies[s] === target.currencies[t]
  if (pairs.filter(isEqual).length >= agreeingFractionMin * pairs.length) return { kind: 'equal' }
  const ofTarget = target.table.attributePaths.find((field) => agrees('currency', field))
  if (ofTarget !== undefined) return { kind: 'field', criterion: fieldsOf('currency', ofTarget) }
  const ofSource = source.table.attributePaths.find((field) => agrees(field, 'currency'))
  if (ofSource !== undefined) return { kind: 'field', criterion: fieldsOf(ofSource, 'currency') }
  return { kind: 'crossed' }
}

export function currencyMembers(relation: CurrencyRelation): {
  readonly match: readonly CriterionInput[]
  readonly members: Pick<RuleInput, 'crossCurrency'>
} {
  if (relation.kind === 'field') return { match: [relation.criterion], members: {} }
  return { match: [], members: relation.kind === 'crossed' ? { crossCurrency: true } : {} }
}

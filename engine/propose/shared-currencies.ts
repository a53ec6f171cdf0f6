import { type BySide, sides as bothSides } from '../record/side.ts'
import type { CriterionInput, RuleInput } from '../rules/language/language.ts'
import type { LearningSide, LearningSides } from './learning-side.ts'

/** Currencies of two sides of which one has none: every currency then fits the records without one. */

const hasCurrency = ({ texts }: LearningSide): boolean => texts('currency').some((text) => text !== undefined)

const isOneSided = (sides: LearningSides): boolean => hasCurrency(sides.source) !== hasCurrency(sides.target)

/** Leaves out the currencies of both sides if one side has none. */
export function withSharedCurrencies(sides: LearningSides): LearningSides {
  if (!isOneSided(sides)) return sides
  const without = (side: LearningSide): LearningSide => ({ ...side, currencies: side.currencies.map(() => undefined) })
  return { source: without(sides.source), target: without(sides.target) }
}

const skipped: CriterionInput = { field: 'currency', nulls: 'skip' }

/**
 * The rule as it is proposed for these sides: if one side has no currency, the rule compares currencies only where both
 * records have one. A rule of one side stays, and so does a rule that names the currency.
 */
export const fitCurrency = (sides: LearningSides): ((rule: RuleInput) => RuleInput) => {
  if (!isOneSided(sides)) return (rule) => rule
  return (rule) => {
    const { side, crossCurrency, match = [] } = rule
    const namesCurrency = match.some((each) => bothSides.some((name) => fieldOf(each)[name] === 'currency'))
    return side !== undefined || crossCurrency === true || namesCurrency
      ? rule
      : { ...rule, match: [...match, skipped] }
  }
}

const fieldOf = ({ field, sourceField = field, targetField = field }: CriterionInput): BySide<string | undefined> => ({
  source: sourceField,
  target: targetField,
})

import type { RuleInput } from '../rules/language/language.ts'
import { bandWords } from '../rules/words/value-words.ts'
import { type AmountRelation, amountMembers, relationWords } from './amount-relation.ts'
import type { Draft } from './draft.ts'
import { dateCriterion, type LagBand } from './lag-band.ts'

/** A rule that suggests records with equal amounts and near dates. */
export function amountDateDraft(relation: AmountRelation, band: LagBand): Draft {
  const amounts = amountMembers(relation)
  const rule: RuleInput = {
    match: [...amounts.match, dateCriterion(band)],
    ...(amounts.sum && { sum: amounts.sum }),
  }
  return {
    id: 'amount-date',
    rule,
    identity: undefined,
    band,
    sentence: `The only records with ${relationWords(relation)}, ${bandWords(band)}: nothing else says that they belong together`,
    figures: [],
  }
}

import type { RuleInput } from '../rules/language/language.ts'
import { bandWords, fieldWords } from '../rules/words/value-words.ts'
import { currencyMembers } from './currency-relation.ts'
import { type Draft, identityOf } from './draft.ts'
import { idOf } from './draft-names.ts'
import { countRows } from './link.ts'
import type { LinkEvidence } from './link-evidence.ts'
import { measureScale } from './measures.ts'

export const unitOfCent = 10 ** (measureScale - 2)

export const sumMember = (sum: RuleInput['sum']) => (sum === undefined ? {} : { sum })

export const draftOf = (evidence: LinkEvidence, rule: RuleInput): Pick<Draft, 'id' | 'rule' | 'identity'> => ({
  id: idOf(evidence),
  rule: withCurrencies(evidence, { ...rule, ambiguous: 'defer' }),
  identity: identityOf(evidence),
})

function withCurrencies({ currencies }: LinkEvidence, rule: RuleInput): RuleInput {
  const { match, members } = currencyMembers(currencies)
  return { ...rule, ...members, match: [...(rule.match ?? []), ...match] }
}

export function sentenceOf({ link }: LinkEvidence, amounts: string, band: LinkEvidence['band']): string {
  const days = band === undefined ? '' : `, ${bandWords(band)}`
  return `Same ${fieldWords(link.sourceField, link.targetField)} (${link.words}) and ${amounts}${days}`
}

export const relatedFigure = ({ link }: LinkEvidence): string =>
  `${link.blocks.length} values stand on both sides, in ${countRows(link)} records`

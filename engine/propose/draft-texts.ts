import type { CriterionInput, RuleInput } from '../rules/language.ts'
import { type AmountRelation, amountMembers, relationWords } from './amount-relation.ts'
import { bandWords, type Draft, fieldWords } from './draft.ts'
import { fieldsOf } from './find-links.ts'
import { daysOfBand, type LagBand } from './lag-band.ts'
import type { KeyField, LearningSides } from './learning-side.ts'
import { legalForms } from './text-view.ts'

/** Drafts of rules for texts that are not equal but alike, and for what has nothing but amount and date. */

/** What other rules have taught: how amounts compare, and how many days lie between the records of a pair. */
export interface Learned {
  readonly relation: AmountRelation
  readonly band: LagBand
}

const similarities = [
  { method: 'levenshtein', min: '0.9', words: 'nine in ten characters alike' },
  { method: 'token-set', min: '0.9', words: 'nine in ten words alike' },
  { method: 'jaro-winkler', min: '0.92', words: 'alike but for slips' },
] as const

/** Fields of either side that hold texts of one kind, in pairs that are worth a comparison. */
export function similarDrafts(
  sides: LearningSides,
  fields: readonly (readonly [string, string])[],
  learned: Learned,
): readonly Draft[] {
  const lengthOf = (list: readonly KeyField[], field: string): number =>
    list.find((each) => each.field === field)?.meanLength ?? 0
  return fields.flatMap(([source, target]) => {
    const [own, other] = [lengthOf(sides.source.keyFields, source), lengthOf(sides.target.keyFields, target)]
    if (Math.min(own, other) < 6) return []
    return similarities.map(({ method, min, words }): Draft => {
      const criterion: CriterionInput = {
        ...fieldsOf(source, target),
        normalize: ['upper', 'fold-accents', { strip: legalForms }],
        similarity: { method, min },
      }
      const amounts = amountMembers(learned.relation)
      return {
        id: `${source
          .replace(/^attributes\./, '')
          .replace(/[^a-z0-9]+/gi, '-')
          .toLowerCase()}-alike`.slice(0, 40),
        rule: {
          match: [...amounts.match, { field: 'date', days: daysOfBand(learned.band) }, criterion],
          ...(amounts.sum && { sum: amounts.sum }),
          ambiguous: 'defer',
        },
        identity: {
          names: [`${source}|${target}|${method}`],
          isVague: true,
          rightShare: 0,
          relatedCount: (run) => Math.min(run.openCount('source'), run.openCount('target')),
        },
        band: learned.band,
        sentence: `Similar ${fieldWords(source, target)} (${words}), ${relationWords(learned.relation)}, ${bandWords(learned.band)}`,
        figures: [],
      }
    })
  })
}

/** A suggestion of what agrees in amount and nearly in date, where nothing else does. */
export function amountDateDraft({ relation, band }: Learned): Draft {
  const amounts = amountMembers(relation)
  const rule: RuleInput = {
    match: [...amounts.match, { field: 'date', days: daysOfBand(band) }],
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

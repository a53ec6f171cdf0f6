import type { CriterionInput, RuleInput } from '../rules/language/language.ts'
import { similarityWords } from '../rules/words/step-words.ts'
import { bandWords, fieldWords } from '../rules/words/value-words.ts'
import { type AmountRelation, amountMembers, relationWords } from './amount-relation.ts'
import type { Draft } from './draft.ts'
import { plainName } from './draft-names.ts'
import { skippedCriteria, skippedWords } from './draft-pairs.ts'
import { dateCriterion, type LagBand } from './lag-band.ts'
import { fieldWordsOf, unsharedWords } from './learned-views.ts'
import type { KeyField, LearningSide, LearningSides } from './learning-side.ts'
import { fieldsOf } from './link.ts'
import type { LinkEvidence } from './link-evidence.ts'
import { legalForms } from './text-view.ts'

/** Drafts of rules for similar texts, and for records that have only amount and date in common. */

/** How amounts compare and how many days lie between records, as pairs of other rules have shown. */
export interface Learned {
  readonly relation: AmountRelation
  readonly band: LagBand
  /** A link whose keys must not contradict a match. */
  readonly witness: LinkEvidence | undefined
}

const similarities = [
  { method: 'levenshtein', min: '0.9' },
  { method: 'token-set', min: '0.9' },
  { method: 'jaro-winkler', min: '0.92' },
] as const

export function similarDrafts(
  sides: LearningSides,
  fields: readonly (readonly [string, string])[],
  learned: Learned,
): readonly Draft[] {
  const lengthOf = (list: readonly KeyField[], field: string): number =>
    list.find((each) => each.field === field)?.meanLength ?? 0
  return fields.flatMap(([source, target]) => {
    const [own, other] = [lengthOf(sides.source.keyFields, source), lengthOf(sides.target.keyFields, target)]
    if (Math.min(own, other) < nameLengthMin || !isName(sides.source, source) || !isName(sides.target, target))
      return []
    const words = ownWords(sides, source, target)
    return similarities.map((similarity): Draft => {
      const criterion: CriterionInput = {
        ...fieldsOf(source, target),
        normalize: ['upper', 'fold-accents', { strip: [...legalForms, ...words] }, 'sort-tokens'],
        similarity,
      }
      const amounts = amountMembers(learned.relation)
      return {
        id: `${plainName(source) || 'text'}-alike`,
        rule: {
          match: [...amounts.match, dateCriterion(learned.band), criterion, ...skippedCriteria(learned.witness)],
          ...(amounts.sum && { sum: amounts.sum }),
          ambiguous: 'defer',
        },
        identity: {
          names: [`${source}|${target}|${similarity.method}`],
          sourceField: source,
          targetField: target,
          isUnique: false,
          collisionFraction: 0,
          rightFraction: 0,
          relatedCount: (run) => Math.min(run.openCount('source'), run.openCount('target')),
        },
        band: learned.band,
        sentence: `Similar ${fieldWords(source, target)} (${similarityWords(similarity)}), ${relationWords(learned.relation)}, ${bandWords(learned.band)}${skippedWords(learned.witness)}`,
        figures: [],
      }
    })
  })
}

function ownWords(sides: LearningSides, source: string, target: string): readonly string[] {
  const own = sides.source.keyFields.find(({ field }) => field === source)
  const other = sides.target.keyFields.find(({ field }) => field === target)
  if (own === undefined || other === undefined) return []
  return unsharedWords(fieldWordsOf(sides.source, own), fieldWordsOf(sides.target, other))
}

const nameLengthMin = 6
const digitFractionMax = 0.2

/** Whether texts consist of words. Numbers are not compared by similarity: one digit makes a different number. */
function isName(side: LearningSide, field: string): boolean {
  const texts = side.texts(field).filter((text) => text !== undefined)
  const length = texts.reduce((sum, text) => sum + text.length, 0)
  const digits = texts.reduce((sum, text) => sum + text.replace(/[^0-9]/g, '').length, 0)
  return digits <= digitFractionMax * length
}

/** A rule that suggests records with equal amounts and near dates. */
export function amountDateDraft({ relation, band }: Learned): Draft {
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

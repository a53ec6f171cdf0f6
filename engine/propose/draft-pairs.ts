import type { CriterionInput } from '../rules/language/language.ts'
import { bandWords, fieldWords } from '../rules/words/value-words.ts'
import { amountMembers, differenceOf, relationWords } from './amount-relation.ts'
import type { Draft } from './draft.ts'
import { conversionDrafts } from './draft-conversions.ts'
import { feeDrafts } from './draft-fees.ts'
import { ofAll } from './draft-names.ts'
import { draftOf, relatedFigure, sentenceOf, sumMember } from './draft-parts.ts'
import { toleranceDrafts } from './draft-tolerance.ts'
import { dateCriterion } from './lag-band.ts'
import type { LearningSides } from './learning-side.ts'
import type { LinkEvidence } from './link-evidence.ts'

/** The criteria of the witness link, with `nulls: skip`: they count where both records have a value. */
export const skippedCriteria = (witness: LinkEvidence | undefined): readonly CriterionInput[] =>
  witness?.link.criteria.map((criterion) => ({ ...criterion, nulls: 'skip' as const })) ?? []

export const skippedWords = (witness: LinkEvidence | undefined): string =>
  witness === undefined
    ? ''
    : `, and where both have it the same ${fieldWords(witness.link.sourceField, witness.link.targetField)} (${witness.link.words})`

interface ExactOptions {
  readonly witness?: LinkEvidence | undefined
  /** Compares days even where a key stands for one record, for the few keys with several records. */
  readonly isDated?: boolean
}

/**
 * A draft for equal keys and equal amounts. Where a key stands for many records it also compares days. Where both
 * records have a key of the `witness` link, these keys must be equal, too.
 */
export function exactDraft(evidence: LinkEvidence, { witness, isDated }: ExactOptions = {}): Draft | undefined {
  const { link, relation, band, isUnique } = evidence
  if (relation === undefined || relation.equalCount === 0) return undefined
  const window = isUnique && isDated !== true ? undefined : band
  if ((!isUnique || isDated) && window === undefined) return undefined
  const amounts = amountMembers(relation)
  return {
    ...draftOf(evidence, {
      match: [
        ...link.criteria,
        ...amounts.match,
        ...(window === undefined ? [] : [dateCriterion(window)]),
        ...skippedCriteria(witness),
      ],
      ...sumMember(amounts.sum),
    }),
    band: window,
    sentence: `${sentenceOf(evidence, relationWords(relation), window)}${skippedWords(witness)}`,
    figures: [
      relatedFigure(evidence),
      `${ofAll(relation.equalCount, relation.count)} pairs of one value have ${relationWords(relation)}`,
      ...(band === undefined ? [] : [bandFigure(evidence)]),
    ],
  }
}

function bandFigure({ band }: LinkEvidence): string {
  if (band === undefined) throw new TypeError('No band')
  const words = bandWords(band)
  return `${ofAll(band.withinCount, band.count)} of these ${words.startsWith('on') ? 'lie' : 'have'} ${words}`
}

/** Drafts for equal keys with amounts that differ by a fee, by cents, or by a conversion. */
export function deviatingDrafts(sides: LearningSides, evidence: LinkEvidence): readonly Draft[] {
  const { relation, isUnique, pairs } = evidence
  if (relation === undefined || !isUnique) return []
  const differing = pairs.filter((pair) => {
    const difference = differenceOf(relation, pair)
    return !Number.isNaN(difference) && difference !== 0
  })
  const sameCurrency = differing.filter(([s, t]) => currencyOf(sides, 'source', s) === currencyOf(sides, 'target', t))
  const { drafts, others } = feeDrafts(evidence, relation, sameCurrency)
  const converted = differing.filter(([s, t]) => currencyOf(sides, 'source', s) !== currencyOf(sides, 'target', t))
  return [...drafts, ...toleranceDrafts(evidence, relation, others), ...conversionDrafts(sides, evidence, converted)]
}

const currencyOf = (sides: LearningSides, side: 'source' | 'target', row: number): string | undefined =>
  sides[side].currencies[row]

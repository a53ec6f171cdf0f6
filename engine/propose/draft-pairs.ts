import { float64At } from '../base/at.ts'
import type { CriterionInput, RuleInput } from '../rules/language.ts'
import { type AmountRelation, amountMembers, differenceOf, relationWords } from './amount-relation.ts'
import { currencyMembers } from './currency-relation.ts'
import { bandWords, type Draft, fieldWords, identityOf, ofAll } from './draft.ts'
import { conversionDrafts } from './draft-conversions.ts'
import { decimalText, idOf } from './draft-names.ts'
import { commonFee, type FeeFormula, type FeePair, isFee } from './fee-formula.ts'
import { countRows } from './find-links.ts'
import { daysOfBand } from './lag-band.ts'
import type { LearningSides, Pair } from './learning-side.ts'
import type { LinkEvidence } from './link-evidence.ts'
import { measureScale } from './measures.ts'

/** Drafts of rules that match one record with one. */

const unitOfCent = 10 ** (measureScale - 2)
const formulaCountMax = 3

/** Comparisons that count only where both records have the value. */
export const skippedCriteria = (witness: LinkEvidence | undefined): readonly CriterionInput[] =>
  witness?.link.criteria.map((criterion) => ({ ...criterion, nulls: 'skip' as const })) ?? []

export interface ExactOptions {
  readonly witness?: LinkEvidence | undefined
  /** Whether the days of delay count although a key stands for one record: for the few that stand for several. */
  readonly isDated?: boolean
}

/**
 * Equal keys and equal amounts; with the days of delay where a key stands for many records. Where `witness` has a key on
 * both sides, it has to be equal, too.
 */
export function exactDraft(evidence: LinkEvidence, { witness, isDated }: ExactOptions = {}): Draft | undefined {
  const { link, relation, band, isUnique } = evidence
  if (relation === undefined || relation.equalCount === 0) return undefined
  const window = isUnique && isDated !== true ? undefined : band
  if ((!isUnique || isDated) && window === undefined) return undefined
  const amounts = amountMembers(relation)
  return {
    ...draftOf(evidence, {
      match: [...link.criteria, ...amounts.match, ...dateCriteria(window), ...skippedCriteria(witness)],
      ...sumOf(amounts.sum),
    }),
    band: window,
    sentence: sentenceOf(evidence, relationWords(relation), window),
    figures: [
      relatedFigure(evidence),
      `${ofAll(relation.equalCount, relation.count)} pairs with this key have ${relationWords(relation)}`,
      ...(band === undefined ? [] : [bandFigure(evidence)]),
    ],
  }
}

const sumOf = (sum: RuleInput['sum']) => (sum === undefined ? {} : { sum })

const dateCriteria = (band: LinkEvidence['band']): readonly CriterionInput[] =>
  band === undefined ? [] : [{ field: 'date', days: daysOfBand(band) }]

const draftOf = (evidence: LinkEvidence, rule: RuleInput): Pick<Draft, 'id' | 'rule' | 'identity'> => ({
  id: idOf(evidence),
  rule: withCurrencies(evidence, { ...rule, ambiguous: 'defer' }),
  identity: identityOf(evidence),
})

function withCurrencies({ currencies }: LinkEvidence, rule: RuleInput): RuleInput {
  const { match, members } = currencyMembers(currencies)
  return { ...rule, ...members, match: [...(rule.match ?? []), ...match] }
}

function sentenceOf({ link }: LinkEvidence, amounts: string, band: LinkEvidence['band']): string {
  const days = band === undefined ? '' : `, ${bandWords(band)}`
  return `Same ${fieldWords(link.sourceField, link.targetField)} (${link.words}) and ${amounts}${days}`
}

const relatedFigure = ({ link }: LinkEvidence): string =>
  `${link.blocks.length} keys stand on both sides, in ${countRows(link)} records`

function bandFigure({ band }: LinkEvidence): string {
  if (band === undefined) throw new TypeError('No band')
  return `${ofAll(band.withinCount, band.count)} of them lie ${bandWords(band)}`
}

/** Equal keys whose amounts differ by a fee, by cents, or within bounds of a conversion. */
export function deviatingDrafts(sides: LearningSides, evidence: LinkEvidence): readonly Draft[] {
  const { relation, isUnique, pairs } = evidence
  if (relation === undefined || !isUnique) return []
  const differing = pairs.filter((pair) => {
    const difference = differenceOf(relation, pair)
    return !Number.isNaN(difference) && difference !== 0
  })
  const sameCurrency = differing.filter(([s, t]) => currencyOf(sides, 'source', s) === currencyOf(sides, 'target', t))
  const { drafts, rest } = feeDrafts(evidence, relation, sameCurrency)
  const converted = differing.filter(([s, t]) => currencyOf(sides, 'source', s) !== currencyOf(sides, 'target', t))
  return [...drafts, ...toleranceDrafts(evidence, relation, rest), ...conversionDrafts(sides, evidence, converted)]
}

export const currencyOf = (sides: LearningSides, side: 'source' | 'target', row: number): string | undefined =>
  sides[side].currencies[row]

function feeDrafts(evidence: LinkEvidence, relation: AmountRelation, pairs: readonly Pair[]) {
  const drafts: Draft[] = []
  let rest = pairs
  const field = relation.source.field
  for (let round = 0; round < formulaCountMax && field !== undefined && relation.target.field !== undefined; round++) {
    const feePairs = rest.map((pair) => feePairOf(relation, pair)).filter(([gross]) => gross > 0)
    const formula = commonFee(feePairs, unitOfCent)
    if (formula === undefined) break
    const [with_, without] = [
      rest.filter((pair) => hasFee(relation, pair, formula)),
      rest.filter((pair) => !hasFee(relation, pair, formula)),
    ]
    drafts.push(feeDraft(evidence, { relation, formula, count: with_.length, ofCount: pairs.length }))
    rest = without
  }
  return { drafts, rest }
}

/** The amounts of a pair before and after a fee, both positive for money that comes in. */
function feePairOf({ source, target, sign }: AmountRelation, [s, t]: Pair): FeePair {
  const net = float64At(target.units, t)
  return [float64At(source.units, s), sign === 'opposite' ? -net : net]
}

const hasFee = (relation: AmountRelation, pair: Pair, formula: FeeFormula): boolean => {
  const own = feePairOf(relation, pair)
  return own[0] > 0 && isFee(own, formula, unitOfCent)
}

interface FoundFee {
  readonly relation: AmountRelation
  readonly formula: FeeFormula
  readonly count: number
  readonly ofCount: number
}

function feeDraft(evidence: LinkEvidence, { relation, formula, count, ofCount }: FoundFee): Draft {
  const field = relation.source.field ?? 'amount'
  const percent = decimalText(-formula.basisPoints, 2)
  const fixed = decimalText(-formula.fixed, measureScale)
  const words = [
    ...(formula.basisPoints === 0 ? [] : [`${decimalText(formula.basisPoints, 2)} %`]),
    ...(formula.fixed === 0 ? [] : [decimalText(formula.fixed, measureScale)]),
  ].join(' and ')
  return {
    ...draftOf(evidence, {
      variance: 'fee',
      where: { source: [{ field, op: 'gt', value: '0' }] },
      match: evidence.link.criteria,
      sum: {
        source: [
          { field },
          ...(formula.basisPoints === 0 ? [] : [{ percent, of: field }]),
          ...(formula.fixed === 0 ? [] : [{ fixed }]),
        ],
        target: relation.target.terms,
        tolerance: '0.01',
        ...(relation.sign === 'opposite' && { sign: 'opposite' }),
      },
    }),
    id: `${idOf(evidence)}-fee`,
    band: undefined,
    sentence: `${sentenceOf(evidence, `the amount less a fee of ${words}`, undefined)}`,
    figures: [relatedFigure(evidence), `${ofAll(count, ofCount)} pairs whose amounts differ do so by ${words}`],
  }
}

/** Tolerances that a rule may have, in units: cents and small change. */
const tolerances = [1, 2, 5, 10, 50, 100, 500].map((cents) => cents * unitOfCent)
const deviatingCountMin = 3

function toleranceDrafts(evidence: LinkEvidence, relation: AmountRelation, pairs: readonly Pair[]): readonly Draft[] {
  const small = pairs
    .map((pair) => ({
      size: Math.abs(differenceOf(relation, pair)),
      amount: Math.abs(float64At(relation.source.units, pair[0])),
    }))
    .filter(({ size, amount }) => size <= 0.02 * amount)
    .map(({ size }) => size)
    .toSorted((a, b) => a - b)
  if (small.length < deviatingCountMin) return []
  const bulk = small[Math.floor(0.97 * (small.length - 1))] ?? 0
  const bound = tolerances.find((each) => each >= bulk)
  if (bound === undefined) return []
  const tolerance = decimalText(bound, measureScale)
  const count = small.filter((size) => size <= bound).length
  const amounts = amountMembers(relation, tolerance)
  const isRounding = bound <= 10 * unitOfCent
  return [
    {
      ...draftOf(evidence, {
        variance: isRounding ? 'rounding' : 'other',
        match: [...evidence.link.criteria, ...amounts.match],
        ...sumOf(amounts.sum),
      }),
      id: `${idOf(evidence)}-${isRounding ? 'cents' : 'near'}`,
      band: undefined,
      sentence: sentenceOf(evidence, `amounts that differ by ${tolerance} at most`, undefined),
      figures: [
        relatedFigure(evidence),
        `${ofAll(count, pairs.length)} pairs whose amounts differ do so by ${tolerance} at most`,
      ],
    },
  ]
}

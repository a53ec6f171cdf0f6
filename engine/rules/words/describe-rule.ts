import { type Side, sides } from '../../record/side.ts'
import type { CompiledPolicy } from '../compiled-policy.ts'
import type { RankKind, Rule, Signs } from '../language/language.ts'
import { describeCriterion } from './describe-criterion.ts'
import { whereWords } from './filter-words.ts'
import { groupWords } from './group-words.ts'
import { sumWords } from './sum-words.ts'
import { capitalized, countOf, listWords } from './value-words.ts'

/**
 * Short sentences for accountants about an effective rule, beginning with its criteria. Defaults are not mentioned.
 *
 * Same reference (upper case); same currency; equal amounts; dates at most 3 days apart.
 * Differences count as rounding.
 */
export function describeRule(rule: Rule): readonly string[] {
  const off = rule.enabled ? [] : ['this rule is switched off']
  const phrases = rule.action === 'exclude' ? excludeWords(rule) : [...comparedWords(rule), ...mannerWords(rule)]
  return [...off, ...phrases].map((phrase) => `${capitalized(phrase)}.`)
}

/** The words for each rule, after those for the signs of sides that the policy turns. */
export const describePolicy = ({
  rules,
  referenceData: { signs },
}: Pick<CompiledPolicy, 'rules' | 'referenceData'>): readonly RuleWords[] => [
  ...signWords(signs),
  ...rules.map((rule) => ({ rule: rule.id, name: rule.name, sentences: describeRule(rule) })),
]

function signWords(signs: Signs): readonly RuleWords[] {
  const sentences = signSentences(signs)
  return sentences.length === 0 ? [] : [{ rule: '', name: 'Before the first rule', sentences }]
}

/** A sentence for each side whose amounts the rules see with changed signs. */
export const signSentences = (signs: { readonly [side in Side]?: Signs[Side] | undefined }): readonly string[] =>
  sides.filter((side) => signs[side] === 'turned').map((side) => `Amounts of the ${side} are read with changed signs.`)

export interface RuleWords {
  /** Empty for the signs of the sides. */
  readonly rule: string
  readonly name: string
  readonly sentences: readonly string[]
}

const excludeWords = ({ where }: Rule): readonly string[] => [
  `left out of the run: ${whereWords(where).join(', and ')}`,
]

function comparedWords({ where, ...rule }: Rule): readonly string[] {
  const criteria = (rule.match ?? []).map(describeCriterion)
  const sum = rule.sum && sumWords(rule.sum, rule.cardinality === '1:1')
  const lead = leadWords(rule)
  const all = [...criteria, ...(sum === undefined ? [] : [sum])].join('; ')
  const taking = whereWords(where).map((words) => `only ${words}`)
  return [lead === undefined ? all : `${lead}: ${all}`, ...taking]
}

/** The words before the criteria: `a source record and its reversal`; undefined for a plain pair. */
function leadWords({ side, cardinality = '1:1' }: Pick<Rule, 'side' | 'cardinality'>): string | undefined {
  if (side !== undefined)
    return cardinality === '1:1' ? `a ${side} record and its reversal` : `${side} records that come to zero`
  return cardinality === '1:1' ? undefined : groupWords[cardinality]
}

function mannerWords(rule: Rule): readonly string[] {
  const { limits, confidence = 'exact' } = rule
  return [
    ...(rule.action === 'suggest' ? ['suggested only: the records stay open'] : []),
    ...(rule.ignoreAmount ? [ignoredWords(rule.sign)] : []),
    ...(rule.crossCurrency ? ['currencies are not compared'] : []),
    ...(rule.convert ? [conversionWords(rule.convert)] : []),
    ...(rule.select === 'subset' && limits
      ? [`of at most ${limits.maxCandidates} records the fewest that add up are taken, up to ${limits.maxItems}`]
      : []),
    ...(rule.assign === 'most' ? ['as many pairs as possible are made, then the closest'] : []),
    ...(rule.rank ? [rankWords(rule.rank)] : []),
    ...said(tieWords[rule.ambiguous ?? 'review']),
    ...(rule.residual ? ['what is left of the larger amount stays open'] : []),
    ...(rule.variance ? [`differences count as ${varianceWords[rule.variance]}`] : []),
    ...(confidence === 'exact' ? [] : [`confidence is ${confidence} at most`]),
  ]
}

const said = (words: string | undefined): readonly string[] => (words === undefined ? [] : [words])

const tieWords: { readonly [mode in NonNullable<Rule['ambiguous']>]: string | undefined } = {
  review: undefined,
  defer: 'ties are left to later rules',
  best: 'of equally good matches one is taken, by the order of the ids',
  drop: 'only pairs without another candidate are listed',
}

const varianceWords: { readonly [variance in NonNullable<Rule['variance']>]: string } = {
  fee: 'a fee',
  rounding: 'rounding',
  fx: 'an exchange difference',
  timing: 'timing',
  tax: 'tax',
  discount: 'a discount',
  other: 'other differences',
}

const ignoredWords = (sign: Rule['sign'] = 'same'): string =>
  sign === 'absolute'
    ? 'amounts are not compared'
    : `amounts are not compared, but have ${sign === 'same' ? 'the same sign' : 'opposite signs'}`

function conversionWords({ to, maxAgeDays }: NonNullable<Rule['convert']>): string {
  const currency = to === 'source' || to === 'target' ? `the currency of the ${to}` : to
  const age = maxAgeDays === 0 ? 'of the same day' : `at most ${countOf(maxAgeDays, 'day')} old`
  return `amounts are compared in ${currency}, at rates ${age}`
}

const rankKindWords: { readonly [kind in RankKind]: string } = {
  skipped: 'what can be compared',
  amount: 'amounts',
  days: 'days',
  text: 'texts',
}

const rankWords = (rank: NonNullable<Rule['rank']>): string =>
  rank === 'as-written'
    ? 'between candidates the criteria decide in their order'
    : `between candidates ${listWords(rank.map((kind) => rankKindWords[kind]))} decide in this order`

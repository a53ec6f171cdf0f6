import { at, float64At } from '../base/at.ts'
import type { FilterInput } from '../rules/language/written-form.ts'
import { fieldWords } from '../rules/words/value-words.ts'
import { type Draft, identityOf } from './draft.ts'
import { idOf, ofAll } from './draft-names.ts'
import type { LearningSides, Pair } from './learning-side.ts'
import { fieldsOf } from './link.ts'
import type { LinkEvidence } from './link-evidence.ts'

/**
 * Drafts of rules for converted amounts: one for each pair of currencies, with the rates seen between them as bounds.
 */

const pairCountMin = 3
/** The largest spread of the rates, as a fraction of the amount. */
const widthMax = 0.3

export function conversionDrafts(
  { source, target }: LearningSides,
  evidence: LinkEvidence,
  pairs: readonly Pair[],
): readonly Draft[] {
  const { relation } = evidence
  if (relation === undefined) return []
  const signsOf = ([s, t]: Pair): string =>
    [float64At(relation.source.units, s), float64At(relation.target.units, t)].map(signOf).join(' ')
  const known = pairs.filter(([s, t]) => source.currencies[s] !== undefined && target.currencies[t] !== undefined)
  const groups = Map.groupBy(
    known,
    (pair) => `${at(source.currencies, pair[0])} ${at(target.currencies, pair[1])} ${signsOf(pair)}`,
  )
  return [...groups]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, same]) => {
      const [from = '', to = '', ...signs] = name.split(' ')
      const fractions = same.map(([s, t]) =>
        fractionOf(float64At(relation.source.units, s), float64At(relation.target.units, t)),
      )
      const bounds = boundsOf(fractions.filter((fraction) => Number.isFinite(fraction)))
      if (bounds === undefined) return []
      const figure = `${ofAll(same.length, pairs.length)} pairs of two currencies are ${from} against ${to}`
      return conversionDraft(evidence, { from, to, signs, bounds, figure })
    })
}

interface Bounds {
  readonly from: string
  readonly to: string
}

/** A tolerance that spans the rates with a margin, without the outermost 1 % at either end. */
function boundsOf(fractions: readonly number[]): Bounds | undefined {
  const sorted = fractions.toSorted((a, b) => a - b)
  const cut = Math.floor(0.01 * sorted.length)
  const [least, most] = [sorted[cut], sorted[sorted.length - 1 - cut]]
  if (sorted.length < pairCountMin || least === undefined || most === undefined || most - least > widthMax)
    return undefined
  const margin = Math.max(0.002, 0.1 * (most - least))
  return { from: percentText(least - margin), to: percentText(most + margin) }
}

interface Conversion {
  readonly from: string
  readonly to: string
  readonly signs: readonly string[]
  readonly bounds: Bounds
  readonly figure: string
}

function conversionDraft(evidence: LinkEvidence, { from, to, signs, bounds, figure }: Conversion): readonly Draft[] {
  const { relation, link } = evidence
  const [own, other] = [relation?.source.field, relation?.target.field]
  if (relation === undefined || own === undefined || other === undefined) return []
  // Unless both amounts are positive, the tolerance compares their sizes and filters fix the signs.
  const isPlain = signs.every((sign) => sign === 'gt')
  const signed = (field: string, op: string | undefined): readonly FilterInput[] =>
    isPlain ? [] : [{ field, op: op === 'lt' ? 'lt' : 'gt', value: '0' }]
  return [
    {
      id: `${idOf(evidence)}-${from}-${to}`.toLowerCase(),
      rule: {
        variance: 'fx',
        crossCurrency: true,
        where: {
          source: [{ field: 'currency', op: 'eq', value: from }, ...signed(own, signs[0])],
          target: [{ field: 'currency', op: 'eq', value: to }, ...signed(other, signs[1])],
        },
        match: [
          ...link.criteria,
          { ...fieldsOf(own, other), tolerance: bounds, ...(!isPlain && { sign: 'absolute' }) },
        ],
        ambiguous: 'defer',
      },
      identity: identityOf(evidence),
      band: undefined,
      sentence: `Same ${fieldWords(link.sourceField, link.targetField)} (${link.words}), ${from} against ${to}, amounts that differ by ${bounds.from} to ${bounds.to}`,
      figures: [figure],
    },
  ]
}

/** The difference of the sizes of two amounts as a fraction of the larger: the way a percentage tolerance counts. */
function fractionOf(own: number, other: number): number {
  const [left, right] = [Math.abs(own), Math.abs(other)]
  return (right - left) / Math.max(left, right)
}

const signOf = (units: number): string => (units < 0 ? 'lt' : 'gt')

const percentText = (fraction: number): string => `${Math.round(fraction * 10_000) / 100}%`

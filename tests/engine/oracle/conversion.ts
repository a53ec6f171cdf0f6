import type { CanonicalRecord } from '../../../engine/record/record.ts'
import type { Conversion, Criterion, ReferenceDataInput } from '../../../engine/rules/language/language.ts'
import { type Fraction, isZero, readFraction, roundHalfEven, times, writeFraction, zero } from './fraction.ts'
import { differenceBySign, exponents, signed } from './sums.ts'
import { measure } from './tolerance.ts'
import { type Both, dayOf, type Kind, type Side } from './values.ts'

/** Amounts of two currencies, compared in one. */

/** Fields that hold money; numbers of two attributes may be anything and stay as they are. */
const moneyFields = ['amount', 'gross', 'fee', 'net']

export const isMoney = ({ fields, kind }: { readonly fields?: Both<string>; readonly kind: Kind }): boolean =>
  kind === 'decimal' && (fields === undefined || moneyFields.some((field) => Object.values(fields).includes(field)))

export interface Converting {
  readonly convert: Conversion
  readonly reference: ReferenceDataInput
  readonly sign: 'same' | 'opposite' | 'absolute'
  /** An amount as the record has it, before `sign`. */
  readonly amountOf: (side: Side, record: CanonicalRecord) => Fraction | undefined
}

/** The comparison after conversion. It is no key and no window, whatever it was. */
export function converted<Each extends { readonly criterion: Criterion }>(comparison: Each, converting: Converting) {
  const { amountOf, sign } = converting
  const { nulls, tolerance } = comparison.criterion
  const [holding, failing, skipped] = ['holds', 'fails', 'skipped'] as const
  return {
    ...comparison,
    criterion: { ...comparison.criterion, sign },
    isConverted: true as const,
    valueOf: amountOf,
    stand(source: CanonicalRecord, target: CanonicalRecord) {
      const [own, other] = [amountOf('source', source), amountOf('target', target)]
      const nothing = { onValues: false, difference: zero, isAboveHalf: false }
      if (own === undefined || other === undefined) {
        if (nulls === 'skip') return { ...nothing, verdict: skipped }
        return { ...nothing, verdict: nulls === 'match' && own === other ? holding : failing }
      }
      const found = inOneCurrency(converting, source, target)
      if (typeof found !== 'object') return { ...nothing, onValues: true, verdict: failing, failure: found }
      const amounts = signed(sign, found)
      const difference = differenceBySign(sign, found)
      const holds =
        tolerance === undefined ? isZero(difference) : measure(tolerance, amounts.source, amounts.target).isWithin
      const { currency } = found
      const values = [writeFraction(found.source), writeFraction(found.target)]
      return {
        verdict: holds ? holding : failing,
        onValues: true,
        difference,
        isAboveHalf: false,
        converted: { currency, values },
      }
    },
  }
}

function inOneCurrency(
  { convert, reference, amountOf }: Converting,
  source: CanonicalRecord,
  target: CanonicalRecord,
): { readonly currency: string; readonly source: Fraction; readonly target: Fraction } | 'no_rate' {
  if (source.currency === undefined || target.currency === undefined) return 'no_rate'
  const currency = { source: source.currency, target: target.currency }[convert.to] ?? convert.to
  const day = dayOf(source.date ?? '')
  const amounts = [
    { amount: amountOf('source', source) ?? zero, from: source.currency },
    { amount: amountOf('target', target) ?? zero, from: target.currency },
  ]
  if (day === undefined && amounts.some(({ from }) => from !== currency)) return 'no_rate'
  const rates = (reference.rates ?? []).map((rate) => ({ ...rate, age: (day ?? 0) - (dayOf(rate.date) ?? 0) }))
  const [own, other] = amounts.map(({ amount, from }) => {
    if (from === currency) return amount
    const fitting = rates.filter((rate) => rate.from === from && rate.to === currency)
    const young = fitting.filter(({ age }) => age >= 0 && age <= convert.maxAgeDays)
    const newest = young.sort((a, b) => a.age - b.age)[0]
    if (newest === undefined) return undefined
    return roundHalfEven(times(amount, readFraction(String(newest.rate)) ?? zero), exponents.get(currency) ?? 2)
  })
  return own && other ? { currency, source: own, target: other } : 'no_rate'
}

import { isKnownCurrency } from '../base/currency.ts'
import { isMoney } from './amounts/amount-criteria.ts'
import type { Conversion, ReferenceData, RuleFault, RuleInput } from './language/language.ts'

interface ConvertingRule {
  readonly match: RuleInput['match']
  readonly place: { readonly rule: string; readonly match: string; readonly referenceData: ReferenceData }
}

export function effectiveConversion(
  input: Pick<RuleInput, 'convert' | 'cardinality' | 'crossCurrency' | 'ignoreAmount' | 'side'>,
  { match = [], place }: ConvertingRule,
  faults: RuleFault[],
): Conversion | undefined {
  const { convert } = input
  if (convert === undefined) return undefined
  const before = faults.length
  const refuse = (pointer: string, code: string, detail: string): void => {
    faults.push({ pointer, code, detail })
  }
  const own = `${place.rule}/convert`
  const { to, maxAgeDays = 0 } = convert
  if (to === undefined) refuse(own, 'required', 'Wanted to: a currency, or source or target for that of the record')
  else if (!isTarget(to))
    refuse(
      `${own}/to`,
      'invalid_value',
      `Got ${JSON.stringify(to)}, wanted the code of a currency in use, source or target`,
    )
  if (place.referenceData.rates.length === 0)
    refuse(own, 'required', 'Wanted rates beside the rules: amounts are multiplied by them')
  if (input.cardinality !== undefined && input.cardinality !== '1:1')
    refuse(own, 'conflict', `Records of several days have no one rate: wanted a rule of 1:1, got ${input.cardinality}`)
  for (const [member, detail] of contradictions)
    if (input[member]) refuse(`${place.rule}/${member}`, 'conflict', detail)
  for (const [index, criterion] of match.entries()) {
    if (criterion.op === 'transposed' && isMoney(criterion))
      refuse(
        `${place.match}/${index}/op`,
        'conflict',
        'Digits that change places are those of one currency, not converted',
      )
    if (criterion.field === 'currency')
      refuse(`${place.match}/${index}/field`, 'conflict', 'A rule that converts compares records of any currencies')
  }
  return to === undefined || faults.length > before ? undefined : { to, maxAgeDays }
}

const contradictions = [
  ['crossCurrency', 'Got crossCurrency beside convert: amounts are converted, or compared as they are'],
  ['ignoreAmount', 'Got ignoreAmount beside convert: there is no amount to convert'],
  ['side', 'Records of one side are netted in their own currency, not converted'],
] as const

const isTarget = (to: string): boolean => to === 'source' || to === 'target' || isKnownCurrency(to)

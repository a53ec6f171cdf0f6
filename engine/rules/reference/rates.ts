import { isCurrencyCode, isKnownCurrency } from '../../base/currency.ts'
import { parseDate } from '../../base/date.ts'
import { decimalWanted, readDecimal } from '../amounts/tolerance.ts'
import {
  type Rate,
  type ReferenceData,
  type ReferenceDataInput,
  type RuleFault,
  referenceDataLimits,
} from '../language/language.ts'

type RateInput = NonNullable<ReferenceDataInput['rates']>[number]

/** In ascending order of (from, to, date). Pointers of faults are below `/rates`. */
export function effectiveRates(
  input: NonNullable<ReferenceDataInput['rates']>,
  faults: RuleFault[],
): ReferenceData['rates'] {
  if (input.length > referenceDataLimits.rates) {
    const detail = `Got ${input.length} rates, wanted at most ${referenceDataLimits.rates}`
    faults.push({ pointer: '/rates', code: 'too_big', detail })
  }
  const firstByKey = new Map<string, number>()
  const rates = input.map((each, index): Rate => {
    const refuse = (below: string, code: string, detail: string): void => {
      faults.push({ pointer: `/rates/${index}${below}`, code, detail })
    }
    const rate = readRate(each, refuse)
    const { from, to, date, source } = each
    const key = keyOf(each)
    const first = firstByKey.get(key)
    if (first === undefined) firstByKey.set(key, index)
    else refuse('', 'repeated_value', `The rate from ${from} to ${to} on ${date} is that of /rates/${first} already`)
    // A refused rate stays in the list, so that rules which need it get no further fault.
    return { from, to, date, rate: rate ?? '0', ...(source !== undefined && { source }) }
  })
  return rates.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
}

/** Codes and ISO dates have a fixed length, so that keys sort like (from, to, date). */
const keyOf = ({ from, to, date }: Pick<Rate, 'from' | 'to' | 'date'>): string => `${from} ${to} ${date}`

function readRate(
  { from, to, date, rate }: RateInput,
  refuse: (below: string, code: string, detail: string) => void,
): string | undefined {
  for (const [member, code] of Object.entries({ from, to }))
    if (!isKnownCurrency(code))
      refuse(`/${member}`, 'invalid_value', `Got ${JSON.stringify(code)}, wanted ${codeWanted(code)}`)
  if (from === to) refuse('/to', 'conflict', `Got ${to} for both, wanted a rate between two currencies`)
  if (parseDate(date) === undefined)
    refuse('/date', 'invalid_value', `Got ${JSON.stringify(date)}, wanted a date such as "2026-03-02"`)
  const decimal = readDecimal(rate)
  if (decimal === undefined)
    refuse('/rate', 'invalid_value', `Got ${JSON.stringify(rate)}, wanted ${decimalWanted(rate)}`)
  else if (decimal === '0' || decimal.startsWith('-'))
    refuse('/rate', 'invalid_value', `Got ${JSON.stringify(rate)}, wanted a rate above 0`)
  return decimal
}

const codeWanted = (code: string): string =>
  isCurrencyCode(code) ? 'the code of a currency in use' : 'an ISO 4217 code in upper case, such as EUR'

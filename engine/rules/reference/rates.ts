import type { ReferenceData, ReferenceDataInput, RuleFault } from '../language.ts'
import { readDecimal } from '../tolerance.ts'

/** The effective rates of a policy. Faults are added to `faults`, with pointers below `/rates`. */
export function effectiveRates(
  input: NonNullable<ReferenceDataInput['rates']>,
  _faults: RuleFault[],
): ReferenceData['rates'] {
  return input.flatMap(({ from, to, date, rate, source }) => {
    const read = readDecimal(rate)
    return read === undefined ? [] : [{ from, to, date, rate: read, ...(source !== undefined && { source }) }]
  })
}

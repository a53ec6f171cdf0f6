import type { ReferenceData, ReferenceDataInput, RuleFault } from '../language/language.ts'
import { effectiveCalendars } from './calendars.ts'
import { effectiveRates } from './rates.ts'
import { effectiveTables } from './tables.ts'

/** Every default written out, lists in order. Faults have pointers from the policy down, such as `/rates/3/rate`. */
export const effectiveReferenceData = (input: ReferenceDataInput | undefined, faults: RuleFault[]): ReferenceData => ({
  calendars: effectiveCalendars(input?.calendars ?? {}, faults),
  rates: effectiveRates(input?.rates ?? [], faults),
  tables: effectiveTables(input?.tables ?? {}, faults),
})

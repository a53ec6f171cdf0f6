import type { ReferenceData, ReferenceDataInput, RuleFault } from '../language.ts'

/** The effective tables of a policy. Faults are added to `faults`, with pointers below `/tables`. */
export function effectiveTables(
  input: NonNullable<ReferenceDataInput['tables']>,
  _faults: RuleFault[],
): ReferenceData['tables'] {
  return Object.fromEntries(
    Object.entries(input).map(([name, table]) => [
      name,
      Object.fromEntries(Array.isArray(table) ? table : Object.entries(table)),
    ]),
  )
}

import type { CriterionInput, RuleFault, RuleInput } from './rule.ts'

/** Adds the faults of a rule whose cardinality, `sum`, `select` and criteria do not go together. */
export function checkGroup(
  input: Pick<RuleInput, 'cardinality' | 'sum' | 'select' | 'ambiguous' | 'assign'> & {
    readonly match?: readonly (CriterionInput | undefined)[] | undefined
  },
  place: { readonly rule: string; readonly match: string },
  faults: RuleFault[],
): void {
  const cardinality = input.cardinality ?? '1:1'
  if (cardinality === '1:1') {
    if (input.select !== undefined)
      faults.push({ pointer: `${place.rule}/select`, code: 'conflict', detail: 'A 1:1 rule has nothing to select' })
    return
  }
  if (input.sum === undefined)
    faults.push({ pointer: place.rule, code: 'required', detail: `A rule of ${cardinality} wants sum` })
  if (input.ambiguous === 'best')
    faults.push({
      pointer: `${place.rule}/ambiguous`,
      code: 'conflict',
      detail: 'A key group is the only candidate of its records: wanted review or defer',
    })
  input.match?.forEach((criterion, index) => {
    const member = criterion?.similarity === undefined ? 'op' : 'similarity'
    const isRefused = member === 'similarity' || criterion?.op === 'similar' || criterion?.op === 'contains'
    if (isRefused)
      faults.push({
        pointer: `${place.match}/${index}/${member}`,
        code: 'conflict',
        detail: 'Records that are only alike are no group: wanted equals, a tolerance or days',
      })
  })
}

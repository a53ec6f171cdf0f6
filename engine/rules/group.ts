import type { CriterionInput, RuleFault, RuleInput } from './language.ts'
import { checkSelection } from './selection.ts'

/** Adds the faults of a rule whose cardinality, `sum`, `select` and criteria do not go together. */
export function checkGroup(
  input: Pick<RuleInput, 'cardinality' | 'sum' | 'select' | 'limits' | 'ambiguous' | 'assign'> & {
    readonly match?: readonly (CriterionInput | undefined)[] | undefined
  },
  place: { readonly rule: string; readonly match: string },
  faults: RuleFault[],
): void {
  const cardinality = input.cardinality ?? '1:1'
  checkSelection(input, place.rule, faults)
  if (cardinality === '1:1') return
  if (input.assign === 'most')
    faults.push({
      pointer: `${place.rule}/assign`,
      code: 'conflict',
      detail: `Only a 1:1 rule has pairs to choose among: wanted closest for ${cardinality}`,
    })
  if (input.sum === undefined)
    faults.push({ pointer: place.rule, code: 'required', detail: `A rule of ${cardinality} wants sum` })
  if (input.select === 'subset') return
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

import { refusedInGroup } from './criteria/criterion-kinds.ts'
import { type Rule, type RuleFault, type RuleInput, subsetBounds } from './language/language.ts'

export function checkGroup(
  input: Pick<RuleInput, 'cardinality' | 'sum' | 'select' | 'limits' | 'assign' | 'match'>,
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
    faults.push({
      pointer: place.rule,
      code: 'required',
      detail: `A rule of ${cardinality} wants sum; {} is the amounts of both sides`,
    })
  if (input.select === 'subset') return
  input.match?.forEach((criterion, index) => {
    const member = refusedInGroup(criterion)
    if (member !== undefined)
      faults.push({
        pointer: `${place.match}/${index}/${member}`,
        code: 'conflict',
        detail: 'Records that are only alike are no group: wanted equals, a tolerance or days',
      })
  })
}

export function effectiveSelection({
  cardinality,
  select,
  limits,
}: Pick<RuleInput, 'cardinality' | 'select' | 'limits'>): Pick<Rule, 'select' | 'limits'> {
  if (cardinality === undefined || cardinality === '1:1') return {}
  if (select !== 'subset') return { select: 'group' }
  return {
    select,
    limits: {
      maxItems: limits?.maxItems ?? subsetBounds.maxItems.default,
      maxCandidates: limits?.maxCandidates ?? subsetBounds.maxCandidates.default,
    },
  }
}

function checkSelection(
  { cardinality = '1:1', select, limits }: Pick<RuleInput, 'cardinality' | 'select' | 'limits'>,
  pointer: string,
  faults: RuleFault[],
): void {
  const refuse = (member: string, detail: string): void => {
    faults.push({ pointer: `${pointer}/${member}`, code: 'conflict', detail })
  }
  if (cardinality === '1:1' && select !== undefined) refuse('select', 'A 1:1 rule has nothing to select')
  if (cardinality === 'n:m' && select === 'subset')
    refuse('select', 'A subset adds up to one record: wanted a cardinality of 1:n or n:1')
  if (limits !== undefined && select !== 'subset') refuse('limits', 'Only a rule that selects a subset has limits')
}

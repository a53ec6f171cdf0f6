import { type CompiledCriterion, isKey, readsCurrency } from './criteria/criterion-kind.ts'
import { refusedInGroup } from './criteria/criterion-kinds.ts'
import type { CriterionInput, RuleFault, RuleInput } from './language.ts'
import { type Selection, type SubsetLimits, subsetBounds } from './selection.ts'

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
    const member = criterion && refusedInGroup(criterion)
    if (member !== undefined)
      faults.push({
        pointer: `${place.match}/${index}/${member}`,
        code: 'conflict',
        detail: 'Records that are only alike are no group: wanted equals, a tolerance or days',
      })
  })
}

/** The members of an effective rule that say what it selects; none of a 1:1 rule, which has nothing to select. */
export function effectiveSelection({
  cardinality,
  select,
  limits,
}: Pick<RuleInput, 'cardinality' | 'select' | 'limits'>): {
  readonly select?: Selection
  readonly limits?: SubsetLimits
} {
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

/** Adds the faults of a rule whose `select`, `limits` and cardinality do not go together. */
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

/**
 * What a subset rule lacks that claims what it finds, if anything: of many records that have only their currency and
 * a window in common some add up to any total.
 */
export function missingKeyOfSubset(
  { action, select }: Pick<RuleInput, 'action' | 'select'>,
  criteria: readonly CompiledCriterion[],
): string | undefined {
  if (select !== 'subset' || action === 'suggest') return undefined
  return criteria.some((criterion) => isKey(criterion) && !readsCurrency(criterion))
    ? undefined
    : 'A subset that is matched wants an exact criterion besides currency; without one it can be suggested'
}

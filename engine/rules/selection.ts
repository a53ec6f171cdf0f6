import { type CompiledCriterion, isKey, readsCurrency } from './compiled-policy.ts'
import type { RuleFault, RuleInput } from './language.ts'

/** What a rule of an n side takes: the whole group of a key, or some records of it that add up. */
export const selections = ['group', 'subset'] as const
export type Selection = (typeof selections)[number]

/** Records that a subset may have, and that it may be chosen from. Each bound is inclusive. */
export const subsetBounds = {
  maxItems: { least: 2, most: 8, default: 6 },
  maxCandidates: { least: 2, most: 32, default: 24 },
} as const

export interface SubsetLimits {
  readonly maxItems: number
  readonly maxCandidates: number
}

/** As a caller writes them: what is left out has its default. */
export interface SubsetLimitsInput {
  readonly maxItems?: number | undefined
  readonly maxCandidates?: number | undefined
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
export function checkSelection(
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

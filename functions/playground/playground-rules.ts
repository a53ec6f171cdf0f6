import { type CriterionInput, defaultPolicy, type RuleInput, type RuleSetInput } from '@tallystick/engine'
import type { PlaygroundFlag, PlaygroundRequest } from '../../schema/playground.ts'

/**
 * The rules of a playground request: its criteria as one rule, or the built-in policy when it has none, and after them
 * those that its flags append. A tolerance of 0 is that of any field; one above it makes an amount of the field.
 */
export function rulesOf({ rules }: PlaygroundRequest, flags: readonly PlaygroundFlag[]): RuleSetInput {
  const isPercent = flags.includes('tolerance_percent')
  const criteria = rules.matching.map(
    ({ field, tolerance }): CriterionInput =>
      tolerance === 0
        ? { field }
        : { field, tolerance: isPercent ? { percent: tolerance, of: 'larger' as const } : tolerance },
  )
  const appended = flags.flatMap((flag) => ruleByFlag.get(flag) ?? [])
  if (appended.length === 0) return { form: 'criteria', criteria }
  const own = criteria.length === 0 ? defaultPolicy : [{ id: 'rule-1', match: criteria }]
  return { form: 'rules', rules: [...own, ...appended] }
}

/** Where a fault of these rules stands in the request: `/1/tolerance` or `/0/match/1/tolerance` is that of a criterion. */
export function pointerInRequest(pointer: string, { form }: RuleSetInput): string {
  const ofCriterion = form === 'criteria' ? pointer : (/^\/0\/match(\/.*)?$/.exec(pointer)?.[1] ?? '')
  return `/rules/matching${ofCriterion}`
}

/** The rules that flags append, in the order in which the caller names them. */
const ruleByFlag: ReadonlyMap<PlaygroundFlag, RuleInput> = new Map<PlaygroundFlag, RuleInput>([
  [
    'fuzzy_matching',
    {
      id: 'similar-description',
      match: [
        { field: 'description', normalize: ['upper'], similarity: { method: 'token-set', min: '0.7' } },
        { field: 'amount', tolerance: '1' },
      ],
      variance: 'other',
    },
  ],
  [
    'group_matching',
    {
      id: 'batch-sum',
      cardinality: 'n:1',
      match: [{ field: 'attributes.batch' }],
      sum: { source: [{ field: 'amount' }], target: [{ field: 'amount' }] },
    },
  ],
])

import { type CriterionInput, defaultPolicy, type RuleInput, type RuleSetInput } from '@tallystick/engine/rules'
import type { PlaygroundFlag, PlaygroundRequest } from '@tallystick/schema/playground'

/** The rules of a playground request, or the built-in policy if it has no criteria; then the rules of its flags. */
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

/** The place in the request for a fault in its rules. A fault of an appended rule belongs to all criteria. */
export function pointerInRequest(pointer: string, { form }: RuleSetInput): string {
  if (form === 'criteria') return `/rules/matching${pointer}`
  return pointer.startsWith('/0/match/') ? pointer.replace('/0/match', '/rules/matching') : '/rules/matching'
}

/** The rule that a flag appends. */
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

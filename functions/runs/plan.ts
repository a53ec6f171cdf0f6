import { compileRules, type Plan, type RuleInput } from '@tallystick/engine'
import type { RunRow } from '../store/runs.ts'

/** The plan of a run's stored effective rules, which compile to themselves. Throws when they do not compile. */
export function planOf(run: Pick<RunRow, 'rules'>): Plan {
  const rules: readonly RuleInput[] = JSON.parse(run.rules)
  const result = compileRules({ form: 'rules', rules })
  if (!result.ok) throw new Error('Effective rules do not compile')
  return result.plan
}

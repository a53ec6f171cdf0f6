import { canonicalize } from '../../../engine/base/canonical.ts'
import type { Sha256 } from '../../../engine/base/hasher.ts'
import type { Limits } from '../../../engine/match/state/limits.ts'
import { type ReconcileResult, reconcile } from '../../../engine/reconcile.ts'
import type { CanonicalRecord } from '../../../engine/record/record.ts'
import type { Table } from '../../../engine/record/table.ts'
import { createTableBuilder } from '../../../engine/record/table-builder.ts'
import { compileRules } from '../../../engine/rules/compile.ts'
import type { CompiledPolicy } from '../../../engine/rules/compiled-policy.ts'
import type { RuleInput, RuleSetInput } from '../../../engine/rules/language/written-form.ts'

/** Runs cases on any platform: nothing here is Node's or workerd's. */

/** Two sides and the rules between them, as a test writes them. */
export interface Case {
  readonly source: readonly CanonicalRecord[]
  readonly target: readonly CanonicalRecord[]
  readonly rules: RuleSetInput | readonly RuleInput[]
  readonly chunkBytesMax?: number
  readonly limits?: Partial<Limits>
  readonly stepCountMax?: number
}

/** A case whose lines are on record under tests/golden. */
export interface GoldenCase extends Case {
  readonly name: string
}

/** What the engine makes of a case; the datasets' roots are fixed, since the engine only writes them down. */
export function reconcileCase(
  { source, target, rules, ...options }: Case,
  sha256: Sha256,
): ReconcileResult & { readonly policy: CompiledPolicy } {
  const policy = policyOf(rules)
  const outcome = reconcile({
    source: { table: tableOf(source, policy), root: 'aa'.repeat(32) },
    target: { table: tableOf(target, policy), root: 'bb'.repeat(32) },
    policy,
    sha256,
    ...options,
  })
  return { ...outcome, policy }
}

/** The policy of rules that must compile. */
export function policyOf(rules: RuleSetInput | readonly RuleInput[]): CompiledPolicy {
  const compiled = compileRules(inForm(rules))
  if (!compiled.ok) throw new Error(`The rules of a test do not compile: ${JSON.stringify(compiled.faults)}`)
  return compiled.policy
}

/** A list of rules in the form that compiles; another form as it is. */
export function inForm(rules: RuleSetInput | readonly RuleInput[]): RuleSetInput {
  return isRuleList(rules) ? { form: 'rules', rules } : rules
}

function isRuleList(rules: RuleSetInput | readonly RuleInput[]): rules is readonly RuleInput[] {
  return Array.isArray(rules)
}

/** Records as a dataset stores them, read into the columns that `policy` needs. */
export function tableOf(records: readonly CanonicalRecord[], policy: CompiledPolicy): Table {
  const builder = createTableBuilder(policy.attributePaths)
  for (const record of records) builder.addLines(`${canonicalize(record)}\n`)
  return builder.finish()
}

import { utf8 } from '../../../engine/base/bytes.ts'
import { canonicalize } from '../../../engine/base/canonical.ts'
import type { Sha256 } from '../../../engine/base/hasher.ts'
import { finish } from '../../../engine/base/slices.ts'
import type { InstructionLine } from '../../../engine/close/instruction.ts'
import type { OpeningItem } from '../../../engine/close/opening.ts'
import { type PeriodRun, reconcilePeriod } from '../../../engine/close/reconcile-period.ts'
import { type PeriodSide, readParts } from '../../../engine/close/side-parts.ts'
import type { Limits } from '../../../engine/match/state/limits.ts'
import { rootOfLines } from '../../../engine/merkle/frontier.ts'
import { type ReconcileResult, reconcile } from '../../../engine/reconcile.ts'
import type { CanonicalRecord } from '../../../engine/record/record.ts'
import type { BySide, Side } from '../../../engine/record/side.ts'
import type { Table } from '../../../engine/record/table.ts'
import { createTableBuilder } from '../../../engine/record/table-builder.ts'
import type { PartKind } from '../../../engine/result/header-side.ts'
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
  /** What decisions ask: the case is then run as the first period of a reconciliation, with one dataset a side. */
  readonly instructionLines?: readonly InstructionLine[]
}

/** A case whose lines are on record under tests/golden. */
export interface GoldenCase extends Case {
  readonly name: string
}

/** A period whose lines are on record under tests/golden. */
export interface GoldenPeriod extends Omit<PeriodCase, 'policy'> {
  readonly name: string
  readonly rules: readonly RuleInput[]
}

export const reconcileGoldenPeriod = ({ rules, ...given }: GoldenPeriod, sha256: Sha256): ReconcileResult =>
  reconcilePeriodCase({ ...given, policy: policyOf(rules) }, sha256).outcome

/** What the engine makes of a case; the datasets' roots are fixed, since the engine only writes them down. */
export function reconcileCase(
  { source, target, rules, instructionLines: instructions, ...options }: Case,
  sha256: Sha256,
): ReconcileResult & { readonly policy: CompiledPolicy } {
  const policy = policyOf(rules)
  if (instructions !== undefined) {
    const given = { source: { dataset: source }, target: { dataset: target }, policy, instructions }
    return { ...reconcilePeriodCase(given, sha256, options).outcome, policy }
  }
  const outcome = reconcile({
    source: { table: tableOf(source, policy), root: 'aa'.repeat(32) },
    target: { table: tableOf(target, policy), root: 'bb'.repeat(32) },
    policy,
    sha256,
    ...options,
  })
  return { ...outcome, policy }
}

/** What a side of a period's run is read from. */
export interface PeriodRecords {
  readonly opening?: readonly OpeningItem[]
  readonly returned?: readonly OpeningItem[]
  readonly dataset: readonly CanonicalRecord[]
}

export interface PeriodCase extends BySide<PeriodRecords> {
  readonly policy: CompiledPolicy
  readonly instructions: readonly InstructionLine[]
}

export function reconcilePeriodCase(
  { source, target, policy, instructions }: PeriodCase,
  sha256: Sha256,
  options: Pick<Case, 'chunkBytesMax' | 'limits' | 'stepCountMax'> = {},
): PeriodRun {
  const sideOf = (side: Side, { opening, returned, dataset }: PeriodRecords): PeriodSide => {
    const own = (items: readonly OpeningItem[]) => items.flatMap((item) => (item.side === side ? [item.record] : []))
    const partOf = (kind: PartKind, records: readonly CanonicalRecord[] | undefined) => {
      const lines = records?.map((record) => canonicalize(record))
      return lines === undefined
        ? []
        : [{ kind, whole: { root: rootOfLines(sha256, lines), count: lines.length }, count: lines.length, lines }]
    }
    const parts = [
      ...partOf('opening', opening && own(opening)),
      ...partOf('returned', returned && own(returned)),
      ...partOf('dataset', dataset),
    ]
    const items = [...(opening ?? []), ...(returned ?? [])]
    const named = parts.map(({ lines: _, ...part }) => part)
    const reader = readParts(sha256, { side, parts: named, items, instructions, ...policy })
    for (const line of parts.flatMap(({ lines }) => lines)) reader.addBytes(utf8(`${line}\n`))
    return reader.finish()
  }
  const sides = { source: sideOf('source', source), target: sideOf('target', target) }
  const run = reconcilePeriod({ ...sides, policy, sha256, instructions, ...options, sliceStepCount: 1_000 })
  return finish(run)
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

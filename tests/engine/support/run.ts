import {
  type BreakLine,
  type CanonicalRecord,
  canonicalize,
  compileRules,
  createTableBuilder,
  type ExcludedLine,
  type HeaderLine,
  type MatchLine,
  type Plan,
  type ResultChunk,
  type RuleFault,
  type RuleInput,
  type RuleSetInput,
  type RunSummary,
  reconcile,
  type Table,
  type TotalsLine,
} from '../../../engine/index.ts'
import { sha256 } from './sha256.ts'

/** Two sides and the rules between them, as a test writes them. */
export interface Case {
  readonly source: readonly CanonicalRecord[]
  readonly target: readonly CanonicalRecord[]
  readonly rules: RuleSetInput | readonly RuleInput[]
  readonly chunkBytesMax?: number
}

/** What came of a case: each line both parsed and as it is written, in the order of the artifact. */
export interface Result {
  readonly text: string
  readonly header: HeaderLine
  readonly matches: readonly MatchLine[]
  readonly suggestions: readonly MatchLine[]
  readonly breaks: readonly BreakLine[]
  readonly excluded: readonly ExcludedLine[]
  readonly totals: TotalsLine
  readonly summary: RunSummary
  readonly root: string
  readonly leafCount: number
  readonly chunks: readonly ResultChunk[]
  readonly plan: Plan
}

/** Runs a case through the engine; the datasets' roots are fixed, since the engine only writes them down. */
export function run({ source, target, rules, chunkBytesMax }: Case): Result {
  const plan = planOf(rules)
  const { chunks, resultRoot, leafCount, summary } = reconcile({
    source: { table: tableOf(source, plan), root: 'aa'.repeat(32) },
    target: { table: tableOf(target, plan), root: 'bb'.repeat(32) },
    plan,
    sha256,
    ...(chunkBytesMax !== undefined && { chunkBytesMax }),
  })
  const text = chunks.map((chunk) => chunk.text).join('')
  const lines = <Line>(view: ResultChunk['view']): Line[] =>
    chunks
      .filter((chunk) => chunk.view === view)
      .flatMap((chunk) => chunk.text.trimEnd().split('\n'))
      .map((line) => JSON.parse(line))
  return {
    text,
    header: only(lines<HeaderLine>('header')),
    matches: lines<MatchLine>('matches'),
    suggestions: lines<MatchLine>('suggestions'),
    breaks: lines<BreakLine>('breaks'),
    excluded: lines<ExcludedLine>('excluded'),
    totals: only(lines<TotalsLine>('totals')),
    summary,
    root: resultRoot,
    leafCount,
    chunks,
    plan,
  }
}

/** The plan of rules that must compile. */
export function planOf(rules: RuleSetInput | readonly RuleInput[]): Plan {
  const compiled = compileRules(isRuleList(rules) ? { form: 'rules', rules } : rules)
  if (!compiled.ok) throw new Error(`The rules of a test do not compile: ${JSON.stringify(compiled.faults)}`)
  return compiled.plan
}

/** The faults of rules that must not compile. */
export function faultsOf(rules: RuleSetInput | readonly RuleInput[]): readonly RuleFault[] {
  const compiled = compileRules(isRuleList(rules) ? { form: 'rules', rules } : rules)
  if (compiled.ok) throw new Error('The rules of a test compile, but should be refused')
  return compiled.faults
}

function isRuleList(rules: RuleSetInput | readonly RuleInput[]): rules is readonly RuleInput[] {
  return Array.isArray(rules)
}

/** Records as a dataset stores them, read into the columns that `plan` needs. */
export function tableOf(records: readonly CanonicalRecord[], plan: Plan): Table {
  const builder = createTableBuilder(plan.attributePaths)
  for (const record of records) builder.addLines(`${canonicalize(record)}\n`)
  return builder.finish()
}

function only<Value>(values: readonly Value[]): Value {
  const [value] = values
  if (value === undefined || values.length !== 1) throw new Error(`Wanted one line, got ${values.length}`)
  return value
}

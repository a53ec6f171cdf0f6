import type { ResultChunk } from '../../../engine/result/artifact.ts'
import type {
  BreakLine,
  ExcludedLine,
  HeaderLine,
  MatchLine,
  NettedLine,
  TotalsLine,
} from '../../../engine/result/line.ts'
import type { RunSummary } from '../../../engine/result/summary.ts'
import { compileRules } from '../../../engine/rules/compile.ts'
import type { CompiledPolicy } from '../../../engine/rules/compiled-policy.ts'
import type { RuleFault, RuleInput, RuleSetInput } from '../../../engine/rules/language/written-form.ts'
import { type Case, inForm, reconcileCase } from './reconcile-case.ts'
import { sha256 } from './sha256.ts'

export { type Case, policyOf, tableOf } from './reconcile-case.ts'

/** What came of a case: each line both parsed and as it is written, in the order of the artifact. */
export interface Result {
  readonly text: string
  readonly header: HeaderLine
  readonly matches: readonly MatchLine[]
  readonly suggestions: readonly MatchLine[]
  readonly breaks: readonly BreakLine[]
  readonly excluded: readonly ExcludedLine[]
  readonly netted: readonly NettedLine[]
  readonly totals: TotalsLine
  readonly summary: RunSummary
  readonly root: string
  readonly leafCount: number
  readonly chunks: readonly ResultChunk[]
  readonly policy: CompiledPolicy
}

/** Runs a case through the engine in Node. */
export const run = (given: Case): Result => resultOf(reconcileCase(given, sha256))

/** What came of a run, read. */
export function resultOf({ chunks, resultRoot, leafCount, summary, policy }: ReturnType<typeof reconcileCase>): Result {
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
    netted: lines<NettedLine>('netted'),
    totals: only(lines<TotalsLine>('totals')),
    summary,
    root: resultRoot,
    leafCount,
    chunks,
    policy,
  }
}

/** The faults of rules that must not compile. */
export function faultsOf(rules: RuleSetInput | readonly RuleInput[]): readonly RuleFault[] {
  const compiled = compileRules(inForm(rules))
  if (compiled.ok) throw new Error('The rules of a test compile, but should be refused')
  return compiled.faults
}

function only<Value>(values: readonly Value[]): Value {
  const [value] = values
  if (value === undefined || values.length !== 1) throw new Error(`Wanted one line, got ${values.length}`)
  return value
}

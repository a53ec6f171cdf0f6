import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BreakLine, ExcludedLine, MatchLine, TotalsLine } from '@tallystick/engine/result'
import type { RuleInput } from '@tallystick/engine/rules'
import { root } from './step.ts'

/** What tests/samples/expected.json holds: what must come of the samples, as it follows from how they were made. */
export interface ExpectedOutcome {
  readonly matches: readonly ExpectedMatch[]
  readonly breaks: readonly Pick<
    BreakLine,
    'reason' | 'source' | 'target' | 'difference' | 'days' | 'failed' | 'hint' | 'counts'
  >[]
  readonly excluded: readonly Pick<ExcludedLine, 'rule' | 'source' | 'target'>[]
  readonly totals: Omit<TotalsLine, 'kind'>
}

export type ExpectedMatch = { readonly source: string; readonly target: string } & Pick<
  MatchLine,
  'rule' | 'confidence' | 'difference' | 'days' | 'variance' | 'turned' | 'interchangeable' | 'ambiguous'
>

/** The bytes of a file of tests/samples. */
export const readSample = (name: string): Uint8Array => readFileSync(join(root, 'tests/samples', name))

/** The rules and the expectation, parsed. */
export const sampleRules: readonly RuleInput[] = JSON.parse(
  readFileSync(join(root, 'tests/samples/rules.json'), 'utf8'),
)
export const expectedOutcome: ExpectedOutcome = JSON.parse(
  readFileSync(join(root, 'tests/samples/expected.json'), 'utf8'),
)

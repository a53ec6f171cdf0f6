import type { MatchLine } from '../../../engine/result/line.ts'
import type { RuleInput } from '../../../engine/rules/language/written-form.ts'
import { type Case, type Result, run } from './run.ts'

/** The matches of a case in brief, sorted as they are written: `s1=t9 by rule-1`. */
export const pairs = (given: Case): string[] => pairsOf(run(given))

/** The matches of a result in brief. */
export const pairsOf = ({ matches }: Result): string[] =>
  matches.map((line) => `${line.source}=${line.target} by ${line.rule}`)

/** The breaks of a case in brief: `amount_mismatch s2/t2`. */
export const breaksOf = ({ breaks }: Result): string[] =>
  breaks.map((line) => `${line.reason} ${line.source ?? ''}/${line.target ?? ''}`)

/** Matches and breaks of a case in brief. */
export function outcome(given: Case): string[] {
  const result = run(given)
  return [...pairsOf(result), ...breaksOf(result)]
}

/** The only match of a case. */
export function matchOf(given: Case): MatchLine {
  const { matches } = run(given)
  const [match] = matches
  if (match === undefined || matches.length !== 1) throw new Error(`Wanted one match, got ${matches.length}`)
  return match
}

type Values = { readonly [field: string]: unknown }

/** Whether one source and one target with these values match under one rule. */
export function meets(source: Values, target: Values, rule: RuleInput): boolean {
  return run({ source: [{ id: 's1', ...source }], target: [{ id: 't1', ...target }], rules: [rule] }).matches.length > 0
}

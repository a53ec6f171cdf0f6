import { type Numbering, noValue, numberOfRow } from '../../record/numbering.ts'
import type { Comparison, CompiledCriterion } from './criterion-kind.ts'

/** `skipped` where a value is absent and `nulls` is `skip`. Under `nulls: match` a pair without any value holds. */
export type PairOutcome = 'holds' | 'skipped' | 'fails'

export function bindVerdict(
  { nulls }: CompiledCriterion,
  comparison: Comparison,
  numbering: (() => Numbering) | undefined,
): (source: number, target: number) => PairOutcome {
  const absentVerdict = (isAbsentOnBoth: boolean): PairOutcome => {
    if (nulls === 'skip') return 'skipped'
    return nulls === 'match' && isAbsentOnBoth ? 'holds' : 'fails'
  }
  if (numbering === undefined)
    return (s, t) => {
      const held = comparison.holdsAt?.(s, t)
      if (held !== undefined) return held ? 'holds' : 'fails'
      const [a, b] = [comparison.source(s), comparison.target(t)]
      if (a === undefined || b === undefined) return absentVerdict(a === b)
      return comparison.holds(a, b) ? 'holds' : 'fails'
    }
  return (s, t) => {
    const numbers = numbering()
    const [a, b] = [numberOfRow(numbers, 'source', s), numberOfRow(numbers, 'target', t)]
    if (a === noValue || b === noValue) return absentVerdict(a === b)
    return a === b ? 'holds' : 'fails'
  }
}
